package io.ibench.host;

import io.ibench.measure.Gauge;
import java.util.List;
import java.util.Objects;

/**
 * How long tasks of this machine waited for CPU, storage and memory (PSI), from /proc/pressure:
 * "some" while at least one task waited, "full" while all runnable tasks did. In microseconds of
 * wall time, however many tasks waited.
 */
public final class PressureGauge implements Gauge {

  private final ProcReader reader;

  public PressureGauge(Proc proc) {
    this.reader = proc.reader();
  }

  @Override
  public void read(long nanos, Sink sink) {
    report("cpu", List.of("some"), List.of(HostMetric.PRESSURE_CPU_SOME_MICROS), sink);
    report(
        "io",
        List.of("some", "full"),
        List.of(HostMetric.PRESSURE_IO_SOME_MICROS, HostMetric.PRESSURE_IO_FULL_MICROS),
        sink);
    report(
        "memory",
        List.of("some", "full"),
        List.of(HostMetric.PRESSURE_MEMORY_SOME_MICROS, HostMetric.PRESSURE_MEMORY_FULL_MICROS),
        sink);
  }

  private void report(String file, List<String> lines, List<HostMetric> metrics, Sink sink) {
    ProcText text;
    try {
      text = reader.proc("pressure/" + file);
    } catch (ProcException e) {
      String reason = reason(e);
      metrics.forEach(metric -> sink.absent(metric.key(), reason));
      return;
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Figure.of(() -> total(text, line)).report(metrics.get(i), sink);
    }
  }

  private static String reason(ProcException e) {
    if (e.isGone()) {
      return "this kernel keeps no pressure statistics (no /proc/pressure: Linux 4.20 with PSI)";
    }
    return Objects.requireNonNull(e.getMessage()).contains("not supported")
        ? "pressure statistics are switched off (boot with psi=1)"
        : e.getMessage();
  }

  private static long total(ProcText text, String line) throws ProcException {
    if (!text.find(line + " ")) {
      throw text.damaged("no line " + line);
    }
    for (String word = text.word(); !word.isEmpty(); word = text.word()) {
      if (word.startsWith("total=")) {
        return number(text, word.substring("total=".length()));
      }
    }
    throw text.damaged("no total of " + line);
  }

  private static long number(ProcText text, String digits) throws ProcException {
    try {
      return Long.parseUnsignedLong(digits);
    } catch (NumberFormatException e) {
      throw text.damaged("'" + digits + "' where a number should be");
    }
  }
}
