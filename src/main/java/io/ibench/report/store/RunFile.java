package io.ibench.report.store;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.ResultJson.DamageException;
import io.ibench.statistics.Median;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * run.json: the settings and the environment of a run. The components are the keys of the file, in
 * its order ({@link ResultJson}); docs/results.md describes them. Immutable.
 *
 * @param agent which of the run's agents has written the folder; empty in a run of one process
 * @param serverCounters those of the server's own counters that explain most
 * @param trouble why the file could not be read, if so; all else is then empty
 */
public record RunFile(
    long schema,
    @JsonUnwrapped Identity run,
    Optional<String> workload,
    Optional<DatabaseInfo> database,
    List<RunInfo.Setting> settings,
    Map<String, Object> host,
    List<String> steps,
    List<String> operations,
    Optional<RunInfo.Data> data,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<RunInfo.Agent> agent,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RunInfo.ServerCounter> serverCounters,
    @JsonIgnore Optional<String> trouble) {

  /**
   * Which run it is.
   *
   * @param versions ibench, the JVM, the driver and the server, by name
   */
  public record Identity(
      Optional<String> id,
      Optional<Instant> started,
      Optional<Long> seed,
      Map<String, String> versions) {

    private static final Identity UNKNOWN =
        new Identity(Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
  }

  static final String NAME = "run.json";

  /** The key of the machine's figures among the host's facts. */
  public static final String MACHINE_PROBE = "machine_probe";

  /** No run writes a larger file; a larger one is not read. */
  private static final long MAX_BYTES = 16L << 20;

  public RunFile {
    serverCounters = serverCounters == null ? List.of() : serverCounters;
    trouble = trouble == null ? Optional.empty() : trouble;
  }

  /** The variables of the environment that gave secrets, which are in no result. */
  public List<String> secretVariables() {
    return settings.stream().flatMap(setting -> setting.variables().stream()).distinct().toList();
  }

  static RunFile of(RunInfo run) {
    return new RunFile(
        RunReport.SCHEMA,
        new Identity(
            Optional.of(run.id()),
            Optional.of(Instant.ofEpochMilli(run.startEpochMillis())),
            Optional.of(run.seed()),
            run.versions()),
        Optional.of(run.workload()),
        Optional.of(run.database()),
        run.settings(),
        run.host(),
        run.steps(),
        run.operations(),
        Optional.of(run.data()),
        run.agent(),
        run.names().serverCounters(),
        Optional.empty());
  }

  private static RunFile unknown(String why) {
    return new RunFile(
        RunReport.SCHEMA,
        Identity.UNKNOWN,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.of(NAME + " " + why + ": settings and host are not known"));
  }

  /** Reads run.json of a result folder. It never fails: readers can do without the file. */
  public static RunFile read(Path folder) {
    return read(folder, ReadBudget.ofHeap());
  }

  static RunFile read(Path folder, ReadBudget budget) {
    Path path = folder.resolve(NAME);
    try {
      if (!Files.isRegularFile(path)) {
        return unknown("is missing");
      }
      if (Files.size(path) > MAX_BYTES) {
        return unknown("is larger than any run writes, and not read");
      }
      byte[] json = budget.read(path);
      if (json.length == 0) {
        return unknown("is empty");
      }
      RunFile file = ResultJson.read(ResultJson.tree(json), RunFile.class);
      return ResultJson.damage(json).map(RunFile::unknown).orElse(file);
    } catch (UnreadableResultException e) {
      return unknown(e.reason());
    } catch (DamageException e) {
      return unknown("is damaged: " + e.getMessage());
    } catch (JsonProcessingException e) {
      return unknown("is damaged");
    } catch (IOException e) {
      return unknown("cannot be read");
    }
  }

  /** The run before its first step; empty if the file lacks what every run has. */
  Optional<RunReport> begun() {
    if (run.id.isEmpty() || run.started.isEmpty() || workload.isEmpty() || database.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        RunReportBuilder.builder()
            .schema(schema)
            .workload(workload.get())
            .database(database.get())
            .run(
                RunReportRunBuilder.builder()
                    .id(run.id.get())
                    .started(run.started.get())
                    .seed(run.seed.orElse(0L))
                    .versions(run.versions)
                    .steps(steps)
                    .state(RunState.RUNNING)
                    .build())
            .rates(RunReport.InsertRates.NONE)
            .outcome(RunReportOutcomeBuilder.builder().build())
            .build());
  }

  /**
   * All values below a key, by their path with dots. Objects of a list have their number, from 1,
   * in the path, except in a list of one. Null values are left out.
   */
  public Map<String, String> flat(String key) {
    Map<String, String> values = new LinkedHashMap<>();
    flatten("", ResultJson.tree(this).path(key), values);
    return values;
  }

  private static void flatten(String path, JsonNode value, Map<String, String> into) {
    if (value.isObject()) {
      value.properties().forEach(e -> flatten(dotted(path, e.getKey()), e.getValue(), into));
    } else if (value.isArray() && !value.isEmpty() && value.get(0).isContainerNode()) {
      for (int i = 0; i < value.size(); i++) {
        flatten(value.size() == 1 ? path : dotted(path, "" + (i + 1)), value.get(i), into);
      }
    } else if (value.isArray()) {
      into.put(path, value.valueStream().map(JsonNode::asText).collect(Collectors.joining(" ")));
    } else if (!value.isNull() && !value.isMissingNode()) {
      into.put(path, value.asText());
    }
  }

  private static String dotted(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /**
   * A figure of the machine that was measured before the run.
   *
   * @param unit us, ns, or M/s: millions per second
   * @param rounds its values, one or more
   */
  public record MachineFigure(String name, String unit, List<Double> rounds) {

    /** The median of the rounds. */
    public double value() {
      return Median.of(rounds.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** The value with its unit, as in {@code 1.9 ms}. */
    public String text() {
      return unit.equals("us")
          ? Durations.latency(Math.round(value() * 1e3))
          : NumberText.figure(value()) + " " + unit;
    }
  }

  /** The figures of the machine; empty if they were not measured with the run. */
  public List<MachineFigure> machineFigures() {
    List<MachineFigure> figures = new ArrayList<>();
    JsonNode all = ResultJson.tree(this).path("host").path(MACHINE_PROBE).path("figures");
    for (JsonNode figure : all) {
      List<Double> rounds = figure.path("rounds").valueStream().map(JsonNode::asDouble).toList();
      if (!rounds.isEmpty()) {
        String name = figure.path("name").asText();
        figures.add(new MachineFigure(name, figure.path("unit").asText(), rounds));
      }
    }
    return figures;
  }

  /** Whether the machine's figures come from another machine than the client's. */
  public boolean hasServerHost() {
    return host.get("server_host") instanceof Map;
  }

  /** The client's machine in a few words; empty if unknown. */
  public String machine() {
    List<String> words = new ArrayList<>();
    if (host.get("cpus") instanceof Number cpus) {
      words.add(cpus + " CPUs");
    }
    if (host.get("cpu_model") instanceof String model) {
      words.add(model);
    }
    if (host.get("memory_bytes") instanceof Number bytes) {
      double gigabytes = bytes.doubleValue() / (1L << 30);
      words.add(Math.round(gigabytes * 10) / 10.0 + " GB memory");
    }
    if (host.get("kernel") instanceof String kernel) {
      words.add("kernel " + kernel);
    }
    return SanitizedText.of(String.join(", ", words));
  }
}
