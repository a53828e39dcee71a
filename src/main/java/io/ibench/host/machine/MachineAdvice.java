package io.ibench.host.machine;

import io.ibench.host.HostInfo;
import io.ibench.host.Proc;
import io.ibench.host.StorageInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One sentence about something that decides whether figures of this machine can be trusted.
 * Immutable.
 *
 * @param about a setting, a figure or a part of the machine
 */
public record MachineAdvice(String about, Level level, String text) {

  /** What the user should do. */
  public enum Level {
    FINE,
    /** It is good to know. */
    NOTE,
    /** It must be changed before figures can be trusted. */
    CHANGE
  }

  /** A sync through a file system to the fastest storage takes longer. */
  static final double SHORTEST_FSYNC_MICROS = 10;

  /** The medians of a good disk's rounds differ by less than half of it. */
  static final double MAX_FSYNC_SPREAD = 1;

  /** On a quiet machine the speed of a computation in registers varies by 1 to 3 %. */
  static final double MAX_CPU_SPREAD = 0.1;

  /** A call takes some 20 to 60 ns with the clock source tsc; without it the kernel is called. */
  static final double LONGEST_TIMER_NANOS = 200;

  private static final long MAX_SWAPPINESS = 10;

  private static final Set<String> USUAL_TYPES = Set.of("ext4", "xfs", "ext3");
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
  private static final Set<String> COPYING = Set.of("btrfs", "zfs", "bcachefs", "f2fs");
  private static final Set<String> REMOTE =
      Set.of("nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "ceph", "fuse.glusterfs", "lustre");
  private static final Set<String> NO_BARRIERS = Set.of("nobarrier", "barrier=0");
  private static final Set<String> ACCESS_TIMES = Set.of("relatime", "noatime");

  /** Judges this machine, with the measured figures. */
  public static List<MachineAdvice> of(Proc proc, ProbeResult probe) {
    return of(
        HostInfo.read(proc, OptionalLong.empty()),
        StorageInfo.directory(proc, absolute(probe.folder())),
        HostInfo.swapBytes(proc.reader()),
        probe);
  }

  private static Path absolute(Path folder) {
    return folder.toAbsolutePath().normalize();
  }

  /**
   * Judges a machine.
   *
   * @param host as {@link HostInfo} reads it
   * @param directory as {@link StorageInfo} reads it
   */
  static List<MachineAdvice> of(
      Map<String, Object> host,
      Map<String, Object> directory,
      OptionalLong swapBytes,
      ProbeResult probe) {
    List<MachineAdvice> all = new ArrayList<>();
    all.add(fsync(probe.figure(ProbeResult.FSYNC)));
    all.add(cpu(probe.figure(ProbeResult.CPU)));
    all.add(timer(probe.figure(ProbeResult.TIMER).value(), text(host, "clock_source")));
    all.add(governor(text(host, "cpu_governor")));
    all.add(hugePages(text(host, "transparent_hugepages")));
    all.add(swap(swapBytes, host.get("swappiness")));
    all.add(numa(host.get("numa_nodes")));
    all.add(fileSystem(text(directory, "type"), text(directory, "source")));
    all.add(options(text(directory, "options")));
    return List.copyOf(all);
  }

  /** The answer: whether the machine is fit, or what to change. */
  public static String answer(List<MachineAdvice> all) {
    String changes =
        all.stream()
            .filter(advice -> advice.level == Level.CHANGE)
            .map(MachineAdvice::about)
            .collect(Collectors.joining(", "));
    return changes.isEmpty()
        ? "this machine is fit for benchmarks"
        : "not fit for benchmarks yet; change: " + changes;
  }

  /** For results and for programs. */
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("about", about);
    facts.put("level", level.name().toLowerCase(Locale.ROOT));
    facts.put("text", text);
    return facts;
  }

  private static MachineAdvice fine(String about, String text) {
    return new MachineAdvice(about, Level.FINE, text);
  }

  private static MachineAdvice note(String about, String text) {
    return new MachineAdvice(about, Level.NOTE, text);
  }

  private static MachineAdvice change(String about, String text) {
    return new MachineAdvice(about, Level.CHANGE, text);
  }

  private static String text(Map<String, Object> facts, String name) {
    return facts.get(name) instanceof String text ? text : "";
  }

  private static MachineAdvice fsync(ProbeFigure time) {
    if (time.value() < SHORTEST_FSYNC_MICROS) {
      return change(
          ProbeResult.FSYNC,
          String.format(
              Locale.ROOT,
              "takes %.1f us: no disk is that fast, so commits do not reach one; use another"
                  + " folder, or switch the cache that answers off",
              time.value()));
    }
    return time.spread() > MAX_FSYNC_SPREAD
        ? change(
            ProbeResult.FSYNC,
            "its median differs by "
                + spread(time)
                + " between the rounds: end other work on this disk, or use another one")
        : fine(
            ProbeResult.FSYNC,
            "takes as long as a sync that reaches storage; its median differs by "
                + spread(time)
                + " between the rounds");
  }

