package io.ibench.workload.script;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.config.Problem;
import io.ibench.db.Adapter;
import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Listeners;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.PlanContext;
import io.ibench.workload.internal.RegisteredDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A script run by the real engine. */
final class ScriptRunner {

  private static final RunSettings SETTINGS =
      RunSettings.from(Config.of(Map.of("errors.max", "0", "retry.backoff", "100us")));

  private final Plan plan;
  private final List<StepResult> results;

  ScriptRunner(Database database, Plan plan) throws Exception {
    this(database, plan, new RunControl(Clock.system()), List.of());
  }

  ScriptRunner(
      Database database, Plan plan, RunControl control, List<? extends RunListener> listeners)
      throws Exception {
    this.plan = plan;
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "script", "test");
    dataset.admit(Set.of());
    Clock clock = Clock.system();
    results =
        new Engine(
                clock,
                SETTINGS,
                new Listeners(List.copyOf(listeners)),
                control,
                List.of(),
                List.of())
            .run(plan, database, dataset);
  }

  /** The plan of a script without mistakes. */
  static Plan plan(Path folder, String adapter, String script, String... settings)
      throws IOException {
    Files.writeString(folder.resolve("a.sql"), script);
    Path file = folder.resolve("a.properties");
    Files.writeString(
        file, "workload = script\nscript.files = a.sql\n" + String.join("\n", settings));
    Config config = new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of());
    config.declare(Key.text("workload", "read by others"));
    Adapter found = Adapters.named(adapter);
    Plan plan =
        new ScriptWorkload().plan(config, new PlanContext(adapter, List.of(), found.language()));
    List<String> mistakes = config.problems().stream().map(Problem::toString).toList();
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", mistakes));
    }
    return plan;
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (StepResult result : results) {
      problems.addAll(result.problems());
      result.failure().ifPresent(problems::add);
    }
    return problems;
  }

  StepResult last() {
    return results.get(results.size() - 1);
  }

  StepResult step(String name) {
    return results.stream()
        .filter(result -> result.step().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  OperationSummary operation(String step, String name) {
    return step(step).whole().operations().stream()
        .filter(each -> plan.operations().get(each.operation()).equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** What the statements of a transaction took on average, of what it took, in percent. */
  double percentInParts(String step, String name) {
    OperationSummary operation = operation(step, name);
    double nanos =
        step(step).parts().stream()
            .filter(part -> part.operation() == operation.operation())
            .mapToDouble(part -> part.service().meanNanos() * part.service().count())
            .sum();
    return 100 * nanos / operation.service().meanNanos() / operation.count();
  }
}
