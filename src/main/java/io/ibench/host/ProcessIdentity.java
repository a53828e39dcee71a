package io.ibench.host;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Which process of which machine, so that another process can find out whether it still runs. A pid
 * alone is not enough: it is used again, each boot begins anew, and each container has its own.
 * Immutable.
 *
 * @param startTicks the start of the process since boot; 0 when unknown
 * @param host the name of the machine or container; empty when unknown
 * @param bootId random for each boot of a kernel; empty when unknown
 * @param pidNamespace in which the pid is valid; empty when unknown
 * @param since when it began its work; any clock
 */
public record ProcessIdentity(
    long pid, long startTicks, String host, String bootId, String pidNamespace, Instant since) {

  private static final String PID = "pid";
  private static final String START_TICKS = "start_ticks";
  private static final String HOST = "host";
  private static final String BOOT_ID = "boot_id";
  private static final String PID_NAMESPACE = "pid_namespace";
  private static final String SINCE = "since";

  /** Whether the process still runs. */
  public enum State {
    ALIVE,
    GONE,
    /** It is a process of another machine, container or boot. */
    UNKNOWN
  }

  /**
   * This process.
   *
   * @param since when its work began; kept to the millisecond
   */
  public static ProcessIdentity here(Proc proc, Instant since) {
    ProcReader reader = proc.reader();
    long pid = ProcessHandle.current().pid();
    return new ProcessIdentity(
        pid,
        startTicks(reader, pid).orElse(0L),
        reader.procLine("sys/kernel/hostname").orElse(""),
        reader.procLine("sys/kernel/random/boot_id").orElse(""),
        reader.link("self/ns/pid").map(Object::toString).orElse(""),
        since.truncatedTo(ChronoUnit.MILLIS));
  }

  /** Whether the command line of a process contains this path; false if it does not run. */
  public static boolean commandLineNames(Proc proc, long pid, Path path) {
    // The reader maps bytes to characters one to one.
    String bytes =
        new String(path.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    return proc.reader()
        .procLine(pid + "/cmdline")
        .filter(line -> line.contains(bytes))
        .isPresent();
  }

  /** Empty for a process that does not run; a zombie does not run. */
  private static Optional<Long> startTicks(ProcReader reader, long pid) {
    try {
      ProcessStat stat = ProcessStat.read(reader, pid);
      return stat.isAlive() ? Optional.of(stat.startTicks()) : Optional.empty();
    } catch (ProcException e) {
      return Optional.empty();
    }
  }

  /** How long a process has been running, to 10 ms; empty if it does not run, or if unknown. */
  public static OptionalLong ageMillis(Proc proc, long pid) {
    Optional<Long> start = startTicks(proc.reader(), pid);
    Optional<String> uptime = proc.reader().procLine("uptime");
    if (start.isEmpty() || uptime.isEmpty()) {
      return OptionalLong.empty();
    }
    double seconds = Double.parseDouble(uptime.get().split(" ")[0]);
    double startSeconds = (double) start.get() / CpuGauge.TICKS_PER_SECOND;
    return OptionalLong.of(Math.max(0, Math.round(1e3 * (seconds - startSeconds))));
  }

  /** Whether it still runs, as far as this process can see. */
  public State state(Proc proc) {
    ProcessIdentity here = here(proc, since);
    if (equals(here)) {
      return State.ALIVE;
    }
    if (bootId.isEmpty() || !isWithin(here)) {
      return State.UNKNOWN;
    }
    Optional<Long> start = startTicks(proc.reader(), pid);
    return start.isPresent() && start.get() == startTicks ? State.ALIVE : State.GONE;
  }

  /** Whether both are the same process, perhaps with different work. */
  public boolean isSameProcess(ProcessIdentity other) {
    return pid == other.pid && startTicks == other.startTicks && isWithin(other);
  }

  private boolean isWithin(ProcessIdentity other) {
    return isSameBoot(other) && host.equals(other.host) && pidNamespace.equals(other.pidNamespace);
  }

  /** Whether both are processes of one kernel, perhaps in different containers. */
  public boolean isSameBoot(ProcessIdentity other) {
    return !bootId.isEmpty() && bootId.equals(other.bootId);
  }

  /** For people: process 17 on db1 since 2026-01-31T12:00:00Z. */
  public String description() {
    return "process " + pid + (host.isEmpty() ? "" : " on " + host) + " since " + since;
  }

  /** Lines of {@code name=value}, as {@link #parse} reads them. */
  public String text() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put(PID, pid);
    values.put(START_TICKS, startTicks);
    values.put(HOST, host);
    values.put(BOOT_ID, bootId);
    values.put(PID_NAMESPACE, pidNamespace);
    values.put(SINCE, since);
    return values.entrySet().stream()
        .map(value -> value.getKey() + "=" + value.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** Reads {@link #text}; empty when it is damaged. Other lines are ignored. */
  public static Optional<ProcessIdentity> parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    try {
      return Optional.of(
          new ProcessIdentity(
              Long.parseLong(values.getOrDefault(PID, "")),
              Long.parseLong(values.getOrDefault(START_TICKS, "")),
              values.getOrDefault(HOST, ""),
              values.getOrDefault(BOOT_ID, ""),
              values.getOrDefault(PID_NAMESPACE, ""),
              Instant.parse(values.getOrDefault(SINCE, ""))));
    } catch (NumberFormatException | DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
