import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A small engine for Network that speaks UGI. It wins in one when it can, stops the opponent's win
 * in one when it can, and otherwise likes chips that see each other. Begin with choose.
 */
public final class Engine {

  static final int WHITE = 1;
  static final int BLACK = -1;

  /** A step from a square, or an add if that is -1. Squares are 8 * column + row. */
  record Move(int from, int to) {

    static Move parse(String text) {
      int[] d = text.chars().filter(Character::isDigit).map(c -> c - '0').toArray();
      return d.length == 2
          ? new Move(-1, 8 * d[0] + d[1])
          : new Move(8 * d[0] + d[1], 8 * d[2] + d[3]);
    }

    @Override
    public String toString() {
      String target = "" + to / 8 + to % 8;
      return from < 0 ? target : "" + from / 8 + from % 8 + "-" + target;
    }
  }

  /** A position, and the rules of the game. */
  record Board(int[] chips, int turn, int steps) {

    static Board start() {
      return new Board(new int[64], WHITE, 0);
    }

    static Board parse(String rows, String turn, String steps) {
      int[] chips = new int[64];
      int x = 0;
      int y = 0;
      for (char sign : rows.toCharArray()) {
        if (sign == '/') {
          x = 0;
          y++;
        } else if (Character.isDigit(sign)) {
          x += sign - '0';
        } else {
          chips[8 * x++ + y] = sign == 'W' ? WHITE : BLACK;
        }
      }
      return new Board(chips, turn.equals("w") ? WHITE : BLACK, Integer.parseInt(steps));
    }

    Board after(Move move) {
      int[] next = chips.clone();
      if (move.from() >= 0) {
        next[move.from()] = 0;
      }
      next[move.to()] = turn;
      return new Board(next, -turn, steps + (move.from() < 0 ? 0 : 1));
    }

    List<Move> legalMoves() {
      List<Move> moves = new ArrayList<>();
      boolean isStepping = count(turn) == 10;
      for (int from = isStepping ? 0 : -1; from < (isStepping ? 64 : 0); from++) {
        if (isStepping && chips[from] != turn) {
          continue;
        }
        int[] lifted = chips.clone();
        if (isStepping) {
          lifted[from] = 0;
        }
        for (int to = 0; to < 64; to++) {
          if (to != from && isOpen(lifted, to, turn)) {
            moves.add(new Move(from, to));
          }
        }
      }
      return moves;
    }

    long count(int side) {
      return Arrays.stream(chips).filter(chip -> chip == side).count();
    }

    private static boolean isOpen(int[] chips, int square, int side) {
      boolean edgeX = square / 8 == 0 || square / 8 == 7;
      boolean edgeY = square % 8 == 0 || square % 8 == 7;
      if (chips[square] != 0 || (edgeX && (edgeY || side == BLACK)) || (edgeY && side == WHITE)) {
        return false;
      }
      int near = touching(chips, square, side, -1);
      return near < 0 || (touching(chips, square, side, near) < 0 && touching(chips, near, side, -1) < 0);
    }

    /** A chip of a side that touches a square, other than one; or -1. */
    private static int touching(int[] chips, int square, int side, int except) {
      for (int way = 0; way < 9; way++) {
        int x = square / 8 + way / 3 - 1;
        int y = square % 8 + way % 3 - 1;
        int at = 8 * x + y;
        if (way != 4 && x >= 0 && x < 8 && y >= 0 && y < 8 && at != except && chips[at] == side) {
          return at;
        }
      }
      return -1;
    }

    /** The first chip in a direction, or -1. */
    int sees(int square, int dx, int dy) {
      int x = square / 8 + dx;
      int y = square % 8 + dy;
      for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
        if (chips[8 * x + y] != 0) {
          return 8 * x + y;
        }
      }
      return -1;
    }

    /** The side whose network decides, the opponent's of who has moved first; 0 if there is none. */
    int winner() {
      return hasNetwork(turn) ? turn : hasNetwork(-turn) ? -turn : 0;
    }

