package player;

/** Compiles, loads, and crashes when it is made. */
public class MachinePlayer extends Player {

  private final int[] columns = new int[8];

  public MachinePlayer(int color) {
    for (int x = 0; x <= 8; x++) {
      columns[x] = color;
    }
  }

  public Move chooseMove() {
    return new Move(1, 1);
  }

  public boolean opponentMove(Move m) {
    return true;
  }

  public boolean forceMove(Move m) {
    return true;
  }
}
