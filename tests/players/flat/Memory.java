package player;

class Memory {
  int next = 1;
}
