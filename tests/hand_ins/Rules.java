package player;

import java.util.ArrayList;
import java.util.List;

/** The rules as the players of this folder know them: legal moves and networks. */
class Rules {

  /** 1 is White's chip, -1 Black's. */
  final int[][] chips = new int[8][8];

  boolean isLegal(Move m, int side) {
    return legalMoves(side).stream().anyMatch(each -> same(each, m));
  }

  static boolean same(Move a, Move b) {
    boolean alike = a.moveKind == b.moveKind && a.x1 == b.x1 && a.y1 == b.y1;
    return alike && (a.moveKind != Move.STEP || (a.x2 == b.x2 && a.y2 == b.y2));
  }

  List<Move> legalMoves(int side) {
    List<Move> moves = new ArrayList<>();
    boolean steps = count(side) == 10;
    for (int from = 0; from < (steps ? 64 : 1); from++) {
      int fx = from / 8;
      int fy = from % 8;
      int chip = chips[fx][fy];
      if (steps && chip != side) {
        continue;
      }
      chips[fx][fy] = 0;
      for (int to = 0; to < 64; to++) {
        if (!(steps && to == from) && isOpen(to / 8, to % 8, side)) {
          moves.add(steps ? new Move(to / 8, to % 8, fx, fy) : new Move(to / 8, to % 8));
        }
      }
      chips[fx][fy] = chip;
    }
    return moves;
  }

  private boolean isOpen(int x, int y, int side) {
    boolean edgeX = x == 0 || x == 7;
    boolean edgeY = y == 0 || y == 7;
    if (chips[x][y] != 0 || (edgeX && (edgeY || side < 0)) || (edgeY && side > 0)) {
      return false;
    }
    List<int[]> near = around(x, y, side);
    return near.size() < 2
        && (near.isEmpty() || around(near.get(0)[0], near.get(0)[1], side).isEmpty());
  }

  private List<int[]> around(int x, int y, int side) {
    List<int[]> found = new ArrayList<>();
    for (int i = Math.max(0, x - 1); i <= Math.min(7, x + 1); i++) {
      for (int j = Math.max(0, y - 1); j <= Math.min(7, y + 1); j++) {
        if ((i != x || j != y) && chips[i][j] == side) {
          found.add(new int[] {i, j});
        }
      }
    }
    return found;
  }

  int count(int side) {
    int count = 0;
    for (int[] column : chips) {
      for (int chip : column) {
        count += chip == side ? 1 : 0;
      }
    }
    return count;
  }

  void make(Move m, int side) {
    if (m.moveKind == Move.STEP) {
      chips[m.x2][m.y2] = 0;
    }
    chips[m.x1][m.y1] = side;
  }

  void undo(Move m, int side) {
    chips[m.x1][m.y1] = 0;
    if (m.moveKind == Move.STEP) {
      chips[m.x2][m.y2] = side;
    }
  }

  boolean hasNetwork(int side) {
    for (int i = 1; i < 7; i++) {
      int x = side > 0 ? 0 : i;
      int y = side > 0 ? i : 0;
      if (chips[x][y] == side && reaches(x, y, 0, 0, 1, side, new boolean[8][8])) {
        return true;
      }
    }
    return false;
  }

  /** Whether a path of chips that has come here, in a direction, can go on to the other goal. */
  private boolean reaches(int x, int y, int dx, int dy, int length, int side, boolean[][] used) {
    int goal = side > 0 ? x : y;
    if (goal == 7) {
      return length >= 6;
    }
    if (goal == 0 && length > 1) {
      return false;
    }
    used[x][y] = true;
    for (int i = -1; i <= 1; i++) {
      for (int j = -1; j <= 1; j++) {
        int[] next = (i == dx && j == dy) ? null : sees(x, y, i, j);
        if (next != null && chips[next[0]][next[1]] == side && !used[next[0]][next[1]]
            && reaches(next[0], next[1], i, j, length + 1, side, used)) {
          return true;
        }
      }
    }
    used[x][y] = false;
    return false;
  }

  /** The first chip in a direction. */
  int[] sees(int x, int y, int dx, int dy) {
    for (int i = x + dx, j = y + dy; (dx != 0 || dy != 0) && i >= 0 && i < 8 && j >= 0 && j < 8;
        i += dx, j += dy) {
      if (chips[i][j] != 0) {
        return new int[] {i, j};
      }
    }
    return null;
  }

  /** How many pairs of a side's chips see each other. */
  int links(int side) {
    int links = 0;
    for (int square = 0; square < 64; square++) {
      for (int way = 0; way < 9 && chips[square / 8][square % 8] == side; way++) {
        int[] seen = sees(square / 8, square % 8, way / 3 - 1, way % 3 - 1);
        links += seen != null && chips[seen[0]][seen[1]] == side ? 1 : 0;
      }
    }
    return links;
  }
}
