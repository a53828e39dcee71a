package io.ibench.workload.kv;

import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.table.TableBooks;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which keys the table must have. After a complete {@code fillseq} it has all of them, and puts
 * change nothing; after random fills and deletes one bit for each key says so. Thread-safe: workers
 * set and clear bits, all else happens while no worker writes.
 */
final class KeyBooks implements TableBooks {

  private static final String ROWS = "rows";

  /** More keys than this have no bits: they would need more than 8 GB. */
  private static final long MOST_TRACKED = 1L << 36;

  /** Bits may take this part of the heap. */
  private static final int HEAP_SHARE = 4;

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  /** What is known. */
  enum State {
    /** Nothing. */
    UNKNOWN,
    /** The number of rows. */
    COUNTED,
    /** Every key is there. */
    ALL,
    /** The bits say which keys are there. */
    TRACKED
  }

  private final long num;
  private volatile State state = State.UNKNOWN;
  private long rows;
  private volatile long[] bits = {};

  KeyBooks(long num) {
    this.num = num;
  }

  State state() {
    return state;
  }

  @Override
  public void continueFrom(Map<String, Map<String, Long>> totals) {
    rows = Objects.requireNonNull(totals.get(KvTable.NAME)).getOrDefault(ROWS, -1L);
    set(rows == num ? State.ALL : rows < 0 ? State.UNKNOWN : State.COUNTED);
  }

  private void set(State next) {
    state = next;
    if (next != State.TRACKED) {
      bits = new long[0];
    }
  }

  /** The table is empty and will be filled, by random keys or by all in turn. */
  void beginFill(boolean random) {
    set(State.UNKNOWN);
    if (random) {
      track(0);
    }
  }

  /** Every key was put. */
  @Override
  public void loaded() {
    set(State.ALL);
  }

  /** Workers will put keys, or delete them. */
  void beginWrites(boolean deletes) {
    if (state == State.ALL && deletes) {
      track(-1);
    } else if (state == State.COUNTED) {
      set(State.UNKNOWN);
    }
  }

  private void track(long word) {
    long words = (num + Long.SIZE - 1) / Long.SIZE;
    boolean fits =
        num <= MOST_TRACKED && words * Long.BYTES < Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    if (!fits) {
      set(State.UNKNOWN);
      return;
    }
    long[] fresh = new long[(int) words];
    Arrays.fill(fresh, word);
    if (word != 0 && num % Long.SIZE != 0) {
      fresh[fresh.length - 1] = (1L << num) - 1;
    }
    bits = fresh;
    set(State.TRACKED);
  }

  /** The table is counted: {@link #put} is called for each row. */
  void beginRecount() {
    track(0);
  }

  /** All rows are counted. Without bits for them only their number is known. */
  void recounted(long found) {
    rows = found;
    if (found == num) {
      set(State.ALL);
    } else if (state != State.TRACKED) {
      set(State.COUNTED);
    }
  }

  /** Nobody knows what the table holds. */
  @Override
  public void clear() {
    set(State.UNKNOWN);
  }

  /** Puts of other processes change no book: every key is there. */
  @Override
  public void add(int totals, WorkloadCounters counted) {
    if (counted.get(KvCounter.OUTCOME_UNKNOWN.ordinal()) > 0) {
      clear();
    }
  }

  /** The key was put. Any worker. */
  void put(long key) {
    long[] words = bits;
    if (words.length > 0) {
      int at = (int) (key >>> 6);
      if (((long) WORDS.getOpaque(words, at) & 1L << key) == 0) {
        WORDS.getAndBitwiseOr(words, at, 1L << key);
      }
    }
  }

  /** The key was deleted. Any worker. */
  void deleted(long key) {
    long[] words = bits;
    if (words.length > 0) {
      WORDS.getAndBitwiseAnd(words, (int) (key >>> 6), ~(1L << key));
    }
  }

  /** Whether the key must be there; only in the states ALL and TRACKED. */
  boolean has(long key) {
    return state == State.ALL || (bits[(int) (key >>> 6)] & 1L << key) != 0;
  }

  /** May be behind while workers write. */
  @Override
  public OptionalLong rows() {
    return switch (state) {
      case UNKNOWN -> OptionalLong.empty();
      case COUNTED -> OptionalLong.of(rows);
      case ALL -> OptionalLong.of(num);
      case TRACKED -> OptionalLong.of(Arrays.stream(bits).map(Long::bitCount).sum());
    };
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    OptionalLong known = rows();
    return known.isPresent()
        ? Optional.of(Map.of(KvTable.NAME, Map.of(ROWS, known.getAsLong())))
        : Optional.empty();
  }
}
