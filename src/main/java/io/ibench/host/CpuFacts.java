package io.ibench.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** What /sys tells of this machine's CPUs, read once. */
final class CpuFacts {

  private final Proc proc;
  private final ProcReader reader;
  private final BitSet cpus;

  CpuFacts(Proc proc) {
    this.proc = proc;
    this.reader = proc.reader();
    this.cpus = numbered("cpu");
  }

  /** One name, or where CPUs differ each with its CPUs: {@code performance 0-1, powersave 2-3}. */
  Optional<String> governor() {
    Map<String, BitSet> governors = new TreeMap<>();
    cpus.stream()
        .forEach(
            cpu ->
                frequency(cpu, "scaling_governor")
                    .ifPresent(
                        name -> governors.computeIfAbsent(name, other -> new BitSet()).set(cpu)));
    if (governors.size() == 1) {
      return Optional.of(governors.keySet().iterator().next());
    }
    return governors.entrySet().stream()
        .map(entry -> entry.getKey() + " " + AllowedCpus.text(entry.getValue()))
        .reduce((one, other) -> one + ", " + other);
  }

  /** The lowest that any CPU can run at, in kHz. */
  OptionalLong lowestKilohertz() {
    return kilohertz("cpuinfo_min_freq").min();
  }

  /** The highest that any CPU can run at, in kHz. */
  OptionalLong highestKilohertz() {
    return kilohertz("cpuinfo_max_freq").max();
  }

  private LongStream kilohertz(String file) {
    return cpus.stream()
        .mapToObj(cpu -> frequency(cpu, file))
        .flatMap(Optional::stream)
        .filter(text -> text.matches("\\d{1,18}"))
        .mapToLong(Long::parseLong);
  }

  private Optional<String> frequency(int cpu, String file) {
    return reader.sysLine("devices/system/cpu/cpu" + cpu + "/cpufreq/" + file);
  }

  /** 0 where the kernel does not tell. */
  int numaNodes() {
    return numbered("node").cardinality();
  }

  /** The numbers of folders such as cpu12 in devices/system/cpu. */
  private BitSet numbered(String kind) {
    BitSet numbers = new BitSet();
    Path folder = proc.sys().resolve("devices").resolve("system").resolve(kind);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, kind + "[0-9]*")) {
      for (Path entry : entries) {
        String number = entry.getFileName().toString().substring(kind.length());
        if (number.matches("\\d{1,6}")) {
          numbers.set(Integer.parseInt(number));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      numbers.clear(); // not told
    }
    return numbers;
  }
}
