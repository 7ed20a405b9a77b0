package students;

import java.util.ArrayList;
import java.util.List;
import player.Move;
import player.Player;

/** Plays the first legal move it finds, and knows which moves are legal. */
public class Careful extends Player {

  protected final int[][] chips = new int[8][8]; // 1 is White's, -1 Black's
  protected final int mine;

  public Careful(int color) {
    mine = color == 1 ? 1 : -1;
  }

  public Move chooseMove() {
    Move move = legalMoves(mine).get(0);
    make(move, mine);
    return move;
  }

  public boolean opponentMove(Move m) {
    return take(m, -mine);
  }

  public boolean forceMove(Move m) {
    return take(m, mine);
  }

  private boolean take(Move m, int whose) {
    for (Move legal : legalMoves(whose)) {
      if (legal.toString().equals(m.toString())) {
        make(m, whose);
        return true;
      }
    }
    return false;
  }

  protected List<Move> legalMoves(int whose) {
    List<Move> moves = new ArrayList<>();
    boolean steps = count(whose) == 10;
    for (int from = 0; from < (steps ? 64 : 1); from++) {
      int fx = from / 8;
      int fy = from % 8;
      if (steps && chips[fx][fy] != whose) {
        continue;
      }
      chips[fx][fy] = steps ? 0 : chips[fx][fy];
      for (int to = 0; to < 64; to++) {
        int x = to / 8;
        int y = to % 8;
        if (!(steps && to == from) && isOpen(x, y, whose)) {
          moves.add(steps ? new Move(x, y, fx, fy) : new Move(x, y));
        }
      }
      chips[fx][fy] = steps ? whose : chips[fx][fy];
    }
    return moves;
  }

  private boolean isOpen(int x, int y, int whose) {
    boolean edgeX = x == 0 || x == 7;
    boolean edgeY = y == 0 || y == 7;
    if (chips[x][y] != 0 || (edgeX && (edgeY || whose < 0)) || (edgeY && whose > 0)) {
      return false;
    }
    List<int[]> near = around(x, y, whose);
    return near.size() < 2
        && (near.isEmpty() || around(near.get(0)[0], near.get(0)[1], whose).isEmpty());
  }

  private List<int[]> around(int x, int y, int whose) {
    List<int[]> found = new ArrayList<>();
    for (int i = Math.max(0, x - 1); i <= Math.min(7, x + 1); i++) {
      for (int j = Math.max(0, y - 1); j <= Math.min(7, y + 1); j++) {
        if ((i != x || j != y) && chips[i][j] == whose) {
          found.add(new int[] {i, j});
        }
      }
    }
    return found;
  }

  protected int count(int whose) {
    int count = 0;
    for (int[] column : chips) {
      for (int chip : column) {
        count += chip == whose ? 1 : 0;
      }
    }
    return count;
  }

  protected void make(Move m, int whose) {
    if (m.moveKind == Move.STEP) {
      chips[m.x2][m.y2] = 0;
    }
    chips[m.x1][m.y1] = whose;
  }
}
