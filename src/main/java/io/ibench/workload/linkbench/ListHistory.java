package io.ibench.workload.linkbench;

import io.ibench.random.Random64;
import java.util.Arrays;

/**
 * Where long lists ended, so that a later GET_LINKS_LIST can continue them. Confined to the
 * worker's thread. One entry for each id and type, at most 2048 as in the ancestor; then a new
 * entry replaces a random one.
 */
final class ListHistory {

  private static final int CAPACITY = 2048;

  /** Most workers never need more, and a thousand of them would fill the heap. */
  private static final int FIRST_CAPACITY = 64;

  private long[] id1 = new long[FIRST_CAPACITY];
  private long[] type = new long[FIRST_CAPACITY];
  private long[] time = new long[FIRST_CAPACITY];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /**
   * Adds the end of a list that was read from its beginning. Does nothing when the list has an
   * entry already, which may be further on.
   */
  void add(long listId1, long listType, long oldestTime, Random64 random) {
    if (contains(listId1, listType)) {
      return;
    }
    if (size == id1.length && size < CAPACITY) {
      grow();
    }
    int at = size < CAPACITY ? size++ : random.nextInt(CAPACITY);
    id1[at] = listId1;
    type[at] = listType;
    time[at] = oldestTime;
  }

  private void grow() {
    id1 = Arrays.copyOf(id1, 2 * size);
    type = Arrays.copyOf(type, 2 * size);
    time = Arrays.copyOf(time, 2 * size);
  }

  /** A linear scan: cheap compared with the full list that was just read. */
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
