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

/** Facts about this machine's CPUs from /sys, read once. */
final class CpuFacts {

  private final Proc proc;
  private final ProcReader reader;
  private final BitSet cpus;

  CpuFacts(Proc proc) {
    this.proc = proc;
    this.reader = proc.reader();
    this.cpus = numbered("cpu");
  }

  /** As {@link AllowedCpus#text(Map)}: {@code performance 0-1, powersave 2-3}. */
  Optional<String> governor() {
    Map<String, BitSet> governors = new TreeMap<>();
    cpus.stream()
        .forEach(
            cpu ->
                frequency(cpu, "scaling_governor")
                    .ifPresent(
                        name -> governors.computeIfAbsent(name, other -> new BitSet()).set(cpu)));
    return AllowedCpus.text(governors);
  }

  /** The lowest frequency of any CPU, in kHz. */
  OptionalLong lowestKilohertz() {
    return kilohertz("cpuinfo_min_freq").min();
  }

  /** The highest frequency of any CPU, in kHz. */
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

  /** 0 if the kernel does not list them. */
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
      numbers.clear(); // unknown
    }
    return numbers;
  }
}
