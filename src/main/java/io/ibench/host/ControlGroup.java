package io.ibench.host;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The limits of control groups for a process, in version 1, version 2 or a mixture of both: each is
 * the smallest of its own group and all visible groups above. A container often does not see the
 * groups above its own.
 *
 * <p>Looks up the groups of the process once. Not thread-safe.
 */
final class ControlGroup {

  /** Version 1 writes the largest number of whole pages where there is no limit. */
  private static final long UNLIMITED_BYTES = 1L << 62;

  private final ProcReader reader;
  private final ControlGroupPaths.Groups cpu;
  private final ControlGroupPaths.Groups memory;

  /** For a process id or {@code self}. */
  ControlGroup(Proc proc, String process) {
    ControlGroupPaths paths = new ControlGroupPaths(proc);
    this.reader = proc.reader();
    this.cpu = paths.of(process, "cpu");
    this.memory = paths.of(process, "memory");
  }

  /** In CPUs, for instance 1.5; empty without a visible limit. */
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
      return OptionalDouble.empty(); // the root has no such file; others may be unreadable
    }
  }

  /** Empty without a visible limit. */
  OptionalLong memoryLimitBytes() {
    return memory.folders().stream()
        .map(folder -> memory.v2() ? limit(folder.resolve("memory.max"), "") : oldLimit(folder))
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .min();
  }

  /** Only this line includes invisible groups above, and whether they count. */
  private OptionalLong oldLimit(Path folder) {
    OptionalLong effective = limit(folder.resolve("memory.stat"), "hierarchical_memory_limit ");
    return effective.isPresent() ? effective : limit(folder.resolve("memory.limit_in_bytes"), "");
  }

  private OptionalLong limit(Path file, String label) {
    try {
      long bytes = reader.file(file).labelled(label);
      return bytes < UNLIMITED_BYTES ? OptionalLong.of(bytes) : OptionalLong.empty();
    } catch (ProcException e) {
      return OptionalLong.empty(); // "max", the root, or unreadable
    }
  }

  /** The process' groups with a limit of CPU, its own first. */
  List<Path> limited() {
    return cpu.folders().stream().filter(folder -> quota(folder).isPresent()).toList();
  }

  /** How long these groups were throttled so far, in microseconds. The kernel adds up the CPUs. */
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
