package cs61bxy.player;

/** In a package of its own. It forgets that there are steps, and adds an eleventh chip. */
public class MachinePlayer extends Player {

  private final Rules rules = new Rules();
  private final int mine;

  public MachinePlayer(int color) {
    mine = color == 1 ? 1 : -1;
  }

  public Move chooseMove() {
    Move move = rules.legalMoves(mine).get(0);
    Move wrong = new Move(move.x1, move.y1);
    rules.make(wrong, mine);
    return wrong;
  }

  public boolean opponentMove(Move m) {
    boolean legal = rules.isLegal(m, -mine);
    if (legal) {
      rules.make(m, -mine);
    }
    return legal;
  }

  public boolean forceMove(Move m) {
    boolean legal = rules.isLegal(m, mine);
    if (legal) {
      rules.make(m, mine);
    }
    return legal;
  }
}
