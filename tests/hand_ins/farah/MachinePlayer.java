package player;

/** Takes whatever the other plays, legal or not. */
public class MachinePlayer extends Player {

  private final Rules rules = new Rules();
  private final int mine;

  public MachinePlayer(int color) {
    mine = color == 1 ? 1 : -1;
  }

  public Move chooseMove() {
    java.util.List<Move> legal = rules.legalMoves(mine);
    Move move = legal.get(legal.size() - 1);
    rules.make(move, mine);
    return move;
  }

  public boolean opponentMove(Move m) {
    rules.make(m, -mine);
    return true;
  }

  public boolean forceMove(Move m) {
    rules.make(m, mine);
    return true;
  }
}
