package io.ibench.host;

import io.ibench.measure.Gauge;
import java.util.List;
import java.util.function.Function;

/**
 * What one or several disks did, summed, from /proc/diskstats in its units (sectors of 512 bytes,
 * whatever the disk's own size is). Counters are handed on as the kernel gives them, never below
 * zero; those of {@link HostMetric#wrapsAt32Bits()} start again from 0 after 2^32.
 */
public final class DiskGauge implements Gauge {

  private static final List<HostMetric> METRICS = HostMetric.of(HostMetric.Group.DISK);
  private static final long SECTOR_BYTES = 512;

  private final ProcReader reader;
  private final Devices devices;
  private final Function<HostMetric, String> key;

  /** The sum over {@code devices}, absent for their reasons where there are none. */
  public DiskGauge(Proc proc, Devices devices) {
    this(proc, devices, HostMetric::key);
  }

  private DiskGauge(Proc proc, Devices devices, Function<HostMetric, String> key) {
    this.reader = proc.reader();
    this.devices = devices;
    this.key = key;
  }

  /** One device alone, under {@link HostMetric#key(String)}: shown beside the sum. */
  public static DiskGauge single(Proc proc, String device) {
    Devices one = new Devices(List.of(device), List.of());
    return new DiskGauge(proc, one, metric -> metric.key(device));
  }

  @Override
  public void read(long nanos, Sink sink) {
    long[] sums;
    try {
      sums = sums();
    } catch (ProcException e) {
      METRICS.forEach(metric -> sink.absent(key.apply(metric), e.getMessage()));
      return;
    }
    for (int i = 0; i < sums.length; i++) {
      sink.put(key.apply(METRICS.get(i)), sums[i]);
    }
  }

  private long[] sums() throws ProcException {
    if (devices.names().isEmpty()) {
      throw ProcException.unreadable(String.join("; ", devices.reasons()), null);
    }
    ProcText text = reader.proc("diskstats");
    long[] sums = new long[METRICS.size()];
    int found = 0;
    while (text.nextLine()) {
      text.skip(2);
      if (devices.names().contains(text.word())) {
        add(text, sums);
        found++;
      }
    }
    if (found != devices.names().size()) {
      throw text.damaged("not every one of " + String.join(", ", devices.names()) + " is there");
    }
    return sums;
  }

  /** Adds the eleven fields that every kernel since 2.6.25 writes; later ones append more. */
  private static void add(ProcText text, long[] sums) throws ProcException {
    long reads = text.number();
    text.skip(1);
    long readSectors = text.number();
    long readMillis = text.number();
    long writes = text.number();
    text.skip(1);
    long writtenSectors = text.number();
    long writeMillis = text.number();
    text.skip(1);
    long busyMillis = text.number();
    long queueMillis = text.number();
    add(sums, HostMetric.DISK_READS, reads);
    add(sums, HostMetric.DISK_READ_BYTES, Exact.product(readSectors, SECTOR_BYTES));
    add(sums, HostMetric.DISK_WRITES, writes);
    add(sums, HostMetric.DISK_WRITTEN_BYTES, Exact.product(writtenSectors, SECTOR_BYTES));
    add(sums, HostMetric.DISK_READ_MILLIS, readMillis);
    add(sums, HostMetric.DISK_WRITE_MILLIS, writeMillis);
    add(sums, HostMetric.DISK_QUEUE_MILLIS, queueMillis);
    add(sums, HostMetric.DISK_BUSY_MILLIS, busyMillis);
  }

  private static void add(long[] sums, HostMetric metric, long value) throws ProcException {
    int index = METRICS.indexOf(metric);
    sums[index] = Exact.sum(sums[index], value);
  }
}
