package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.series.CsvRows;
import io.ibench.testing.Slow;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Merges the folders of real runs, which become those of agents by what an agent adds to them. */
@Slow
class MergeCommandTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int AGENTS = 2;
  private static final List<String> OPERATION_COUNTS = List.of("count", "rows", "late");

  @TempDir private static Path runs;
  @TempDir private Path temporary;

  @BeforeAll
  static void run() {
    for (int rank = 0; rank < AGENTS; rank++) {
      Cli cli =
          Cli.ibench(
              "run",
              "linkbench",
              "-d",
              "memory",
              "-s",
              "linkbench.maxid1=500",
              "-s",
              "steps=drop,create,load,index,request,verify",
              "-s",
              "request.until=2s",
              "-s",
              "request.repeat=2",
              "-s",
              "request.threads=2",
              "-s",
              "request.rate=300/s",
              "-s",
              "interval=100ms",
              "-s",
              // Agents' periods do not end at once: here one ends 0.7 s later.
              "report.every=" + (rank == 0 ? "1s" : "1700ms"),
              "-s",
              "seed=" + (7 + rank),
              "--no-page",
              "--lenient",
              "-o",
              runs.resolve("run-" + rank));
      assertThat(cli.code()).as(cli.err()).isZero();
    }
  }

  private static ObjectNode json(Path folder, String name) {
    try {
      return (ObjectNode) JSON.readTree(folder.resolve(name).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path folder, String name, ObjectNode json) {
    try {
      json.remove("checksum");
      JSON.writeValue(folder.resolve(name).toFile(), json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A copy of a run as the folder of an agent. */
  private Path agent(int run, int rank, int of) {
    Path folder = temporary.resolve("agent-" + rank);
    try (Stream<Path> files = Files.list(runs.resolve("run-" + run))) {
      Files.createDirectory(folder);
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ObjectNode file = json(folder, "run.json");
    file.putObject("agent")
        .put("name", "night")
        .put("rank", rank)
        .put("of", of)
        .put("host", "node-" + rank)
        .put("settings_hash", "00c0ffee");
    write(folder, "run.json", file);
    ObjectNode summary = json(folder, "summary.json");
    for (JsonNode step : summary.get("steps")) {
      if (step.get("threads").asInt() > 0) {
        ((ObjectNode) step)
            .putObject("agent")
            .put("offset_us", 0)
            .put("offset_uncertainty_us", 100 + rank)
            .put("offset_drift_us", 0)
            .put("start_us", 1)
            .put("start_late_us", rank)
            .put("end_us", Math.round(step.get("seconds").asDouble() * 1e6))
            .put("meeting_statements", 2)
            .putArray("lost");
      }
    }
    write(folder, "summary.json", summary);
    return folder;
  }

  private List<Path> agents() {
    return List.of(agent(0, 0, AGENTS), agent(1, 1, AGENTS));
  }

  private Path all() {
    return temporary.resolve("all");
  }

  private Cli merge(List<Path> folders) {
    List<Object> arguments = new ArrayList<>(List.of("merge"));
    arguments.addAll(folders);
    arguments.addAll(List.of("-o", all()));
    return Cli.ibench(arguments.toArray());
  }

  private static JsonNode known(JsonNode json) {
    if (json instanceof ObjectNode object) {
      object.remove(List.of("checksum", "agents"));
      for (Iterator<JsonNode> each = object.elements(); each.hasNext(); ) {
        JsonNode value = each.next();
        if (value.isNull()) {
          each.remove();
        } else {
          known(value);
        }
      }
    } else {
      json.forEach(MergeCommandTest::known);
    }
    return json;
  }

  @Test
  void theMergeOfOneAgentIsItsOwnResult() {
    Path alone = agent(0, 0, 1);

    boolean invalid = json(alone, "summary.json").get("verdict").asText().equals("invalid");
    Cli cli = merge(List.of(alone));

    assertThat(cli.code()).as(cli.err()).isEqualTo(invalid ? 1 : 0);
    assertThat(json(all(), "summary.json").get("agents")).hasSize(1);
    assertThat(withoutEmpty(json(all(), "summary.json")))
        .isEqualTo(withoutEmpty(json(alone, "summary.json")));
  }

  /** Their folders and keys have the earlier word for an agent: driver. */
  @Test
  void foldersOfEarlierAgentsAreMergedAndTheirMergedResultIsReported() {
    List<Path> earlier = new ArrayList<>();
    for (Path agent : agents()) {
      Path folder = temporary.resolve(agent.getFileName().toString().replace("agent", "driver"));
      move(agent, folder);
      ObjectNode file = json(folder, "run.json");
      rename(file, "agent", "driver");
      write(folder, "run.json", file);
      ObjectNode summary = json(folder, "summary.json");
      summary.get("steps").forEach(step -> rename((ObjectNode) step, "agent", "driver"));
      write(folder, "summary.json", summary);
      earlier.add(folder);
    }

    String merged = merge(earlier).out();
    ObjectNode summary = json(all(), "summary.json");
    assertThat(summary.get("agents")).hasSize(2);
    rename(summary, "agents", "drivers");
    write(all(), "summary.json", summary);

    assertThat(merged).contains("together: 2 agents on 2 hosts worked as one client,");
    assertThat(Cli.ibench("report", all()).out()).isEqualTo(merged);
  }

  private static void rename(ObjectNode object, String from, String to) {
    if (object.has(from)) {
      object.set(to, object.remove(from));
    }
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Unknown figures are null or missing. */
  private static JsonNode withoutEmpty(JsonNode json) {
    return known(json);
  }

  @Test
  void countsAndBucketsAreSumsAndPercentilesThoseOfTheAddedHistograms() throws Exception {
    List<Path> agents = agents();

    Cli cli = merge(agents);

    assertThat(cli.err()).doesNotContain("internal error");
    JsonNode merged = json(all(), "summary.json");
    List<JsonNode> parts = agents.stream().map(d -> (JsonNode) json(d, "summary.json")).toList();
    for (int step = 0; step < merged.get("steps").size(); step++) {
      if (merged.at("/steps/" + step + "/threads").asInt() == 0) {
        continue;
      }
      JsonNode sum = merged.at("/steps/" + step);
      String at = "/steps/" + step;
      JsonNode first = parts.get(0).at(at);
      JsonNode second = parts.get(1).at(at);
      assertSums(sum, first, second, agents, sum.get("name").asText());
      double seconds = Math.max(first.get("seconds").asDouble(), second.get("seconds").asDouble());
      assertThat(sum.get("seconds").asDouble()).isEqualTo(seconds);
      for (int period = 0; period < sum.get("periods").size(); period++) {
        for (JsonNode operation : sum.at("/periods/" + period + "/operations")) {
          assertThat(operation.at("/service/p99_us").isNumber())
              .as("%s: %s", at, operation)
              .isEqualTo(operation.get("count").asLong() > 0);
        }
      }
    }
    long queries = 0;
    for (JsonNode operation : merged.at("/steps/4/operations")) {
      queries += operation.get("count").asLong();
    }
    assertThat(merged.at("/steps/4/qps").asDouble())
        .isEqualTo(queries / merged.at("/steps/4/seconds").asDouble());
    assertThat(cli.out())
        .contains("together: 2 agents on 2 hosts worked as one client,")
        .contains("agents: rates")
        .contains("node-1");
    assertThat(Cli.ibench("report", all()).out()).isEqualTo(cli.out());
    assertThat(all().resolve("report.html")).content().contains("node-1");
  }

  private static void assertSums(
      JsonNode sum, JsonNode first, JsonNode second, List<Path> agents, String step)
      throws IOException {
    Map<String, JsonNode> ofFirst = operations(first);
    Map<String, JsonNode> ofSecond = operations(second);
    for (JsonNode operation : sum.get("operations")) {
      String name = operation.get("name").asText();
      JsonNode one = ofFirst.get(name);
      JsonNode other = ofSecond.get(name);
      boolean both = one != null && other != null;
      if (!both || one.get("count").asLong() == 0 || other.get("count").asLong() == 0) {
        continue;
      }
      for (String key : OPERATION_COUNTS) {
        assertThat(operation.get(key).asLong())
            .as("%s of %s", key, name)
            .isEqualTo(one.get(key).asLong() + other.get(key).asLong());
      }
      for (int bucket = 0; bucket < operation.get("buckets").size(); bucket++) {
        assertThat(operation.get("buckets").get(bucket).asLong())
            .isEqualTo(
                one.get("buckets").get(bucket).asLong()
                    + other.get("buckets").get(bucket).asLong());
      }
      Histogram added = new Histogram(1, 3_600_000_000_000L, 2);
      String tag = step + "." + sum.get("repeat").asInt() + "." + name + ".service";
      for (Path agent : agents) {
        added.add(histogram(agent, tag));
      }
      assertThat(Math.round(1e3 * operation.at("/service/p99_us").asDouble()))
          .as(tag)
          .isEqualTo(added.getValueAtPercentile(99));
      assertThat(Math.round(1e3 * operation.at("/service/p999_us").asDouble()))
          .isEqualTo(added.getValueAtPercentile(99.9));
    }
  }

  private static Map<String, JsonNode> operations(JsonNode step) {
    Map<String, JsonNode> operations = new TreeMap<>();
    step.get("operations").forEach(one -> operations.put(one.get("name").asText(), one));
    return operations;
  }

  private static Histogram histogram(Path folder, String tag) throws IOException {
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve("latency.hlog").toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        if (tag.equals(next.getTag())) {
          return (Histogram) next;
        }
      }
    }
    throw new AssertionError("no " + tag + " in " + folder);
  }

  @Test
  void eachIntervalIsTheSumOfTheAgentsIntervals() throws IOException {
    List<Path> agents = agents();
    merge(agents);

    for (String column : List.of("operations", "rows", "queries", "inserted_rows", "errors")) {
      assertThat(sum(all(), column))
          .as(column)
          .isEqualTo(sum(agents.get(0), column) + sum(agents.get(1), column));
    }
    assertThat(Cli.ibench("compare", all(), agents.get(0)).code()).isZero();
  }

  /** All on the grid of intervals, so that interval k of the result is that of all agents. */
  @Test
  void eachIntervalIsThatOfAllAgentsWithTheSameNumber() throws IOException {
    List<Path> agents = agents();
    List<Map<String, List<Long>>> own = new ArrayList<>();
    for (Path agent : agents) {
      putOnGrid(agent);
      own.add(operations(agent));
    }
    Cli cli = merge(agents);
    assertThat(all()).as(cli.err()).exists();

    Map<String, List<Long>> merged = operations(all());
    assertThat(merged).containsKeys("load.1", "request.1", "request.2");
    merged.forEach(
        (step, counts) -> {
          List<Long> first = own.get(0).get(step);
          List<Long> second = own.get(1).get(step);
          assertThat(counts).as(step).hasSize(Math.max(first.size(), second.size()));
          for (int k = 0; k < counts.size(); k++) {
            long sum = k < first.size() ? first.get(k) : 0;
            sum += k < second.size() ? second.get(k) : 0;
            assertThat(counts.get(k)).as("interval %d of %s", k, step).isEqualTo(sum);
          }
        });
  }

  /** Ticks are late on a busy machine; here none is. */
  private static void putOnGrid(Path folder) throws IOException {
    Path file = folder.resolve("intervals.csv");
    List<String> lines = Files.readAllLines(file);
    int seconds = List.of(lines.get(0).split(",")).indexOf("seconds");
    for (int i = 1; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",", -1);
      cells[seconds] = "0.1";
      lines.set(i, String.join(",", cells));
    }
    Files.write(file, lines);
  }

  /** By step and repeat, the operations of each interval. */
  private static Map<String, List<Long>> operations(Path folder) throws IOException {
    Map<String, List<Long>> all = new TreeMap<>();
    try (CsvRows rows = CsvRows.open(folder.resolve("intervals.csv"))) {
      while (rows.next()) {
        String step = rows.text(rows.column("step"));
        if (step.equals("request") || step.equals("load")) {
          double repeat = rows.number(rows.column("repeat"));
          all.computeIfAbsent(
                  step + "." + (Double.isNaN(repeat) ? 1 : (long) repeat), any -> new ArrayList<>())
              .add((long) rows.number(rows.column("operations")));
        }
      }
    }
    return all;
  }

  /** Without the steps of which only the first agent's work counts. */
  private static long sum(Path folder, String column) throws IOException {
    long sum = 0;
    try (CsvRows rows = CsvRows.open(folder.resolve("intervals.csv"))) {
      while (rows.next()) {
        String step = rows.text(rows.column("step"));
        if (step.equals("request") || step.equals("load")) {
          sum += (long) rows.number(rows.column(column));
        }
      }
    }
    return sum;
  }

  @Test
  void anAgentThatDiedMakesTheRunInvalidAndIsNamed() throws IOException {
    List<Path> agents = agents();
    ObjectNode summary = json(agents.get(1), "summary.json");
    ((ObjectNode) summary.get("run")).put("state", "running");
    ((com.fasterxml.jackson.databind.node.ArrayNode) summary.get("steps")).remove(6);
    ((ObjectNode) summary.at("/steps/5")).put("state", "running").putNull("verdict");
    summary.putNull("verdict");
    write(agents.get(1), "summary.json", summary);
    deleteOwner(agents.get(1));

    Cli cli = merge(agents);

    assertThat(cli.code()).as(cli.err()).isEqualTo(1);
    assertThat(cli.out()).contains("agent 1 of 2 (node-1) was lost,");
    JsonNode merged = json(all(), "summary.json");
    assertThat(merged.get("verdict").asText()).isEqualTo("invalid");
    assertThat(merged.at("/run/state").asText()).isEqualTo("failed");
    assertThat(merged.at("/steps/4/state").asText()).isEqualTo("done");
    assertThat(merged.at("/steps/5/state").asText()).isEqualTo("failed");
    assertThat(merged.at("/steps/5/operations/0/count"))
        .isEqualTo(json(agents.get(0), "summary.json").at("/steps/5/operations/0/count"));
  }

  /** The process that ran it is that of this test, which lives. */
  private static void deleteOwner(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve("run.owner"));
    Files.deleteIfExists(folder.resolve("run.lock"));
  }

  @Test
  void refusesAllMistakesAtOnceAndLeavesNothing() throws IOException {
    Path first = agent(0, 0, 3);
    Path second = agent(1, 1, 3);
    ObjectNode file = json(second, "run.json");
    ((ObjectNode) file.get("agent")).put("settings_hash", "other");
    write(second, "run.json", file);

    Cli cli = merge(List.of(first, second, runs.resolve("run-0"), temporary.resolve("none")));

    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err().lines())
        .anyMatch(line -> line.contains("differ in their settings: 00c0ffee in " + first))
        .anyMatch(line -> line.contains("run-0 is of a run of one process"))
        .anyMatch(line -> line.contains("none does not exist"));
    assertThat(all()).doesNotExist();

    assertThat(merge(List.of(first, agent(1, 2, 3))).err()).contains("agent 1 of 3 is missing");
    Files.createDirectory(all());
    assertThat(merge(List.of(first)).err()).contains("exists; name a new folder");
  }

  @Test
  void namesADamagedFileAndLeavesNothing() throws IOException {
    List<Path> agents = agents();
    Path hlog = agents.get(1).resolve("latency.hlog");
    List<String> lines = Files.readAllLines(hlog);
    Files.write(hlog, lines.subList(0, lines.size() - 3));
    Path intervals = agents.get(0).resolve("intervals.csv");
    List<String> rows = Files.readAllLines(intervals);
    rows.set(rows.size() - 1, rows.get(rows.size() - 1).substring(0, 40));
    Files.write(intervals, rows);

    Cli cli = merge(agents);

    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains(intervals + " is damaged: 1 of its lines cannot be read");
    assertThat(all()).doesNotExist();

    Files.write(intervals, rows.subList(0, rows.size() - 1));
    assertThat(merge(agents).err()).contains(" intervals of step verify: it is damaged");

    Files.copy(
        runs.resolve("run-0").resolve("intervals.csv"),
        intervals,
        StandardCopyOption.REPLACE_EXISTING);
    assertThat(merge(agents).err()).contains("latencies of");
    assertThat(all()).doesNotExist();
  }

  /**
   * Leaves the folders to measure a merge of them, as docs/fleet.md does; {@code
   * ibench.merge.longer} is how often the intervals of the longest step are in them.
   */
  @Test
  @EnabledIfSystemProperty(named = "ibench.merge.folder", matches = ".+")
  void foldersOfManyAgentsAreMerged() throws IOException {
    temporary = Files.createDirectories(Path.of(System.getProperty("ibench.merge.folder")));
    int count = Integer.getInteger("ibench.merge.agents", 1000);
    List<Path> folders = new ArrayList<>();
    for (int rank = 0; rank < count; rank++) {
      folders.add(agent(0, rank, count));
      lengthen(folders.get(rank), Integer.getInteger("ibench.merge.longer", 1));
    }

    Cli cli = merge(folders);

    assertThat(json(all(), "summary.json").get("agents")).as(cli.err()).hasSize(count);
  }

  /** Repeats the intervals of the last requests. */
  private static void lengthen(Path folder, int times) throws IOException {
    Path file = folder.resolve("intervals.csv");
    List<String> lines = Files.readAllLines(file);
    int column = List.of(lines.get(0).split(",")).indexOf("repeat");
    List<String> longest =
        lines.stream()
            .filter(line -> line.contains(",request,") && line.split(",", -1)[column].equals("2"))
            .toList();
    int from = lines.indexOf(longest.get(0));
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < lines.size(); i++) {
        for (int time = 1; i == from && time < times; time++) {
          out.write(String.join("\n", longest) + "\n");
        }
        out.write(lines.get(i) + "\n");
      }
    }
    ObjectNode summary = json(folder, "summary.json");
    ((ObjectNode) summary.at("/steps/5")).put("intervals", times * longest.size());
    write(folder, "summary.json", summary);
  }
}
