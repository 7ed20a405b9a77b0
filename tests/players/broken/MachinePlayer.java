package player;

public class MachinePlayer extends Player {
  public Move chooseMove() {
    return new Moove();
  }
}
