package player;

/** What the course's program asks of a player. */
public abstract class Player {

  protected String myName;

  /** Find a move, record it and return it. */
  public abstract Move chooseMove();

  /** Record the opponent's move; false, and nothing changed, if it is illegal. */
  public abstract boolean opponentMove(Move m);

  /** Record a move as one's own; false, and nothing changed, if it is illegal. */
  public abstract boolean forceMove(Move m);

  public String getName() {
    return myName;
  }
}
