package io.ibench.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a process of this machine has used so far, to the nanosecond: {@link ProcessGauge} reads
 * that of processes of several threads in ticks of 10 ms, which is too coarse for a block of a
 * second. Immutable.
 *
 * @param pid 0: unknown
 * @param cpuNanos of each thread that is alive, its descendants' among them, by their numbers
 * @param bytes written to and read from block devices by each process, by their numbers
 */
public record ProcessCosts(long pid, Map<Long, Long> cpuNanos, Map<Long, Bytes> bytes) {

  private static final ProcessCosts UNKNOWN = new ProcessCosts(0, Map.of(), Map.of());

  /** Of a process, to and from block devices. */
  public record Bytes(long written, long read) {}

  /**
   * Reads them.
   *
   * @param withChildren whether its descendants belong to it
   */
  public static ProcessCosts read(Proc proc, OptionalLong pid, boolean withChildren) {
    if (pid.isEmpty()) {
      return UNKNOWN;
    }
    List<Long> all = new ArrayList<>(List.of(pid.getAsLong()));
    if (withChildren) {
      all.addAll(descendants(pid.getAsLong()));
    }
    Map<Long, Long> cpu = new HashMap<>();
    Map<Long, Bytes> bytes = new HashMap<>();
    for (long each : all) {
      Path folder = proc.root().resolve(Long.toString(each));
      addCpu(proc, folder, cpu);
      bytes(proc, each).ifPresent(found -> bytes.put(each, found));
    }
    return new ProcessCosts(pid.getAsLong(), cpu, bytes);
  }

  /** Those of a process. */
  public static List<Long> descendants(long pid) {
    return ProcessHandle.of(pid)
        .map(handle -> handle.descendants().map(ProcessHandle::pid).toList())
        .orElse(List.of());
  }

  /**
   * CPU since an earlier reading of the same process, in nanoseconds: the growth of each thread.
   * What a thread that has ended meanwhile used after that reading is lost. -1: unknown.
   */
  public long cpuSince(ProcessCosts earlier) {
    if (pid != earlier.pid || cpuNanos.isEmpty() || earlier.cpuNanos.isEmpty()) {
      return -1;
    }
    return cpuNanos.entrySet().stream()
        .mapToLong(each -> each.getValue() - earlier.cpuNanos.getOrDefault(each.getKey(), 0L))
        .filter(grown -> grown > 0)
        .sum();
  }

  /** Bytes since an earlier reading of the same process; -1: unknown. */
  public Bytes bytesSince(ProcessCosts earlier) {
    if (pid != earlier.pid || bytes.isEmpty() || earlier.bytes.isEmpty()) {
      return new Bytes(-1, -1);
    }
    long written = 0;
    long read = 0;
    for (Map.Entry<Long, Bytes> each : bytes.entrySet()) {
      Bytes before = earlier.bytes.getOrDefault(each.getKey(), new Bytes(0, 0));
      written += Math.max(0, each.getValue().written - before.written);
      read += Math.max(0, each.getValue().read - before.read);
    }
    return new Bytes(written, read);
  }

  private static void addCpu(Proc proc, Path folder, Map<Long, Long> all) {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(folder.resolve("task"))) {
      for (Path thread : threads) {
        Optional<String> line = proc.reader().line(thread.resolve("schedstat"));
        if (line.isPresent()) {
          long id = Long.parseLong(thread.getFileName().toString());
          all.put(id, Long.parseLong(line.get().split(" ")[0]));
        }
      }
    } catch (IOException | NumberFormatException e) {
      // The process has ended since it was listed.
      return;
    }
  }

  private static Optional<Bytes> bytes(Proc proc, long pid) {
    try {
      ProcText io = proc.reader().proc(pid + "/io");
      // In the order of the file.
      long read = io.labelled("read_bytes:");
      return Optional.of(new Bytes(io.labelled("write_bytes:"), read));
    } catch (ProcException e) {
      // It has ended, or is of another user.
      return Optional.empty();
    }
  }
}
