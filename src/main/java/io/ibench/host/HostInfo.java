package io.ibench.host;

import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Facts about this machine and this JVM, read once, for readers of a result. */
public final class HostInfo {

  private static final long KIB = 1024;

  /** A word that announces a secret, up to the sign before the secret. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(pass|pwd|secret|token|credential|(api|access|private)[._-]?key)[^=:]*[=:]");

  private static final Pattern URL_USER = Pattern.compile("://\\S*@");

  private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)\\]");

  public static final List<String> MEMORY_SETTINGS =
      List.of(
          "swappiness",
          "dirty_ratio",
          "dirty_background_ratio",
          "dirty_bytes",
          "dirty_background_bytes");

  private HostInfo() {}

  /**
   * The facts in a fixed order; an unknown one is null. Of the machine: os, kernel, hostname,
   * cpu_model, cpus (Integer), numa_nodes (Integer), memory_bytes (Long), cpu_governor,
   * cpu_min_khz, cpu_max_khz, clock_source, transparent_hugepages, swappiness, and dirty_ratio,
   * dirty_background_ratio, dirty_bytes and dirty_background_bytes, of which one pair is 0 when the
   * other is set. Of the client and, if it runs here, of the server: client_cpus_allowed (such as
   * 0-3), client_cpu_quota (Double, in CPUs) and client_memory_limit_bytes. Of the JVM: jvm_name,
   * jvm_version, jvm_heap_max_bytes, jvm_flags (a list of strings; possible secrets are replaced by
   * ***).
   *
   * @param serverPid the server's process, if it runs on this machine
   */
  public static Map<String, Object> read(Proc proc, OptionalLong serverPid) {
    return read(proc, serverPid, ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  static Map<String, Object> read(Proc proc, OptionalLong serverPid, List<String> jvmFlags) {
    Map<String, Object> facts = new LinkedHashMap<>();
    addMachine(facts, proc);
    addKernelSettings(facts, proc.reader());
    addLimits(facts, "client", proc, Optional.of("self"));
    Optional<String> server =
        serverPid.isPresent()
            ? Optional.of(Long.toString(serverPid.getAsLong()))
            : Optional.empty();
    addLimits(facts, "server", proc, server);
    facts.put("jvm_name", System.getProperty("java.vm.name"));
    facts.put("jvm_version", System.getProperty("java.vm.version"));
    facts.put("jvm_heap_max_bytes", Runtime.getRuntime().maxMemory());
    facts.put("jvm_flags", jvmFlags.stream().map(HostInfo::masked).toList());
    return Collections.unmodifiableMap(facts);
  }

  private static void addMachine(Map<String, Object> facts, Proc proc) {
    ProcReader reader = proc.reader();
    CpuFacts cpuFacts = new CpuFacts(proc);
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("kernel", reader.procLine("sys/kernel/osrelease").orElse(null));
    facts.put("hostname", reader.procLine("sys/kernel/hostname").orElse(null));
    facts.put("cpu_model", cpuModel(reader).orElse(null));
    facts.put("cpus", positive(CpuGauge.count(proc)));
    facts.put("numa_nodes", positive(cpuFacts.numaNodes()));
    facts.put("memory_bytes", memoryBytes(reader).orElse(null));
    facts.put("cpu_governor", cpuFacts.governor().orElse(null));
    facts.put("cpu_min_khz", boxed(cpuFacts.lowestKilohertz()));
    facts.put("cpu_max_khz", boxed(cpuFacts.highestKilohertz()));
  }

  private static void addKernelSettings(Map<String, Object> facts, ProcReader reader) {
    facts.put(
        "clock_source",
        reader.sysLine("devices/system/clocksource/clocksource0/current_clocksource").orElse(null));
    facts.put("transparent_hugepages", transparentHugepages(reader).orElse(null));
    for (String name : MEMORY_SETTINGS) {
      facts.put(
          name,
          reader
              .procLine("sys/vm/" + name)
              .filter(text -> text.matches("\\d{1,18}"))
              .map(Long::valueOf)
              .orElse(null));
    }
  }

  private static void addLimits(
      Map<String, Object> facts, String whose, Proc proc, Optional<String> process) {
    Optional<ControlGroup> group = process.map(id -> new ControlGroup(proc, id));
    OptionalDouble quota = group.map(ControlGroup::cpuQuota).orElse(OptionalDouble.empty());
    OptionalLong memory = group.map(ControlGroup::memoryLimitBytes).orElse(OptionalLong.empty());
    facts.put(
        whose + "_cpus_allowed",
        process.flatMap(id -> cpusAllowed(proc.reader(), id)).orElse(null));
    facts.put(whose + "_cpu_quota", quota.isPresent() ? Double.valueOf(quota.getAsDouble()) : null);
    facts.put(whose + "_memory_limit_bytes", boxed(memory));
  }

  public static Optional<String> cpusAllowed(ProcReader reader, String process) {
    try {
      return Optional.of(AllowedCpus.of(reader, process).list());
    } catch (ProcException e) {
      return Optional.empty();
    }
  }

  private static @Nullable Integer positive(int count) {
    return count > 0 ? Integer.valueOf(count) : null;
  }

  private static @Nullable Long boxed(OptionalLong value) {
    return value.isPresent() ? Long.valueOf(value.getAsLong()) : null;
  }

  public static Optional<String> cpuModel(ProcReader reader) {
    try {
      ProcText text = reader.proc("cpuinfo");
      return text.find("model name") && text.word().equals(":")
          ? Optional.of(text.rest().strip())
          : Optional.empty();
    } catch (ProcException e) {
      return Optional.empty();
    }
  }

  public static Optional<Long> memoryBytes(ProcReader reader) {
    Figure bytes =
        Figure.of(() -> ExactMath.product(reader.proc("meminfo").labelled("MemTotal:"), KIB));
    return bytes.isPresent() ? Optional.of(bytes.value()) : Optional.empty();
  }

  /** The bytes of all swap areas; 0 without swap; empty if unknown. */
  public static OptionalLong swapBytes(ProcReader reader) {
    Figure bytes =
        Figure.of(() -> ExactMath.product(reader.proc("meminfo").labelled("SwapTotal:"), KIB));
    return bytes.isPresent() ? OptionalLong.of(bytes.value()) : OptionalLong.empty();
  }

  /** The number behind a label at the start of a line of a file below /proc, if it is readable. */
  public static OptionalLong number(ProcReader reader, String file, String label) {
    Figure figure = Figure.of(() -> reader.proc(file).labelled(label));
    return figure.isPresent() ? OptionalLong.of(figure.value()) : OptionalLong.empty();
  }

  /** The file lists all states, with the current one in brackets. */
  private static Optional<String> transparentHugepages(ProcReader reader) {
    return reader
        .sysLine("kernel/mm/transparent_hugepage/enabled")
        .map(CHOSEN::matcher)
        .filter(Matcher::find)
        .map(chosen -> chosen.group(1));
  }

  static String masked(String flag) {
    String shown = URL_USER.matcher(flag).replaceAll("://***@");
    Matcher secret = SECRET.matcher(shown);
    return secret.find() ? shown.substring(0, secret.end()) + "***" : shown;
  }
}
