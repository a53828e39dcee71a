package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.testing.Slow;
import io.ibench.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each workload does what every workload must: it takes a sweep and, where a step can be paced, a
 * load profile, and the folders of its agents are merged. On databases without a server.
 */
@Slow
class EachWorkloadTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String PROFILE = "200/s 200ms, ..400/s 200ms";

  /** The mean rate of each segment. */
  private static final List<Double> SEGMENT_RATES = List.of(200.0, 300.0);

  /** A small run of each workload. */
  private enum Trial {
    KV("kv", "memory", "fillseq,readrandom,verify", "readrandom", "kv.num=1k"),
    YCSB("ycsb", "memory", "drop,create,load,workloada,verify", "workloada", "ycsb.recordcount=1k"),
    OLTP(
        "oltp",
        "memory",
        "drop,create,load,index,point_select,verify",
        "point_select",
        "oltp.rows=500"),
    LINKBENCH(
        "linkbench",
        "memory",
        "drop,create,load,index,request,verify",
        "request",
        "linkbench.maxid1=201"),
    /** Its queries have one thread for each client, and no step takes a profile. */
    INSERT(
        "insert",
        "memory",
        "l.i0,l.x,l.i1,verify",
        "l.i1.rows_per_commit=5,10",
        "",
        "l.i0.rows=1k",
        "l.i1.rows=200"),
    CUSTOM(
        "orders",
        "memory",
        "drop,create,load,index,request,verify",
        "request.threads=1,2",
        "request",
        "rows.customers=50",
        "rows.orders=500"),
    SCRIPT("tpcb", "sqlite", "drop,create,load,request", "request", "sync=normal"),
    IO(
        "io",
        "files",
        "fill,read,verify",
        "read.threads=1,2",
        "read",
        "io.size=4MB",
        "io.direct=false");

    private final String file;
    private final String database;
    private final String steps;
    private final String sweep;
    private final String profiled;
    private final List<String> settings;

    /** The step is swept over its threads, and each step of the sweep has the profile. */
    Trial(String file, String database, String steps, String step, String setting) {
      this(file, database, steps, step + ".threads=1,2", step, setting);
    }

    Trial(
        String file,
        String database,
        String steps,
        String sweep,
        String profiled,
        String... settings) {
      this.file = file;
      this.database = database;
      this.steps = steps;
      this.sweep = sweep;
      this.profiled = profiled;
      this.settings = List.of(settings);
    }

    private String sweptStep() {
      return sweep.substring(0, sweep.lastIndexOf('.'));
    }

    /** The steps that the sweep makes. */
    private List<String> swept() {
      String[] parts = sweep.split("=");
      return Stream.of(parts[1].split(",")).map(value -> parts[0] + "_" + value).toList();
    }

    private List<String> withProfile() {
      return profiled.isEmpty() ? List.of() : swept();
    }
  }

  @TempDir private Path folder;

  private Cli run(Trial trial, int rank, Path output) {
    List<Object> arguments =
        new ArrayList<>(
            List.of("run", Path.of("workloads", trial.file + ".properties"), "-d", trial.database));
    List<String> settings = new ArrayList<>(trial.settings);
    settings.add("steps=" + trial.steps);
    if (!trial.profiled.isEmpty()) {
      settings.add(trial.profiled + ".profile=" + PROFILE);
    }
    settings.add("interval=100ms");
    settings.add("seed=" + (7 + rank));
    switch (trial.database) {
      case "sqlite" -> settings.add("file=" + folder.resolve(rank + ".db"));
      case "files" -> settings.add("dir=" + folder.resolve(rank + ".files"));
      default -> settings.add("report.every=1s");
    }
    settings.forEach(setting -> arguments.addAll(List.of("-s", setting)));
    arguments.addAll(List.of("--sweep", trial.sweep, "--no-page", "--lenient", "-o", output));
    return Cli.ibench(arguments.toArray());
  }

  /** The results of each step; a step with a profile has one for each segment. */
  private static Map<String, List<JsonNode>> steps(Path output) throws IOException {
    Map<String, List<JsonNode>> steps = new LinkedHashMap<>();
    for (JsonNode step : JSON.readTree(output.resolve("summary.json").toFile()).get("steps")) {
      steps.computeIfAbsent(step.get("name").asText(), name -> new ArrayList<>()).add(step);
    }
    return steps;
  }

  private static long count(JsonNode step) {
    long count = 0;
    for (JsonNode operation : step.get("operations")) {
      count += operation.get("count").asLong();
    }
    return count;
  }

  @Test
  void eachWorkloadHasATrial() throws IOException {
    List<String> tried = new ArrayList<>();
    for (Trial trial : Trial.values()) {
      List<String> lines = Files.readAllLines(Path.of("workloads", trial.file + ".properties"));
      tried.add(
          lines.stream()
              .filter(line -> line.matches("workload *=.*"))
              .map(line -> line.substring(line.indexOf('=') + 1).strip())
              .findFirst()
              .orElseThrow());
    }
    assertThat(ServiceLoader.load(Workload.class).stream().map(each -> each.get().name()))
        .containsExactlyInAnyOrderElementsOf(tried);
  }

  @ParameterizedTest
  @EnumSource
  void aSweptStepFollowsItsProfileAndAgentsAreMerged(Trial trial) throws IOException {
    List<Path> agents = new ArrayList<>();
    for (int rank = 0; rank < 2; rank++) {
      Path output = folder.resolve("run-" + rank);
      Cli cli = run(trial, rank, output);
      assertThat(cli.code()).as(cli.err() + cli.out()).isZero();
      Map<String, List<JsonNode>> steps = steps(output);
      assertThat(steps.keySet()).containsAll(trial.swept()).doesNotContain(trial.sweptStep());
      assertThat(trial.swept())
          .allSatisfy(
              name ->
                  assertThat(steps.get(name).get(0).get("kind").asText())
                      .isEqualTo(trial.sweptStep()));
      for (String name : trial.withProfile()) {
        List<JsonNode> segments = steps.get(name);
        assertThat(segments).as(name).hasSize(SEGMENT_RATES.size());
        for (int segment = 0; segment < SEGMENT_RATES.size(); segment++) {
          assertThat(segments.get(segment).at("/targets/0/target_ps").asDouble())
              .isEqualTo(SEGMENT_RATES.get(segment));
        }
      }
      assertThat(steps.values().stream().flatMap(List::stream))
          .allSatisfy(step -> assertThat(step.path("problems")).isEmpty())
          .allSatisfy(step -> assertThat(step.path("failure").asText("")).isEmpty());
      agents.add(agent(output, rank));
    }

    Path all = folder.resolve("all");
    Cli merge = Cli.ibench("merge", agents.get(0), agents.get(1), "-o", all);

    assertThat(merge.err()).doesNotContain("internal error");
    assertThat(JSON.readTree(all.resolve("summary.json").toFile()).get("agents")).hasSize(2);
    Map<String, List<JsonNode>> first = steps(agents.get(0));
    Map<String, List<JsonNode>> second = steps(agents.get(1));
    Map<String, List<JsonNode>> merged = steps(all);
    assertThat(merged.keySet()).containsExactlyElementsOf(first.keySet());
    for (String name : trial.swept()) {
      for (int part = 0; part < merged.get(name).size(); part++) {
        JsonNode sum = merged.get(name).get(part);
        JsonNode one = first.get(name).get(part);
        JsonNode other = second.get(name).get(part);
        assertThat(count(one)).isPositive();
        assertThat(count(sum)).isEqualTo(count(one) + count(other));
        assertThat(sum.get("threads").asInt())
            .isEqualTo(one.get("threads").asInt() + other.get("threads").asInt());
      }
    }
  }

  /** A copy of a run as the folder of one of two agents. */
  private Path agent(Path run, int rank) throws IOException {
    Path copy = Files.createDirectory(folder.resolve("agent-" + rank));
    try (Stream<Path> files = Files.list(run)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    ObjectNode settings = json(copy, "run.json");
    settings
        .putObject("agent")
        .put("name", "night")
        .put("rank", rank)
        .put("of", 2)
        .put("host", "node-" + rank)
        .put("settings_hash", "00c0ffee");
    write(copy, "run.json", settings);
    ObjectNode summary = json(copy, "summary.json");
    for (JsonNode step : summary.get("steps")) {
      if (step.get("threads").asInt() > 0) {
        ((ObjectNode) step)
            .putObject("agent")
            .put("offset_us", 0)
            .put("offset_uncertainty_us", 100)
            .put("offset_drift_us", 0)
            .put("start_us", 1)
            .put("start_late_us", 0)
            .put("end_us", Math.round(step.get("seconds").asDouble() * 1e6))
            .put("meeting_statements", 2)
            .putArray("lost");
      }
    }
    write(copy, "summary.json", summary);
    return copy;
  }

  private static ObjectNode json(Path folder, String name) throws IOException {
    return (ObjectNode) JSON.readTree(folder.resolve(name).toFile());
  }

  private static void write(Path folder, String name, ObjectNode json) throws IOException {
    json.remove("checksum");
    JSON.writeValue(folder.resolve(name).toFile(), json);
  }
}
