package io.ibench.host.remote;

import io.ibench.host.CpuGauge;
import io.ibench.host.remote.PrometheusText.Sample;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Converts the samples of a node_exporter to the kernel's files that they come from, for the gauges
 * that read these files. A file or line is missing if the exporter does not report all that a gauge
 * needs from it.
 */
final class ExporterTexts {

  private static final List<String> CPU_MODES =
      List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal");

  /** Excluded by the exporter's defaults; these folders may not be on the root's disk. */
  private static final List<String> HIDDEN_MOUNTS =
      List.of("/mnt", "/media", "/run", "/var/lib/docker", "/var/lib/containers/storage");

  private static final String UNKNOWN_TYPE = "a-file-system-of-which-node_exporter-tells-nothing";
  private static final long SECTOR_BYTES = 512;

  private final Map<String, Map<String, Double>> byDevice = new LinkedHashMap<>();
  private final Map<String, Double> singles = new HashMap<>();
  private final Map<String, Double> cpuSeconds = new HashMap<>();
  private final Set<String> cpus = new LinkedHashSet<>();
  private final Map<String, String> numbers = new HashMap<>();
  private final Map<String, String> volumes = new HashMap<>();
  private final Map<String, Sample> mounts = new LinkedHashMap<>();

  private ExporterTexts() {}

  /** The texts by path. */
  static Map<String, String> of(List<Sample> all) {
    ExporterTexts texts = new ExporterTexts();
    all.stream().filter(series -> Double.isFinite(series.value())).forEach(texts::take);
    return texts.write();
  }

  /** Whether samples of this name are used. */
  static boolean isUsed(String name) {
    return name.startsWith("node_disk_")
        || name.startsWith("node_pressure_")
        || name.equals("node_cpu_seconds_total")
        || name.equals("node_context_switches_total")
        || name.equals("node_filesystem_size_bytes")
        || name.startsWith("node_vmstat_pswp")
        || name.startsWith("node_memory_");
  }

  private void take(Sample series) {
    String device = series.label("device");
    switch (series.name()) {
      case "node_cpu_seconds_total" -> {
        cpus.add(series.label("cpu"));
        cpuSeconds.merge(series.label("mode"), series.value(), Double::sum);
      }
      case "node_disk_info" ->
          numbers.put(device, series.label("major") + " " + series.label("minor"));
      case "node_disk_device_mapper_info" -> volumes.put(series.label("name"), device);
      case "node_filesystem_size_bytes" -> mounts.put(series.label("mountpoint"), series);
      default -> {
        if (device.isEmpty()) {
          singles.put(series.name(), series.value());
        } else {
          byDevice
              .computeIfAbsent(device, none -> new HashMap<>())
              .put(series.name(), series.value());
        }
      }
    }
  }

  private Map<String, String> write() {
    Map<String, String> texts = new HashMap<>();
    Map<String, String> rows = diskRows();
    texts.put("/proc/stat", stat());
    texts.put("/proc/diskstats", String.join("", rows.values()));
    texts.put("/proc/self/mountinfo", mountinfo(rows));
    texts.put("/proc/meminfo", meminfo());
    texts.put(
        "/proc/vmstat",
        line("pswpin ", "vmstat_pswpin", 1) + line("pswpout ", "vmstat_pswpout", 1));
    for (String resource : List.of("cpu", "io", "memory")) {
      texts.put("/proc/pressure/" + resource, pressure(resource));
    }
    texts.values().removeIf(String::isEmpty);
    return texts;
  }

  private String stat() {
    StringBuilder text = new StringBuilder();
    if (cpuSeconds.keySet().containsAll(CPU_MODES)) {
      text.append("cpu ");
      for (String mode : CPU_MODES) {
        text.append(' ')
            .append(
                Math.round(
                    Objects.requireNonNull(cpuSeconds.get(mode)) * CpuGauge.TICKS_PER_SECOND));
      }
      text.append('\n');
    }
    cpus.forEach(cpu -> text.append("cpu").append(cpu).append(" 0\n"));
    return text.append(line("ctxt ", "context_switches_total", 1)).toString();
  }

