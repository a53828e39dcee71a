package io.ibench.host;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The limits that control groups set on a process, in version 1, version 2 or a mixture of both:
 * each is the smallest of its own group and of all groups above that can be seen from here. A
 * container often cannot see those above its own.
 *
 * <p>Which groups a process is in is looked up once. Not thread-safe.
 */
final class ControlGroup {

  /** Version 1 writes the largest number of whole pages where there is no limit. */
  private static final long UNLIMITED_BYTES = 1L << 62;

  private final ProcReader reader;
  private final ControlGroupPaths.Groups cpu;
  private final ControlGroupPaths.Groups memory;

  private ControlGroup(Proc proc, String process) {
    ControlGroupPaths paths = new ControlGroupPaths(proc);
    this.reader = proc.reader();
    this.cpu = paths.of(process, "cpu");
    this.memory = paths.of(process, "memory");
  }

  /** Of a process id, or of {@code self}. */
  static ControlGroup of(Proc proc, String process) {
    return new ControlGroup(proc, process);
  }

  /** In CPUs, for instance 1.5; empty where there is no limit, or none that can be seen. */
  OptionalDouble cpuQuota() {
    return cpu.folders().stream()
        .map(this::quota)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .min();
  }

  private OptionalDouble quota(Path folder) {
    try {
      ProcText quota = reader.file(folder.resolve(cpu.v2() ? "cpu.max" : "cpu.cfs_quota_us"));
      quota.nextLine();
      String micros = quota.word();
      if (micros.equals("max") || micros.startsWith("-")) {
        return OptionalDouble.empty();
      }
      ProcText period = cpu.v2() ? quota : reader.file(folder.resolve("cpu.cfs_period_us"));
      if (!cpu.v2()) {
        period.nextLine();
      }
      double cpus = Long.parseLong(micros) / (double) period.number();
      return cpus > 0 && cpus < Double.MAX_VALUE ? OptionalDouble.of(cpus) : OptionalDouble.empty();
    } catch (ProcException | NumberFormatException e) {
      return OptionalDouble.empty(); // the root has no such file, and others may be closed to us
    }
  }

  /** Empty where there is no limit, or none that can be seen. */
  OptionalLong memoryLimitBytes() {
    return memory.folders().stream()
        .map(folder -> memory.v2() ? limit(folder.resolve("memory.max"), "") : oldLimit(folder))
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .min();
  }

  /** Only this line knows of groups above that cannot be seen, and whether they count at all. */
  private OptionalLong oldLimit(Path folder) {
    OptionalLong effective = limit(folder.resolve("memory.stat"), "hierarchical_memory_limit ");
    return effective.isPresent() ? effective : limit(folder.resolve("memory.limit_in_bytes"), "");
  }

  private OptionalLong limit(Path file, String label) {
    try {
      long bytes = reader.file(file).labelled(label);
      return bytes < UNLIMITED_BYTES ? OptionalLong.of(bytes) : OptionalLong.empty();
    } catch (ProcException e) {
      return OptionalLong.empty(); // "max", the root, or closed to us
    }
  }

  /** Those of the process' groups that have a limit of CPU, its own first. */
  List<Path> limited() {
    return cpu.folders().stream().filter(folder -> quota(folder).isPresent()).toList();
  }

  /**
   * What these groups have lost by their limits so far, in microseconds. The kernel adds up what
   * each CPU has lost.
   */
  long throttledMicros(List<Path> limited) throws ProcException {
    long sum = 0;
    for (Path folder : limited) {
      ProcText stat = reader.file(folder.resolve("cpu.stat"));
      long micros =
          cpu.v2() ? stat.labelled("throttled_usec ") : stat.labelled("throttled_time ") / 1000;
      sum = ExactMath.sum(sum, micros);
    }
    return sum;
  }
}
