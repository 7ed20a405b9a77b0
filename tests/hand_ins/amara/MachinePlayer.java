package player;

import java.util.List;

/** Good: wins in one, stops a win in one, and likes chips that see each other. */
public class MachinePlayer extends Player {

  private final Rules rules = new Rules();
  private final int mine;

  public MachinePlayer(int color) {
    mine = color == 1 ? 1 : -1;
  }

  /** Only the square of the depth is used, to show that it came here. */
  public MachinePlayer(int color, int depth) {
    this(color);
    System.out.println("depth squared is " + depth * depth);
  }

  public Move chooseMove() {
    Move best = null;
    int most = Integer.MIN_VALUE;
    for (Move move : rules.legalMoves(mine)) {
      rules.make(move, mine);
      boolean lost = rules.hasNetwork(-mine);
      int worth = lost ? -2000 : rules.hasNetwork(mine) ? 2000 : rules.links(mine);
      if (worth > most && Math.abs(worth) < 2000 && losesInOne()) {
        worth = -1000;
      }
      rules.undo(move, mine);
      if (worth > most) {
        most = worth;
        best = move;
      }
    }
    rules.make(best, mine);
    return best;
  }

  private boolean losesInOne() {
    if (rules.count(-mine) < 5) {
      return false;
    }
    for (Move reply : rules.legalMoves(-mine)) {
      rules.make(reply, -mine);
      boolean lost = rules.hasNetwork(-mine) && !rules.hasNetwork(mine);
      rules.undo(reply, -mine);
      if (lost) {
        return true;
      }
    }
    return false;
  }

  public boolean opponentMove(Move m) {
    return take(m, -mine);
  }

  public boolean forceMove(Move m) {
    return take(m, mine);
  }

  private boolean take(Move m, int side) {
    List<Move> legal = rules.legalMoves(side);
    if (legal.size() < MOST_REPLIES * 10 && legal.contains(m)) {
      rules.make(m, side);
      return true;
    }
    return false;
  }
}
