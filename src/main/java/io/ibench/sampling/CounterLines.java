package io.ibench.sampling;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code perf stat -x, -I} prints: for each interval and event a line of seconds since
 * its begin, count, unit, event, nanoseconds in which it was counted, and their share of the time
 * in percent. Confined to one thread.
 *
 * <p>If a CPU has fewer counters than events, they take turns, and perf scales what it counted. A
 * machine with two kinds of cores has an event of each kind, which is scaled as if the other kind
 * had done as much: that is undone, and both are added up.
 */
final class CounterLines {

  private static final Pattern EVENT =
      Pattern.compile("([\\w.]+/)?([a-z-]+)(?:/|:|/:)?([a-zA-Z]*)");

  private static final String NOT_SUPPORTED = "<not supported>";
  private static final String NOT_COUNTED = "<not counted>";
  private static final int FIELDS = 6;
  private static final double ALL = 100;

  /** A sixth digit of a percentage is no turn. */
  private static final double ALMOST_ALL = 99.5;

  private static final double SECOND_NANOS = 1e9;

  /** What is known of an event. */
  private static final class Known {
    private double count;
    private double seconds;
    private double countedSeconds;
    private double upTo;
    private boolean ofUserOnly;
    private boolean unsupported;
  }

  private final double from;
  private final double to;
  private final Map<String, Known> events = new LinkedHashMap<>();

  /** The end of the interval before the one under way, and of that. */
  private double begin;

  private double end;

  private CounterLines(double from, double to) {
    this.from = from;
    this.to = to;
    HardwareCounters.EVENTS.forEach(event -> events.put(event, new Known()));
  }

  /**
   * The rates in a span.
   *
   * @param fromNanos since perf began; so is the other one
   */
  static EventRates read(BufferedReader lines, long fromNanos, long toNanos) throws IOException {
    CounterLines read = new CounterLines(fromNanos / SECOND_NANOS, toNanos / SECOND_NANOS);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      read.line(line.strip().split(",", -1));
    }
    return read.rates();
  }

  private void line(String[] fields) {
    if (fields.length < FIELDS || fields[0].startsWith("#")) {
      return;
    }
    Matcher event = EVENT.matcher(fields[3]);
    Known known = event.matches() ? events.get(event.group(2)) : null;
    double time = number(fields[0]);
    double percent = number(fields[5]);
    if (known == null || Double.isNaN(time) || Double.isNaN(percent)) {
      return;
    }
    if (time > end) {
      begin = end;
      end = time;
    }
    double length = end - begin;
    if (begin - length >= from && end + length <= to) {
      known.unsupported |= fields[1].equals(NOT_SUPPORTED);
      known.ofUserOnly |= event.group(3).equals("u");
      add(known, fields[1], percent, event.group(1) != null);
    }
  }

  /** Adds an interval; that of an event that had no turn says nothing. */
  private void add(Known known, String text, double percent, boolean isPart) {
    double count = text.equals(NOT_COUNTED) ? 0 : number(text);
    if (Double.isNaN(count) || !isPart && percent == 0) {
      return;
    }
    known.count += isPart ? count * percent / ALL : count;
    if (known.upTo < end) {
      known.upTo = end;
      known.seconds += end - begin;
      known.countedSeconds += (end - begin) * (isPart ? 1 : percent / ALL);
    }
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private EventRates rates() {
    Map<String, Double> rates = new HashMap<>();
    List<String> missing = new ArrayList<>();
    boolean noCounters = false;
    boolean userOnly = false;
    double least = ALL;
    for (Map.Entry<String, Known> each : events.entrySet()) {
      Known known = each.getValue();
      boolean isSwitch = each.getKey().equals(HardwareCounters.CONTEXT_SWITCHES);
      if (known.seconds == 0 || isSwitch && known.ofUserOnly) {
        missing.add(each.getKey());
        noCounters |= known.unsupported && each.getKey().equals(HardwareCounters.CYCLES);
      } else {
        rates.put(each.getKey(), known.count / known.seconds);
        userOnly |= known.ofUserOnly;
        least = Math.min(least, ALL * known.countedSeconds / known.seconds);
      }
    }
    return new EventRates(rates, note(missing, noCounters, userOnly, least));
  }

  private Optional<String> note(
      List<String> missing, boolean noCounters, boolean userOnly, double least) {
    List<String> notes = new ArrayList<>();
    if (noCounters) {
      notes.add("this machine has no hardware counters: cycles is not supported");
    } else if (missing.size() == events.size()) {
      notes.add("nothing was counted");
    } else if (!missing.isEmpty()) {
      notes.add("not counted here: " + String.join(", ", missing));
    }
    if (userOnly) {
      notes.add("without what the kernel does");
    }
    if (least < ALMOST_ALL) {
      notes.add(
          String.format(Locale.ROOT, "scaled: counted in %.0f %% of the time or more", least));
    }
    return notes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", notes));
  }
}
