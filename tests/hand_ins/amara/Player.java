package player;

public abstract class Player {

  /** Not in the course's own class. */
  protected static final int MOST_REPLIES = 60;

  public abstract Move chooseMove();

  public abstract boolean opponentMove(Move m);

  public abstract boolean forceMove(Move m);
}
