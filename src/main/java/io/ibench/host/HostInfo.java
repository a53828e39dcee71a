package io.ibench.host;

import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this machine and this JVM are: facts that a reader of a result needs, read once. */
public final class HostInfo {

  private static final long KIB = 1024;

  /** A word that tells a secret, then all up to the sign after which the secret stands. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(pass|pwd|secret|token|credential|(api|access|private)[._-]?key)[^=:]*[=:]");

  private static final Pattern URL_USER = Pattern.compile("://\\S*@");

  private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)\\]");

  private HostInfo() {}

  /**
   * The facts in a fixed order, null where one cannot be had: os, kernel, hostname, cpu_model, cpus
   * (Integer), memory_bytes (Long), cpu_governor, clock_source, transparent_hugepages, jvm_name,
   * jvm_version, jvm_flags (a list of strings; what may be a secret reads ***).
   */
  public static Map<String, Object> read(Proc proc) {
    return read(proc, ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  static Map<String, Object> read(Proc proc, List<String> jvmFlags) {
    ProcReader reader = proc.reader();
    int cpus = CpuGauge.count(proc);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("kernel", reader.procLine("sys/kernel/osrelease").orElse(null));
    facts.put("hostname", reader.procLine("sys/kernel/hostname").orElse(null));
    facts.put("cpu_model", cpuModel(reader).orElse(null));
    facts.put("cpus", cpus > 0 ? cpus : null);
    facts.put("memory_bytes", memoryBytes(reader).orElse(null));
    facts.put(
        "cpu_governor",
        reader.sysLine("devices/system/cpu/cpu0/cpufreq/scaling_governor").orElse(null));
    facts.put(
        "clock_source",
        reader.sysLine("devices/system/clocksource/clocksource0/current_clocksource").orElse(null));
    facts.put("transparent_hugepages", transparentHugepages(reader).orElse(null));
    facts.put("jvm_name", System.getProperty("java.vm.name"));
    facts.put("jvm_version", System.getProperty("java.vm.version"));
    facts.put("jvm_flags", jvmFlags.stream().map(HostInfo::masked).toList());
    return Collections.unmodifiableMap(facts);
  }

  private static Optional<String> cpuModel(ProcReader reader) {
    try {
      ProcText text = reader.proc("cpuinfo");
      return text.find("model name") && text.word().equals(":")
          ? Optional.of(text.rest().strip())
          : Optional.empty();
    } catch (ProcException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> memoryBytes(ProcReader reader) {
    Figure bytes =
        Figure.of(() -> Exact.product(reader.proc("meminfo").labelled("MemTotal:"), KIB));
    return bytes.isPresent() ? Optional.of(bytes.value()) : Optional.empty();
  }

  /** The file lists all states and puts the present one into brackets. */
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
