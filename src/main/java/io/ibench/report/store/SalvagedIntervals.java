package io.ibench.report.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.StoredObject;
import io.ibench.series.LineLimit;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What intervals.csv tells of steps that summary.json has lost. One thread's, for one folder. */
final class SalvagedIntervals {

  private static final String FILE = "intervals.csv";
  private static final List<String> COUNTS =
      List.of("operations", "queries", "inserted_rows", "deleted_rows", "errors");
  private static final double NANOS = 1e9;

  /** With repeats; the rows of further ones are skipped. */
  private static final int MOST_STEPS = 2_000;

  private final Path file;
  private final List<String> damage;
  private final Map<String, Sums> steps = new LinkedHashMap<>();
  private List<String> head = List.of();
  private long damaged;

  /**
   * @param damage takes what is wrong with the file
   */
  SalvagedIntervals(Path folder, List<String> damage) {
    this.file = folder.resolve(FILE);
    this.damage = damage;
  }

  /** Adds the steps that are not there, roughly, in the order in which they ran. */
  void addMissing(ObjectNode json) {
    if (!Files.isRegularFile(file)) {
      return;
    }
    read();
    if (damaged > 0) {
      String lines = damaged == 1 ? " line of " : " lines of ";
      String are = damaged == 1 ? " is" : " are";
      damage.add(NumberText.count(damaged) + lines + FILE + are + " damaged, and skipped");
    }
    Map<String, JsonNode> whole = new LinkedHashMap<>();
    json.withArray("steps")
        .forEach(step -> whole.put(key(step.get("name").asText(), step.get("repeat")), step));
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    List<Sums> found = new ArrayList<>(steps.values());
    for (Sums sums : found) {
      JsonNode step = whole.remove(key(sums.name, sums.repeat));
      boolean last = sums == found.get(found.size() - 1);
      all.add(step == null ? sums.json(repeats(sums.name), last) : step);
      if (step == null) {
        damage.add(
            "step "
                + sums.title(repeats(sums.name))
                + " is worked out from "
                + FILE
                + ", without its costs");
      }
    }
    whole.values().forEach(all::add);
    json.set("steps", all);
  }

  private static String key(String name, Object repeat) {
    return name + "\n" + repeat;
  }

  private long repeats(String name) {
    return steps.values().stream().filter(sums -> sums.name.equals(name)).count();
  }

  /** Broken characters are replaced, and whatever they were in is no number then. */
  private void read() {
    try (BufferedReader lines = LineLimit.open(file, StandardCharsets.UTF_8)) {
      String first = lines.readLine();
      head = first == null ? List.of() : List.of(first.split(",", -1));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line.split(",", -1));
      }
    } catch (IOException e) {
      damage.add(FILE + " cannot be read to its end");
    }
  }

  private void take(String[] cells) {
    if (cells.length != head.size()) {
      damaged++;
      return;
    }
    try {
      String name = cell(cells, "step");
      long repeat = Long.parseLong(cell(cells, "repeat"));
      Instant end = Instant.parse(cell(cells, "time"));
      double seconds = length(cell(cells, "seconds"));
      long[] counts = new long[COUNTS.size()];
      for (int i = 0; i < counts.length; i++) {
        counts[i] = Long.parseLong(cell(cells, COUNTS.get(i)));
      }
      if (steps.size() >= MOST_STEPS && !steps.containsKey(key(name, repeat))) {
        damaged++;
        return;
      }
      steps
          .computeIfAbsent(key(name, repeat), any -> new Sums(name, repeat))
          .add(end, seconds, counts);
    } catch (NumberFormatException | DateTimeException e) {
      damaged++;
    }
  }

  private static double length(String seconds) {
    double length = Double.parseDouble(seconds);
    if (!(length >= 0) || Double.isInfinite(length)) {
      throw new NumberFormatException("no length: " + seconds);
    }
    return length;
  }

  private String cell(String[] cells, String column) {
    int index = head.indexOf(column);
    return index < 0 ? "" : cells[index];
  }

  /** Of one step, or one repeat of it. */
  private static final class Sums {

    private final String name;
    private final long repeat;
    private final long[] counts = new long[COUNTS.size()];
    private Instant start = Instant.MAX;
    private Instant end = Instant.MIN;
    private double seconds;
    private long intervals;

    Sums(String name, long repeat) {
      this.name = name;
      this.repeat = repeat;
    }

    void add(Instant intervalEnd, double length, long[] more) {
      Instant begin = intervalEnd.minusNanos((long) (length * NANOS));
      start = begin.isBefore(start) ? begin : start;
      end = intervalEnd.isAfter(end) ? intervalEnd : end;
      seconds += length;
      intervals++;
      for (int i = 0; i < counts.length; i++) {
        counts[i] += more[i];
      }
    }

    String title(long repeats) {
      return repeats > 1 || repeat > 1 ? name + " " + repeat : name;
    }

    private long count(String column) {
      return counts[COUNTS.indexOf(column)];
    }

    /** How a step ended that another one followed is not known, but that it was over. */
    ObjectNode json(long repeats, boolean last) {
      boolean queries = count("queries") > 0;
      boolean rows = count("inserted_rows") > 0;
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("name", name);
      json.put("repeat", repeat);
      json.put("repeats", Math.max(repeat, repeats));
      Unit unit = queries ? Unit.QUERIES : rows ? Unit.ROWS : Unit.NONE;
      json.put("unit", StoredObject.label(unit));
      json.put("state", (last ? RunState.RUNNING : RunState.DONE).label());
      json.put("started", start.toString());
      json.put("seconds", seconds);
      json.put("intervals", intervals);
      json.put("errors", count("errors"));
      if (seconds > 0) {
        putRate(json, "qps", "queries");
        putRate(json, "ips", "inserted_rows");
        putRate(json, "dps", "deleted_rows");
      }
      json.putArray("facts")
          .add(
              String.format(
                  "%s operations in %s until %s, from %s",
                  NumberText.count(count("operations")),
                  NumberText.count(intervals) + (intervals == 1 ? " interval" : " intervals"),
                  end,
                  FILE));
      return json;
    }

    private void putRate(ObjectNode json, String key, String column) {
      if (count(column) > 0) {
        json.put(key, count(column) / seconds);
      }
    }
  }
}
