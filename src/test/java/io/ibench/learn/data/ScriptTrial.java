package io.ibench.learn.data;

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
import io.ibench.measure.StepResult;
import io.ibench.workload.Plan;
import io.ibench.workload.PlanContext;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.script.ScriptWorkload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Loads the data of a script on SQLite, and asks for it. */
final class ScriptTrial {

  private static final RunSettings SETTINGS =
      RunSettings.from(Config.of(Map.of("errors.max", "0", "retry.backoff", "100us")));

  private final Path file;

  private ScriptTrial(Path file) {
    this.file = file;
  }

  /** The plan of a script, which has a transaction besides. */
  static Plan plan(Path folder, String adapter, String script, int scale) throws Exception {
    Files.writeString(folder.resolve("a.sql"), script + "\n--@ transaction t\nSELECT 1 AS one;\n");
    Path settings = folder.resolve("a.properties");
    Files.writeString(
        settings,
        "workload = script\nscript.files = a.sql\nsteps = create, load\nscript.scale = " + scale);
    Config config = new ConfigLoader(Map.of()).load(settings, Optional.empty(), List.of());
    config.declare(Key.text("workload", "read by others"));
    Adapter found = Adapters.named(adapter);
    Plan plan =
        new ScriptWorkload().plan(config, new PlanContext(adapter, List.of(), found.language()));
    List<String> mistakes = config.problems().stream().map(Problem::toString).toList();
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", mistakes) + "\n" + script);
    }
    return plan;
  }

  static ScriptTrial load(Path folder, String script, int scale) throws Exception {
    Plan plan = plan(folder, "sqlite", script, scale);
    Path file = folder.resolve("data.db");
    try (Database database =
        Adapters.open("sqlite", Map.of("file", file.toString(), "sync", "normal"))) {
      RegisteredDataset dataset = RegisteredDataset.read(plan, database, "script", "test");
      dataset.admit(Set.of());
      Clock clock = Clock.system();
      List<StepResult> results =
          new Engine(
                  clock,
                  SETTINGS,
                  new Listeners(List.of()),
                  new RunControl(clock),
                  List.of(),
                  List.of())
              .run(plan, database, dataset);
      for (StepResult result : results) {
        if (!result.problems().isEmpty() || result.failure().isPresent()) {
          throw new IllegalStateException(
              result.problems() + " " + result.failure() + "\n" + script);
        }
      }
    }
    return new ScriptTrial(file);
  }

  /** The only value of a query, as a text. */
  String value(String query) throws SQLException {
    return rows(query).get(0);
  }

  /** The first column of all rows. */
  List<String> rows(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(String.valueOf(result.getString(1)));
      }
      return rows;
    }
  }
}
