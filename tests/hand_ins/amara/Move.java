package player;

/** Her own copy of the course's move: it has an equals that her player relies on. */
public class Move {

  public static final int QUIT = 0;
  public static final int ADD = 1;
  public static final int STEP = 2;

  public int moveKind;
  public int x1, y1, x2, y2;

  public Move(int x, int y) {
    moveKind = ADD;
    x1 = x;
    y1 = y;
  }

  public Move(int newX, int newY, int oldX, int oldY) {
    this(newX, newY);
    moveKind = STEP;
    x2 = oldX;
    y2 = oldY;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Move && Rules.same(this, (Move) other);
  }

  @Override
  public int hashCode() {
    return 8 * x1 + y1;
  }
}
