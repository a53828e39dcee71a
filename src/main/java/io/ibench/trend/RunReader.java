package io.ibench.trend;

import io.ibench.compare.RunFigures;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.text.SeriesReport;
import io.ibench.report.text.VerdictText;
import io.ibench.trend.TrendRun.Head;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one result folder. Stateless. */
final class RunReader {

  /** What a comparison calls a machine's figures, and a suite its canary's. */
  private static final Map<String, String> MACHINE =
      Map.of(
          "CPU, 1 thread",
          "cpu",
          "CPU, all threads",
          "cpus",
          "16 KB read",
          "read",
          "fsync",
          "fsync");

  /** Facts of the host that are the same from run to run on one machine. */
  private static final List<String> HOST =
      List.of("hostname", "kernel", "cpu_model", "cpus", "memory_bytes", "cpu_governor");

  /** A seed is drawn anew for each run, unless it is set. */
  private static final String SEED = "seed";

  /** Among the facts. */
  static final String VERDICT = "verdict";

  private static final String OF_A_FLEET =
      "a part of a run of several agents: ibench merge makes the whole one";

  private RunReader() {}

  static TrendRun read(Path folder) {
    try {
      RunReport run = ResultReader.readOutline(folder);
      RunFile file = RunFile.read(folder);
      Optional<String> leftOut =
          SeriesReport.whyNot(run).or(() -> file.agent().map(agent -> OF_A_FLEET));
      return new TrendRun(
          head(folder, run, file), leftOut, leftOut.isPresent() ? List.of() : RunFigures.of(run));
    } catch (UnreadableResultException e) {
      return new TrendRun(
          new Head(folder, Instant.EPOCH, "", "", "", Map.of(), Map.of(), Map.of(), Map.of()),
          Optional.of(String.valueOf(e.getMessage())),
          List.of());
    }
  }

  private static Head head(Path folder, RunReport run, RunFile file) {
    Map<String, String> fields = run.database().fields();
    Map<String, String> shape = new LinkedHashMap<>(run.data().settings());
    shape.remove(SEED);
    Map<String, Double> machine = new LinkedHashMap<>();
    for (RunFile.MachineFigure figure : file.machineFigures()) {
      String name = MACHINE.get(figure.name());
      if (name != null) {
        machine.put(name, figure.value());
      }
    }
    return new Head(
        folder,
        run.started(),
        run.workload(),
        product(fields),
        fields.getOrDefault("version", ""),
        shape,
        facts(run, file),
        run.label().tags(),
        machine);
  }

  /** What ibench calls a database without a product, such as noop. */
  private static String product(Map<String, String> fields) {
    String name = fields.getOrDefault("name", "");
    String product = fields.getOrDefault("product", name);
    return product.equals("none") ? name : product;
  }

  /** A setting does not hide what is measured with: ibench has one that is called server. */
  private static Map<String, String> facts(RunReport run, RunFile file) {
    Map<String, String> facts = new LinkedHashMap<>(run.run().versions());
    run.database().fields().forEach(facts::putIfAbsent);
    facts.remove("version"); // It is a part of what the server says of itself.
    facts.remove("product");
    facts.put(VERDICT, VerdictText.of(run.verdict()));
    Map<String, String> host = file.flat("host");
    for (String name : HOST) {
      String value = host.get(name);
      if (value != null) {
        facts.put(name, value);
      }
    }
    run.database().settings().forEach(facts::putIfAbsent);
    file.settings().stream()
        .filter(setting -> !RunFigures.isPlace(setting.name()) && !setting.name().equals(SEED))
        .forEach(setting -> facts.putIfAbsent(setting.name(), String.valueOf(setting.value())));
    return facts;
  }
}
