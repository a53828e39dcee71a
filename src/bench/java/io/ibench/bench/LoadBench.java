package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.db.mysql.MariadbAdapter;
import io.ibench.engine.RunSettings;
import io.ibench.workload.Plan;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What both sides of the comparison of loads have in common: the server and the links. */
record LoadBench(String url, int threads, long ids, int rowsPerCommit) {

  /** One load of all links. */
  record Round(double rowsPerSecond, double cpuMicrosPerRow, long rows) {

    String line() {
      return rowsPerSecond + " " + cpuMicrosPerRow + " " + rows;
    }

    static Round parse(String line) {
      String[] parts = line.split(" ");
      return new Round(
          Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Long.parseLong(parts[2]));
    }
  }

  /** One side; each lives in a JVM of its own. */
  interface Side extends SideProcess.Side {

    /** Drops the tables, if any, and creates them with their index. */
    void empty() throws Exception;

    /** Loads all links with batches of this form. */
    Round load(String form) throws Exception;

    @Override
    default String answer(String[] words) throws Exception {
      return switch (words[0]) {
        case "empty" -> {
          empty();
          yield "emptied";
        }
        case "load" -> load(words[1]).line();
        default -> throw new IllegalArgumentException(words[0]);
      };
    }
  }

  static LoadBench parse(String[] arguments) {
    return new LoadBench(
        arguments[0],
        Integer.parseInt(arguments[1]),
        Long.parseLong(arguments[2]),
        Integer.parseInt(arguments[3]));
  }

  String[] arguments() {
    return new String[] {
      url, Integer.toString(threads), Long.toString(ids), Integer.toString(rowsPerCommit)
    };
  }

  Config config(String steps, String form) {
    Map<String, String> all = new HashMap<>();
    all.put("seed", "1");
    all.put("steps", steps);
    all.put("load.threads", Integer.toString(threads));
    all.put("load.rows_per_commit", Integer.toString(rowsPerCommit));
    all.put("url", url);
    all.put("user", Bench.USER);
    all.put("password", Bench.PASSWORD);
    all.put("batch", form.toLowerCase(Locale.ROOT));
    all.put("linkbench.maxid1", Long.toString(ids + 1));
    all.put("linkbench.tail", "upstream");
    return Config.of(all);
  }

  /** The load without its nodes and counts. */
  static Plan links(Config config) throws Exception {
    Plan plan = new LinkBenchWorkload().plan(config);
    RunSettings.from(config);
    new MariadbAdapter().bind(config);
    config.check();
    return new LinksOnlyPlan(plan);
  }
}
