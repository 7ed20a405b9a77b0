package player;

/** Weak: knows the rules and plays the first legal move. Größe und Zahl stimmen – für „immer“. */
public class MachinePlayer extends Player {

  private final Rules rules = new Rules();
  private final int mine;

  public MachinePlayer(int color) {
    mine = color == 1 ? 1 : -1;
    myName = "Bruno Müller";
  }

  public Move chooseMove() {
    Move move = rules.legalMoves(mine).get(0);
    rules.make(move, mine);
    return move;
  }

  public boolean opponentMove(Move m) {
    return take(m, -mine);
  }

  public boolean forceMove(Move m) {
    return take(m, mine);
  }

  private boolean take(Move m, int side) {
    boolean legal = rules.isLegal(m, side);
    if (legal) {
      rules.make(m, side);
    }
    return legal;
  }
}