    boolean hasNetwork(int side) {
      for (int i = 1; i < 7; i++) {
        int square = side == WHITE ? i : 8 * i;
        if (chips[square] == side && reaches(square, 4, 1, side, new boolean[64])) {
          return true;
        }
      }
      return false;
    }

    /** Whether a path of chips that has come to a square, by a way, reaches the other goal. */
    private boolean reaches(int square, int came, int length, int side, boolean[] used) {
      int goal = side == WHITE ? square / 8 : square % 8;
      if (goal == 7) {
        return length >= 6;
      }
      if (goal == 0 && length > 1) {
        return false;
      }
      used[square] = true;
      for (int way = 0; way < 9; way++) {
        int next = way == 4 || way == came ? -1 : sees(square, way / 3 - 1, way % 3 - 1);
        if (next >= 0 && chips[next] == side && !used[next]
            && reaches(next, way, length + 1, side, used)) {
          return true;
        }
      }
      used[square] = false;
      return false;
    }

    int links(int side) {
      int pairs = 0;
      for (int square = 0; square < 64; square++) {
        for (int way = 0; way < 9 && chips[square] == side; way++) {
          int next = way == 4 ? -1 : sees(square, way / 3 - 1, way % 3 - 1);
          pairs += next >= 0 && chips[next] == side ? 1 : 0;
        }
      }
      return pairs;
    }

    String key() {
      return turn + Arrays.toString(chips);
    }
  }

  private Board board = Board.start();
  private final List<String> seen = new ArrayList<>();

  /** The best move: a win, or else one that lets nobody win, with the most links; or null. */
  static Move choose(Board board) {
    Move best = null;
    int most = Integer.MIN_VALUE;
    for (Move move : board.legalMoves()) {
      Board next = board.after(move);
      int won = next.winner();
      int worth = won != 0
          ? 5000 * won * board.turn()
          : next.links(board.turn()) - next.links(-board.turn());
      if (won == 0 && worth > most && canWin(next)) {
        worth -= 1000;
      }
      if (worth > most) {
        most = worth;
        best = move;
      }
    }
    return best;
  }

  private static boolean canWin(Board board) {
    return board.count(board.turn()) >= 5 // a network has six chips
        && board.legalMoves().stream().anyMatch(move -> board.after(move).winner() == board.turn());
  }

  String result() {
    int won = board.winner();
    if (won == 0 && board.legalMoves().isEmpty()) {
      won = -board.turn();
    }
    if (won != 0) {
      return won == WHITE ? "p1win" : "p2win";
    }
    boolean repeats = seen.stream().filter(board.key()::equals).count() >= 3;
    return repeats || board.steps() >= 200 ? "draw" : "none";
  }

  /** The answer to a command; empty if there is none. */
  String answer(String line) {
    String[] words = line.trim().split("\\s+");
    switch (words[0]) {
      case "ugi":
        return "id name ENGINE_NAME\nid author you\nugiok";
      case "isready":
        return "readyok";
      case "position":
        setUp(words);
        return "";
      case "go":
        Move move = choose(board);
        return "bestmove " + (move == null ? "none" : move);
      case "query":
        return query(words.length > 1 ? words[1] : "");
      default:
        return "";
    }
  }

  private String query(String question) {
    switch (question) {
      case "p1turn":
        return "response " + (board.turn() == WHITE);
      case "gameover":
        return "response " + !result().equals("none");
      case "result":
        return "response " + result();
      default:
        return "";
    }
  }

  private void setUp(String[] words) {
    boolean isStart = words[1].equals("startpos");
    board = isStart ? Board.start() : Board.parse(words[2], words[3], words[4]);
    seen.clear();
    seen.add(board.key());
    for (int i = isStart ? 3 : 7; i < words.length; i++) {
      board = board.after(Move.parse(words[i]));
      seen.add(board.key());
    }
  }

  public static void main(String[] args) throws IOException {
    Engine engine = new Engine();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.trim().equals("quit")) {
        return;
      }
      String answer;
      try {
        answer = engine.answer(line);
      } catch (RuntimeException error) {
        answer = "info string cannot make sense of: " + line.trim();
      }
      if (!answer.isEmpty()) {
        System.out.print(answer + "\n");
        System.out.flush();
      }
    }
  }
}
