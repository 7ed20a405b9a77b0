package player;

/** The machine of Tenchips in the place of a student's player. */
public class MachinePlayer extends tenchips.MachinePlayer {

  /** A player that answers within five seconds; color is 1 for White and 0 for Black. */
  public MachinePlayer(int color) {
    super(color);
  }

  /** A player that looks exactly this many plies ahead. */
  public MachinePlayer(int color, int searchDepth) {
    super(color, searchDepth);
  }
}
