package io.ibench.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The stalls of a period or step. Immutable; its size is bounded.
 *
 * @param nanos the sum of their lengths
 * @param stopped how many are of kind {@link Stall.Kind#STOPPED}
 * @param stoppedNanos the sum of the lengths of these
 * @param longestStoppedNanos the longest of these
 * @param first the first {@value #MAX_KEPT} stalls, in order
 */
public record Stalls(
    long count,
    long nanos,
    long stopped,
    long stoppedNanos,
    long longestStoppedNanos,
    List<Stall> first) {

  public static final Stalls NONE = new Stalls(0, 0, 0, 0, 0, List.of());

  static final int MAX_KEPT = 100;

  public Stalls {
    first = List.copyOf(first);
  }

  void write(DataOutput out) throws IOException {
    for (long number : new long[] {count, nanos, stopped, stoppedNanos, longestStoppedNanos}) {
      out.writeLong(number);
    }
    out.writeInt(first.size());
    for (Stall stall : first) {
      out.writeByte(stall.kind().ordinal());
      out.writeLong(stall.startEpochMillis());
      out.writeLong(stall.nanos());
      out.writeInt(stall.operations());
    }
  }

  /**
   * What {@link #write} has written.
   *
   * @param now the time of this process's clock
   * @param nowEpochMillis the same in milliseconds since 1970 UTC
   * @throws IOException when it is damaged
   */
  static Stalls read(DataInput in, long now, long nowEpochMillis) throws IOException {
    long count = in.readLong();
    long nanos = in.readLong();
    long stopped = in.readLong();
    long stoppedNanos = in.readLong();
    long longestStoppedNanos = in.readLong();
    List<Stall> first = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      int kind = in.readUnsignedByte();
      if (kind >= Stall.Kind.values().length) {
        throw new IOException("no kind of stall: " + kind);
      }
      long startMillis = in.readLong();
      long start = now - (nowEpochMillis - startMillis) * 1_000_000;
      long length = in.readLong();
      first.add(
          new Stall(
              Stall.Kind.values()[kind], start, startMillis, start + length, in.readInt(), false));
    }
    return new Stalls(count, nanos, stopped, stoppedNanos, longestStoppedNanos, first);
  }

  /** Adds stalls up, in the order of their ends. Not thread-safe. */
  static final class Builder {

    private final List<Stall> first = new ArrayList<>();
    private @Nullable Stall last;
    private long count;
    private long nanos;
    private long stopped;
    private long stoppedNanos;
    private long longestStoppedNanos;

    void add(Stall stall) {
      boolean rest = stall.continues() && count > 0;
      // A rest follows a stall, which is the last one.
      Stall whole = rest ? Objects.requireNonNull(last).with(stall) : stall;
      last = whole;
      nanos += stall.nanos();
      if (!rest) {
        count++;
      }
      if (stall.kind() == Stall.Kind.STOPPED) {
        stopped += rest ? 0 : 1;
        stoppedNanos += stall.nanos();
        longestStoppedNanos = Math.max(longestStoppedNanos, whole.nanos());
      }
      if (rest && count == first.size()) {
        first.set(first.size() - 1, whole);
      } else if (!rest && first.size() < MAX_KEPT) {
        first.add(stall);
      }
    }

    /** Those before all others. */
    void begin(Stalls earlier) {
      count = earlier.count;
      nanos = earlier.nanos;
      stopped = earlier.stopped;
      stoppedNanos = earlier.stoppedNanos;
      longestStoppedNanos = earlier.longestStoppedNanos;
      first.addAll(earlier.first);
      if (!first.isEmpty()) {
        last = first.get(first.size() - 1);
      }
    }

    Stalls build() {
      return new Stalls(count, nanos, stopped, stoppedNanos, longestStoppedNanos, first);
    }
  }
}
