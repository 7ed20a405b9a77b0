/** Run it with "make test". */
final class EngineTest {

  private static final String GAME = "01 60 03 65 06 55 71 33 73 35 76";

  public static void main(String[] args) {
    Engine engine = new Engine();
    expect("response true", engine.answer("query p1turn"));
    engine.answer("position startpos moves " + GAME);
    String answer = engine.answer("go");
    expect("true", "" + (answer.equals("bestmove 57") || answer.equals("bestmove 17")));
    engine.answer("position startpos moves " + GAME + " 57");
    expect("response p2win", engine.answer("query result"));
    System.out.println("all tests passed");
  }

  private static void expect(String right, String answer) {
    if (!right.equals(answer)) {
      throw new AssertionError("expected " + right + ", got " + answer);
    }
  }
}
