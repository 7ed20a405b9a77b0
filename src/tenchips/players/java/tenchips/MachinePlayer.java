package tenchips;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import player.Move;
import player.Player;

/**
 * The machine of Tenchips for the course's own program, in a package of its own: it can play there
 * against a student's player.MachinePlayer.
 *
 * It runs "tenchips ugi", which must be on the path, or whatever command the environment variable
 * TENCHIPS_UGI holds, and ends it with this program.
 */
public class MachinePlayer extends Player {

  private static final int MILLISECONDS = 4500;

  private final boolean white;
  private final String limit;
  private final Process engine;
  private final PrintStream in;
  private final BufferedReader out;
  private String game = "";
  private int moves = 0;

  /** A player that answers within five seconds; color is 1 for White and 0 for Black. */
  public MachinePlayer(int color) {
    this(color, "movetime " + MILLISECONDS);
  }

  /** A player that looks exactly this many plies ahead. */
  public MachinePlayer(int color, int searchDepth) {
    this(color, "depth " + searchDepth);
  }

  private MachinePlayer(int color, String limit) {
    this.white = color == 1;
    this.limit = limit;
    myName = "Tenchips";
    String command = System.getenv("TENCHIPS_UGI");
    try {
      engine = new ProcessBuilder((command == null ? "tenchips ugi" : command).split(" +"))
          .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException error) {
      throw new IllegalStateException("tenchips cannot be started: put it on the path", error);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(engine::destroyForcibly));
    in = new PrintStream(engine.getOutputStream(), true);
    out = new BufferedReader(new InputStreamReader(engine.getInputStream()));
    ask("ugi", "ugiok");
    ask("isready", "readyok");
  }

  public Move chooseMove() {
    if (!isTurn(white)) {
      throw new IllegalStateException("it is not this player's turn");
    }
    in.println(position());
    String move = ask("go " + limit, "bestmove ").split(" ")[1];
    record(move);
    return read(move);
  }

  public boolean opponentMove(Move m) {
    return accept(m, !white);
  }

  public boolean forceMove(Move m) {
    return accept(m, white);
  }

  private boolean accept(Move m, boolean byWhite) {
    if (m == null || m.moveKind == Move.QUIT || !isTurn(byWhite)) {
      return false;
    }
    String move = write(m);
    in.println(position());
    boolean legal = ask("query islegal " + move, "response ").equals("response true");
    if (legal) {
      record(move);
    }
    return legal;
  }

  private boolean isTurn(boolean ofWhite) {
    return (moves % 2 == 0) == ofWhite;
  }

  private String position() {
    return "position startpos" + (moves == 0 ? "" : " moves" + game);
  }

  private void record(String move) {
    game += " " + move;
    moves++;
  }

  private static String write(Move m) {
    String to = "" + m.x1 + m.y1;
    return m.moveKind == Move.ADD ? to : "" + m.x2 + m.y2 + "-" + to;
  }

  private static Move read(String move) {
    int[] digits = move.chars().filter(Character::isDigit).map(c -> c - '0').toArray();
    return digits.length == 2
        ? new Move(digits[0], digits[1])
        : new Move(digits[2], digits[3], digits[0], digits[1]);
  }

  /** Send a command and wait for the line that begins with the expected word. */
  private String ask(String command, String expected) {
    in.println(command);
    try {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(expected)) {
          return line.trim();
        }
      }
    } catch (IOException error) {
      throw new IllegalStateException("tenchips has ended", error);
    }
    throw new IllegalStateException("tenchips has ended");
  }
}
