package io.ibench.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The outages of a period or step. Immutable; its size is bounded.
 *
 * @param nanos the sum of their lengths
 * @param first the first {@value #MAX_KEPT} outages, in order
 */
public record Outages(long count, long nanos, long operationsLost, List<Outage> first) {

  public static final Outages NONE = new Outages(0, 0, 0, List.of());

  static final int MAX_KEPT = 100;

  public Outages {
    first = List.copyOf(first);
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(count);
    out.writeLong(nanos);
    out.writeLong(operationsLost);
    out.writeInt(first.size());
    for (Outage outage : first) {
      out.writeLong(outage.startEpochMillis());
      out.writeLong(outage.nanos());
      out.writeInt(outage.workers());
      out.writeLong(outage.operationsLost());
      out.writeUTF(outage.kind());
      out.writeUTF(outage.cause().substring(0, Math.min(1000, outage.cause().length())));
    }
  }

  /**
   * What {@link #write} has written.
   *
   * @param now the time of this process's clock
   * @param nowEpochMillis the same in milliseconds since 1970 UTC
   */
  static Outages read(DataInput in, long now, long nowEpochMillis) throws IOException {
    long count = in.readLong();
    long nanos = in.readLong();
    long operationsLost = in.readLong();
    List<Outage> first = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      long startMillis = in.readLong();
      long start = now - (nowEpochMillis - startMillis) * 1_000_000;
      long length = in.readLong();
      first.add(
          new Outage(
              start,
              startMillis,
              start + length,
              in.readInt(),
              in.readLong(),
              in.readUTF(),
              in.readUTF(),
              false));
    }
    return new Outages(count, nanos, operationsLost, first);
  }

  /** Adds outages up, in the order of their ends. Not thread-safe. */
  static final class Builder {

    private final List<Outage> first = new ArrayList<>();
    private long count;
    private long nanos;
    private long operationsLost;

    void add(Outage outage) {
      nanos += outage.nanos();
      operationsLost += outage.operationsLost();
      boolean rest = outage.continues() && count > 0;
      if (!rest) {
        count++;
      }
      if (rest && count == first.size()) {
        int last = first.size() - 1;
        first.set(last, first.get(last).with(outage));
      } else if (!rest && first.size() < MAX_KEPT) {
        first.add(outage);
      }
    }

    /** Those before all others. */
    void begin(Outages earlier) {
      count = earlier.count;
      nanos = earlier.nanos;
      operationsLost = earlier.operationsLost;
      first.addAll(earlier.first);
    }

    Outages build() {
      return new Outages(count, nanos, operationsLost, first);
    }
  }
}
