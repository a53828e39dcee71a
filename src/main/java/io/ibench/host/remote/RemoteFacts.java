package io.ibench.host.remote;

import io.ibench.host.AllowedCpus;
import io.ibench.host.CpuGauge;
import io.ibench.host.HostInfo;
import io.ibench.host.Proc;
import io.ibench.host.ProcReader;
import io.ibench.host.StorageInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The facts of {@link HostInfo} about another host, from files fetched from it. */
final class RemoteFacts {

  /** A limit, as each CPU is a word of a command line; later CPUs rarely differ. */
  private static final int MAX_CPUS = 256;

  private static final Path KERNEL = Path.of("/proc/sys/kernel/osrelease");
  private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");
  private static final Path CPUINFO = Path.of("/proc/cpuinfo");
  private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
  private static final Path CLOCK_SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  private static final Path HUGEPAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
  private static final List<String> SETTINGS =
      List.of("scheduler", "rotational", "nr_requests", "read_ahead_kb");

  private final List<Path> directories;
  private final List<String> devices;
  private final OptionalLong serverPid;
  private final int cpus;

  /**
   * @param devices names in its /proc/diskstats
   * @param serverPid the server's process, if known
   */
  RemoteFacts(List<Path> directories, List<String> devices, OptionalLong serverPid, int cpus) {
    this.directories = List.copyOf(directories);
    this.devices = List.copyOf(devices);
    this.serverPid = serverPid;
    this.cpus = Math.min(cpus, MAX_CPUS);
  }

  /** The files that the facts come from; some may be missing there. */
  List<Path> files() {
    List<Path> files =
        new ArrayList<>(List.of(KERNEL, HOSTNAME, CPUINFO, MOUNTS, CLOCK_SOURCE, HUGEPAGES));
    HostInfo.MEMORY_SETTINGS.forEach(name -> files.add(memorySetting(name)));
    for (int cpu = 0; cpu < cpus; cpu++) {
      files.add(governor(cpu));
    }
    for (String device : devices) {
      for (String setting : SETTINGS) {
        files.add(queue(device, "", setting));
        files.add(queue(device, "..", setting));
      }
    }
    return List.copyOf(files);
  }

  private static Path memorySetting(String name) {
    return Path.of("/proc/sys/vm", name);
  }

  private static Path governor(int cpu) {
    return Path.of("/sys/devices/system/cpu/cpu" + cpu + "/cpufreq/scaling_governor");
  }

  /** A partition has the settings of its disk, in the folder above its own. */
  private static Path queue(String device, String above, String setting) {
    return Path.of("/sys/class/block", device, above, "queue", setting);
  }

  /** The facts in a fixed order; an unknown one is null. */
  Map<String, Object> of(Proc proc) {
    ProcReader reader = proc.reader();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kernel", reader.line(KERNEL).orElse(null));
    facts.put("hostname", reader.line(HOSTNAME).orElse(null));
    facts.put("cpu_model", HostInfo.cpuModel(reader).orElse(null));
    facts.put("cpus", CpuGauge.count(proc));
    facts.put("memory_bytes", HostInfo.memoryBytes(reader).orElse(null));
    facts.put("cpu_governor", governors(reader).orElse(null));
    facts.put("clock_source", reader.line(CLOCK_SOURCE).orElse(null));
    facts.put(
        "transparent_hugepages", reader.line(HUGEPAGES).map(StorageInfo::chosen).orElse(null));
    for (String name : HostInfo.MEMORY_SETTINGS) {
      facts.put(name, StorageInfo.number(reader, memorySetting(name)).orElse(null));
    }
    facts.put("server_cpus_allowed", cpusAllowed(reader).orElse(null));
    facts.put("storage", storage(proc, reader));
    return Collections.unmodifiableMap(facts);
  }

  private Optional<String> governors(ProcReader reader) {
    Map<String, BitSet> governors = new TreeMap<>();
    for (int cpu = 0; cpu < cpus; cpu++) {
      int number = cpu;
      reader
          .line(governor(cpu))
          .ifPresent(name -> governors.computeIfAbsent(name, other -> new BitSet()).set(number));
    }
    return AllowedCpus.text(governors);
  }

  private Optional<String> cpusAllowed(ProcReader reader) {
    return serverPid.isPresent()
        ? HostInfo.cpusAllowed(reader, Long.toString(serverPid.getAsLong()))
        : Optional.empty();
  }

  private Map<String, Object> storage(Proc proc, ProcReader reader) {
    Map<String, Object> storage = new LinkedHashMap<>();
    storage.put(
        "directories",
        directories.stream().map(path -> StorageInfo.directory(proc, path)).toList());
    storage.put("devices", devices.stream().map(device -> device(reader, device)).toList());
    return Collections.unmodifiableMap(storage);
  }

  private static Map<String, Object> device(ProcReader reader, String device) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", device);
    facts.put(
        "scheduler", setting(reader, device, "scheduler").map(StorageInfo::chosen).orElse(null));
    facts.put("rotational", setting(reader, device, "rotational").map("1"::equals).orElse(null));
    for (String name : List.of("nr_requests", "read_ahead_kb")) {
      facts.put(
          name,
          setting(reader, device, name)
              .filter(text -> text.matches("\\d{1,15}"))
              .map(Long::valueOf)
              .orElse(null));
    }
    return Collections.unmodifiableMap(facts);
  }

  private static Optional<String> setting(ProcReader reader, String device, String name) {
    return reader.line(queue(device, "", name)).or(() -> reader.line(queue(device, "..", name)));
  }
}