  private String meminfo() {
    StringBuilder text = new StringBuilder();
    for (String name : List.of("MemTotal", "MemFree", "MemAvailable", "Cached", "Dirty")) {
      single("memory_" + name + "_bytes", 1)
          .ifPresent(
              bytes -> text.append(String.format(Locale.ROOT, "%s: %d kB\n", name, bytes / 1024)));
    }
    return text.toString();
  }

  /** The exporter's "waiting" is the kernel's "some", its "stalled" the kernel's "full". */
  private String pressure(String resource) {
    String name = "pressure_" + resource;
    return line("some total=", name + "_waiting_seconds_total", 1e6)
        + line("full total=", name + "_stalled_seconds_total", 1e6);
  }

  private String line(String label, String name, double unit) {
    OptionalLong value = single(name, unit);
    return value.isPresent() ? label + value.getAsLong() + "\n" : "";
  }

  private OptionalLong single(String name, double unit) {
    Double value = singles.get("node_" + name);
    return value == null ? OptionalLong.empty() : OptionalLong.of(Math.round(value * unit));
  }

  /** Rows of diskstats by device, without devices of which the exporter lacks a field. */
  private Map<String, String> diskRows() {
    Map<String, String> rows = new LinkedHashMap<>();
    byDevice.forEach(
        (device, values) -> {
          String number = numbers.computeIfAbsent(device, none -> "9999 " + rows.size());
          row(values).ifPresent(row -> rows.put(device, number + " " + device + row + "\n"));
        });
    return rows;
  }

  private static Optional<String> row(Map<String, Double> values) {
    double perSector = 1.0 / SECTOR_BYTES;
    String row =
        field(values, "reads_completed_total", 1)
            + " 0"
            + field(values, "read_bytes_total", perSector)
            + field(values, "read_time_seconds_total", 1000)
            + field(values, "writes_completed_total", 1)
            + " 0"
            + field(values, "written_bytes_total", perSector)
            + field(values, "write_time_seconds_total", 1000)
            + " 0"
            + field(values, "io_time_seconds_total", 1000)
            + field(values, "io_time_weighted_seconds_total", 1000);
    String flushes =
        " 0 0 0 0"
            + field(values, "flush_requests_total", 1)
            + field(values, "flush_requests_time_seconds_total", 1000);
    return row.contains("?")
        ? Optional.empty()
        : Optional.of(flushes.contains("?") ? row : row + flushes);
  }

  private static String field(Map<String, Double> values, String name, double unit) {
    Double value = values.get("node_disk_" + name);
    return value == null ? " ?" : " " + Math.round(value * unit);
  }

  private String mountinfo(Map<String, String> rows) {
    StringBuilder text = new StringBuilder();
    for (String hidden : HIDDEN_MOUNTS) {
      text.append("1 1 0:0 / " + hidden + " rw - " + UNKNOWN_TYPE + " none\n");
    }
    mounts.forEach(
        (point, series) -> {
          String source = series.label("device");
          String number =
              diskOf(source, rows)
                  .map(disk -> Objects.requireNonNull(numbers.get(disk)).replace(' ', ':'))
                  .orElse("0:0");
          text.append("1 1 " + number + " / " + escape(point) + " rw - ");
          text.append(escape(series.label("fstype")) + " " + escape(source) + "\n");
        });
    return mounts.isEmpty() ? "" : text.toString();
  }

  /** By default the exporter reports no partitions: a partition's disk is used instead. */
  private Optional<String> diskOf(String source, Map<String, String> rows) {
    if (!source.startsWith("/dev/")) {
      return Optional.empty();
    }
    String name = source.substring("/dev/".length());
    String volume = volumes.getOrDefault(name.replaceFirst("^mapper/", ""), name);
    String disk =
        volume.matches("(nvme|mmcblk).*p[0-9]+")
            ? volume.replaceFirst("p[0-9]+$", "")
            : volume.replaceFirst("^((?:[shv]|xv)d[a-z]+)[0-9]+$", "$1");
    return rows.containsKey(volume)
        ? Optional.of(volume)
        : Optional.of(disk).filter(rows::containsKey);
  }

  private static String escape(String word) {
    return word.isEmpty()
        ? "none"
        : word.replace("\\", "\\134")
            .replace(" ", "\\040")
            .replace("\t", "\\011")
            .replace("\n", "\\012");
  }
}
