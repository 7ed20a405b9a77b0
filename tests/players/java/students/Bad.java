package students;

import java.util.List;
import player.Move;

/** Players that are wrong in one way each, once four moves are made; until then they are careful. */
public class Bad {

  private abstract static class AfterFour extends Careful {
    AfterFour(int color) {
      super(color);
    }

    abstract Move bad();

    public Move chooseMove() {
      return count(1) + count(-1) < 4 ? super.chooseMove() : bad();
    }
  }

  public static class Cheats extends AfterFour {
    public Cheats(int color) {
      super(color);
    }

    Move bad() {
      return new Move(7, 7);
    }
  }

  public static class Hangs extends AfterFour {
    public Hangs(int color) {
      super(color);
    }

    Move bad() {
      for (;;) {
        count(1);
      }
    }
  }

  public static class Throws extends AfterFour {
    public Throws(int color) {
      super(color);
    }

    Move bad() {
      throw new IndexOutOfBoundsException("the list\nis empty");
    }
  }

  public static class ReturnsNull extends AfterFour {
    public ReturnsNull(int color) {
      super(color);
    }

    Move bad() {
      return null;
    }
  }

  public static class Quits extends AfterFour {
    public Quits(int color) {
      super(color);
    }

    Move bad() {
      return new Move();
    }
  }

  public static class NoKind extends AfterFour {
    public NoKind(int color) {
      super(color);
    }

    Move bad() {
      Move move = new Move();
      move.moveKind = 7;
      return move;
    }
  }

  public static class SlowToMake extends Careful {
    public SlowToMake(int color) throws InterruptedException {
      super(color);
      Thread.sleep(2500);
    }
  }

  public static class Exits extends AfterFour {
    public Exits(int color) {
      super(color);
    }

    Move bad() {
      System.exit(5);
      return null;
    }
  }

  public static class OffTheBoard extends AfterFour {
    public OffTheBoard(int color) {
      super(color);
    }

    Move bad() {
      return new Move(3, 8);
    }
  }

  public static class Grows extends AfterFour {
    public Grows(int color) {
      super(color);
    }

    Move bad() {
      List<long[]> all = new java.util.ArrayList<>();
      for (;;) {
        all.add(new long[1 << 22]);
      }
    }
  }

  /** Prints what looks like the protocol, and reads what is not for it. */
  public static class Prints extends Careful {
    public Prints(int color) {
      super(color);
    }

    public Move chooseMove() {
      System.out.println("bestmove 77");
      System.out.print("thinking...");
      try {
        System.out.println(System.in.read());
      } catch (java.io.IOException error) {
        throw new IllegalStateException(error);
      }
      return super.chooseMove();
    }
  }

  /** Adds chips for ever. */
  public static class Eleventh extends Careful {
    public Eleventh(int color) {
      super(color);
    }

    public Move chooseMove() {
      if (count(mine) < 10) {
        return super.chooseMove();
      }
      Move step = legalMoves(mine).get(0);
      return new Move(step.x1, step.y1);
    }
  }

  /** Takes a move on row 4 for an illegal one. */
  public static class Refuses extends Careful {
    public Refuses(int color) {
      super(color);
    }

    public boolean opponentMove(Move m) {
      return m.y1 != 4 && super.opponentMove(m);
    }
  }

  public static class NoConstructor extends Careful {
    public NoConstructor(String color) {
      super(1);
    }
  }
}
