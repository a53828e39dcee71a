package io.ibench.workload.script;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.PlanContext;
import io.ibench.workload.Workload;
import java.util.List;

/** The workload {@code script}: the user's own statements, also unchanged pgbench files. */
public final class ScriptWorkload implements Workload {

  static final String PREFIX = "script.";

  static final Key<String> FILES =
      Key.text("script.files", "the files with the statements, such as a.sql, b.sql@9");
  static final Key<Long> SCALE =
      Key.count("script.scale", 1, 1_000_000_000, "the size of the data; scripts read it as :scale")
          .withDefault("1");
  static final Key<Boolean> LATENCIES =
      Key.flag("script.latencies", "measures the time of each statement").withDefault("true");

  @Override
  public String name() {
    return "script";
  }

  @Override
  public String description() {
    return "your own statements, also pgbench files: -s script.files=my.sql";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(FILES, SCALE, LATENCIES);
  }

  @Override
  public Plan plan(Config config) {
    return plan(config, PlanContext.UNKNOWN);
  }

  @Override
  public Plan plan(Config config, PlanContext context) {
    return PlanReader.read(config, context);
  }
}
