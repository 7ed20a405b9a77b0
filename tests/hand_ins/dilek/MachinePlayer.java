package player;

/** Handed in without her Board. */
public class MachinePlayer extends Player {

  private final Board board = new Board();

  public MachinePlayer(int color) {
    board.begin(color);
  }

  public Move chooseMove() {
    return Search.best(board);
  }

  public boolean opponentMove(Move m) {
    return true;
  }

  public boolean forceMove(Move m) {
    return true;
  }
}