  private static String spread(ProbeFigure figure) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * figure.spread());
  }

  private static MachineAdvice cpu(ProbeFigure speed) {
    String percent = spread(speed);
    return speed.spread() > MAX_CPU_SPREAD
        ? change(
            "CPU",
            "the speed of one thread differs by " + percent + " between the rounds: end other work")
        : fine("CPU", "the speed of one thread differs by " + percent + " between the rounds");
  }

  private static MachineAdvice timer(double nanos, String source) {
    String clock = "clock source " + (source.isEmpty() ? "unknown" : source);
    return nanos > LONGEST_TIMER_NANOS
        ? change(
            "clock",
            String.format(
                Locale.ROOT,
                "a call takes %.0f ns, %s: let the kernel use tsc, or latencies of short"
                    + " operations are mostly clock",
                nanos,
                clock))
        : fine("clock", String.format(Locale.ROOT, "a call takes %.0f ns, %s", nanos, clock));
  }

  private static MachineAdvice governor(String governor) {
    if (governor.isEmpty()) {
      return note(
          "governor", "the kernel shows none; the firmware or the host of a VM sets the frequency");
    }
    return governor.equals("performance")
        ? fine("governor", "performance: the frequency does not follow the load")
        : change(
            "governor",
            governor + ": latencies change with the load; cpupower frequency-set -g performance");
  }

  private static MachineAdvice hugePages(String state) {
    return switch (state) {
      case "" -> note("huge pages", "the kernel does not say whether they are transparent");
      case "always" ->
          change(
              "huge pages",
              "transparent_hugepage is always: databases stall while the kernel merges pages; write"
                  + " madvise to /sys/kernel/mm/transparent_hugepage/enabled");
      default -> fine("huge pages", "transparent_hugepage is " + state);
    };
  }

  private static MachineAdvice swap(OptionalLong bytes, @Nullable Object swappiness) {
    if (bytes.isEmpty()) {
      return note("swap", "the kernel does not say whether there is any");
    }
    if (bytes.getAsLong() == 0) {
      return fine("swap", "off");
    }
    if (!(swappiness instanceof Number number)) {
      return note("swap", "on, and the kernel does not say its swappiness");
    }
    return number.longValue() <= MAX_SWAPPINESS
        ? fine("swap", "on with swappiness " + number)
        : change(
            "swap",
            "on with swappiness "
                + number
                + ": a cache may be swapped out; sysctl vm.swappiness=1,"
                + " or swapoff -a");
  }

  private static MachineAdvice numa(@Nullable Object nodes) {
    if (!(nodes instanceof Number number)) {
      return note("NUMA", "the kernel shows no nodes");
    }
    return number.intValue() == 1
        ? fine("NUMA", "one node")
        : note(
            "NUMA",
            number + " nodes: start server and client with numactl, the same way in every run");
  }

  private static MachineAdvice fileSystem(String type, String source) {
    String name = "file system";
    String on = type + (source.isEmpty() ? "" : " on " + source);
    if (type.isEmpty()) {
      return note(name, "unknown");
    }
    if (USUAL_TYPES.contains(type)) {
      return fine(name, on);
    }
    if (IN_MEMORY.contains(type)) {
      return change(name, on + " is in memory: nothing reaches a disk; use another folder");
    }
    if (REMOTE.contains(type)) {
      return change(
          name, on + " is another machine's: figures include the network; use a local disk");
    }
    if (type.equals("overlay")) {
      return change(name, on + " copies a file at its first write; use a volume of the container");
    }
    return COPYING.contains(type)
        ? note(name, on + " writes changed pages to new places: reads of old data become random")
        : note(name, on + " is seldom used for databases");
  }

  private static MachineAdvice options(String options) {
    String name = "mount options";
    if (options.isEmpty()) {
      return note(name, "unknown");
    }
    List<String> all = Arrays.asList(options.split(","));
    if (all.stream().anyMatch(NO_BARRIERS::contains)) {
      return change(name, options + ": without barriers a sync does not empty the disk's cache");
    }
    if (all.stream().noneMatch(ACCESS_TIMES::contains)) {
      return change(name, options + ": each read writes an access time; mount with noatime");
    }
    if (all.contains("sync")) {
      return change(name, options + ": every write waits for the disk; mount without sync");
    }
    return all.contains("discard")
        ? note(name, options + ": a deleted file makes the disk trim at once; fstrim does it later")
        : fine(name, options);
  }
}
