package player;

/** A move as the course writes it: an add to (x1, y1), or a step from (x2, y2) to (x1, y1). */
public class Move {

  public final static int QUIT = 0;
  public final static int ADD = 1;
  public final static int STEP = 2;

  public int moveKind;
  public int x1, y1;
  public int x2, y2;

  /** To give up. */
  public Move() {
    moveKind = QUIT;
  }

  /** To add a chip. */
  public Move(int x, int y) {
    moveKind = ADD;
    x1 = x;
    y1 = y;
  }

  /** To step; the new square comes first. */
  public Move(int newX, int newY, int oldX, int oldY) {
    moveKind = STEP;
    x1 = newX;
    y1 = newY;
    x2 = oldX;
    y2 = oldY;
  }

  public String toString() {
    switch (moveKind) {
      case ADD:
        return "[add to " + x1 + y1 + "]";
      case STEP:
        return "[step from " + x2 + y2 + " to " + x1 + y1 + "]";
      default:
        return "[quit]";
    }
  }
}
