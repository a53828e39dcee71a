package io.ibench.workload.linkbench;

import io.ibench.random.Random64;

/**
 * Where long lists ended, so that a later GET_LINKS_LIST can page further back. One worker's; one
 * entry for an id and type, at most 2048 as the ancestor keeps, and then a random one gives way.
 */
final class ListHistory {

  private static final int MOST = 2048;

  private final long[] id1 = new long[MOST];
  private final long[] type = new long[MOST];
  private final long[] time = new long[MOST];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /**
   * Keeps where a list ended that was read from its beginning; does nothing when it is known
   * already, and perhaps paged further.
   */
  void add(long listId1, long listType, long oldestTime, Random64 random) {
    if (contains(listId1, listType)) {
      return;
    }
    int at = size < MOST ? size++ : random.nextInt(MOST);
    id1[at] = listId1;
    type[at] = listType;
    time[at] = oldestTime;
  }

  /** A scan, which costs next to nothing beside the full list that was read. */
  private boolean contains(long listId1, long listType) {
    for (int entry = 0; entry < size; entry++) {
      if (id1[entry] == listId1 && type[entry] == listType) {
        return true;
      }
    }
    return false;
  }

  int choose(Random64 random) {
    return random.nextInt(size);
  }

  long id1(int entry) {
    return id1[entry];
  }

  long type(int entry) {
    return type[entry];
  }

  long time(int entry) {
    return time[entry];
  }

  void move(int entry, long oldestTime) {
    time[entry] = oldestTime;
  }

  void remove(int entry) {
    size--;
    id1[entry] = id1[size];
    type[entry] = type[size];
    time[entry] = time[size];
  }
}
