package tenchips;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Speaks UGI for a player of the course: "java tenchips.Adapter player.MachinePlayer [DEPTH]".
 * With a depth, the player is made by its constructor of a colour and a depth.
 *
 * The player and its Move are used by reflection, so it may be compiled against any copy of the
 * course's files. What it prints goes to the error output. If something goes wrong with it,
 * one line there says what, and this program ends. No move is judged here: the referee does that.
 */
public final class Adapter {

  private static final int WHITE = 1;
  private static final int BLACK = 0;

  private final String name;
  private final Integer depth;
  private Class<?> type;
  private Class<?> moveType;
  private Object player;
  private int color;
  private final List<String> known = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private List<String> game = new ArrayList<>();

  private Adapter(String name, Integer depth) {
    this.name = name;
    this.depth = depth;
  }

  /** Look for the class: not before the first game, when faults are expected. */
  private void load() throws Exception {
    type = Class.forName(name);
    if (!Modifier.isPublic(type.getModifiers())) {
      throw new PlayerFault("crash", "is not public: write public class " + type.getSimpleName());
    }
    Method opponent = null;
    for (Method method : type.getMethods()) {
      if (method.getName().equals("opponentMove") && method.getParameterCount() == 1) {
        opponent = method;
      }
    }
    if (opponent == null) {
      throw new PlayerFault("crash", "has no method opponentMove(Move)");
    }
    moveType = opponent.getParameterTypes()[0];
  }

  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    System.setOut(System.err);
    System.setIn(new ByteArrayInputStream(new byte[0]));
    try {
      Adapter adapter = new Adapter(args[0], args.length > 1 ? Integer.valueOf(args[1]) : null);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.trim().equals("quit")) {
          break;
        }
        String answer = adapter.answer(line.trim().split("\\s+"));
        if (answer != null) {
          out.print(answer + "\n");
          out.flush();
        }
      }
      Runtime.getRuntime().halt(0);
    } catch (PlayerFault fault) {
      report(fault.kind, fault.getMessage());
    } catch (ClassNotFoundException error) {
      report("crash", "is not there: no class " + args[0] + " on its path");
    } catch (ExceptionInInitializerError error) {
      error.getCause().printStackTrace();
      report("exception", threw(error.getCause(), "loading " + args[0]));
    } catch (NoClassDefFoundError error) {
      error.printStackTrace();
      report("crash", "lacks the class " + String.valueOf(error.getMessage()).replace('/', '.'));
    } catch (Throwable error) {
      error.printStackTrace();
      report("crash", args[0] + " cannot be loaded: " + error);
    }
  }

  private static void report(String kind, String sentence) {
    System.err.println();
    System.err.println("tenchips fault: " + kind + ": " + sentence.replaceAll("\\s+", " "));
    System.err.flush();
    Runtime.getRuntime().halt(1);
  }

  private String answer(String[] words) throws Exception {
    List<String> rest = Arrays.asList(words);
    switch (words[0]) {
      case "ugi":
        return "id name " + name + "\nid author unknown\nugiok";
      case "isready":
        return "readyok";
      case "uginewgame":
        player = null;
        game = new ArrayList<>();
        load();
        return null;
      case "position":
        if (!words[1].equals("startpos")) {
          throw new PlayerFault("no move", "can only play from the beginning of a game");
        }
        game = rest.subList(Math.min(3, rest.size()), rest.size());
        return null;
      case "go":
        return "bestmove " + choose();
      case "query":
        return "response " + query(rest.subList(1, rest.size()));
      default:
        return null;
    }
  }

  private String query(List<String> question) throws Exception {
    if (question.get(0).equals("seat")) {
      seat(question.get(1).equals("w") ? WHITE : BLACK);
      return "true";
    }
    boolean own = question.get(0).equals("forcemove");
    if (own || question.get(0).equals("opponentmove")) {
      seat(own ? turn() : WHITE + BLACK - turn());
      boolean taken = offer(own ? "forceMove" : "opponentMove", question.get(1));
      player = null; // it may have recorded the move, so it knows another game now
      return String.valueOf(taken);
    }
    return refused.isEmpty() ? "none" : String.join(",", refused);
  }

  private int turn() {
    return game.size() % 2 == 0 ? WHITE : BLACK;
  }

  private String choose() throws Exception {
    seat(turn());
    Object move = call("chooseMove", () -> type.getMethod("chooseMove").invoke(player));
    if (move == null) {
      throw new PlayerFault("no move", "returned null from chooseMove");
    }
    String text = write(move);
    known.add(text);
    return text;
  }

  /** Make the player of a colour, and pass all moves of the game on to it. */
  private void seat(int wanted) throws Exception {
    if (type == null) {
      load();
    }
    boolean follows = known.size() <= game.size() && game.subList(0, known.size()).equals(known);
    if (player == null || color != wanted || !follows) {
      player = create(wanted);
      color = wanted;
      known.clear();
      refused.clear();
    }
    while (known.size() < game.size()) {
      boolean own = (known.size() % 2 == 0) == (color == WHITE);
      String move = game.get(known.size());
      if (!offer(own ? "forceMove" : "opponentMove", move)) {
        refused.add(move);
      }
      known.add(move);
    }
  }

  private Object create(int wanted) throws Exception {
    String what = type.getSimpleName();
    if (depth == null && hasConstructor(int.class, int.class) && !hasConstructor(int.class)) {
      throw new PlayerFault("crash", "has no public " + what + "(int), only " + what
          + "(int, int): choose its depth with #depth=3");
    }
    return call(what + (depth == null ? "" : " with a depth"), () -> depth == null
        ? type.getConstructor(int.class).newInstance(wanted)
        : type.getConstructor(int.class, int.class).newInstance(wanted, depth));
  }

  private boolean hasConstructor(Class<?>... types) {
    return Arrays.stream(type.getConstructors())
        .anyMatch(each -> Arrays.equals(each.getParameterTypes(), types));
  }

  private boolean offer(String method, String text) throws Exception {
    Object move = read(text);
    Object taken = call(method, () -> type.getMethod(method, moveType).invoke(player, move));
    return Boolean.TRUE.equals(taken);
  }

  private Object read(String text) throws Exception {
    int[] d = text.chars().filter(Character::isDigit).map(c -> c - '0').toArray();
    if (d.length == 2) {
      return moveType.getConstructor(int.class, int.class).newInstance(d[0], d[1]);
    }
    return moveType.getConstructor(int.class, int.class, int.class, int.class)
        .newInstance(d[2], d[3], d[0], d[1]);
  }

  private String write(Object move) throws Exception {
    int kind = field(move, "moveKind");
    if (kind == 0) {
      throw new PlayerFault("quit", "returned a move that quits the game");
    }
    if (kind != 1 && kind != 2) {
      throw new PlayerFault("garbage", "returned a move of kind " + kind + ", and there is none");
    }
    String to = field(move, "x1") + "" + field(move, "y1");
    String text = kind == 1 ? to : field(move, "x2") + "" + field(move, "y2") + "-" + to;
    if (!text.matches("[0-7]{2}(-[0-7]{2})?")) {
      throw new PlayerFault("illegal move", "played " + text + ": it is not on the board");
    }
    return text;
  }

  private static int field(Object move, String name) throws Exception {
    return move.getClass().getField(name).getInt(move);
  }

  private interface Work {
    Object run() throws Exception;
  }

  /** Do something with the player, and say what it threw. */
  private static Object call(String what, Work work) throws Exception {
    try {
      return work.run();
    } catch (InvocationTargetException error) {
      Throwable cause = error.getCause();
      cause.printStackTrace();
      if (cause instanceof NoClassDefFoundError) {
        throw (NoClassDefFoundError) cause;
      }
      throw new PlayerFault("exception", threw(cause, what));
    } catch (NoSuchMethodException error) {
      throw new PlayerFault("crash", "has no public " + what + " as the course has it");
    }
  }

  /** What was thrown, in which method of the player's, and in which line of its source. */
  private static String threw(Throwable cause, String what) {
    String line = Arrays.stream(cause.getStackTrace())
        .filter(frame -> !frame.getClassName().matches("(java|javax|jdk|sun|tenchips)\\..*"))
        .findFirst().map(frame -> " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
        .orElse("");
    return "threw " + cause.getClass().getSimpleName() + " in " + what
        + (cause.getMessage() == null ? "" : ": " + cause.getMessage()) + line;
  }

  private static final class PlayerFault extends Exception {

    private static final long serialVersionUID = 1L;
    final String kind;

    PlayerFault(String kind, String sentence) {
      super(sentence);
      this.kind = kind;
    }
  }
}
