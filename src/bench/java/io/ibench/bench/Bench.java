package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.db.Adapter;
import io.ibench.db.Adapters;
import io.ibench.db.DatabaseException;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.engine.RunSettings;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.util.HashMap;
import java.util.Map;

/**
 * What both sides of the comparison have in common: the server, the graph and its requests.
 *
 * @param database the adapter's name
 * @param url for its driver
 * @param socket the path of the server's unix socket, or {@link #TCP}
 * @param seconds of one round
 * @param rounds that the bare loop makes at most
 * @param only percent of one operation only, such as getnode=100; empty for LinkBench's mix
 */
record Bench(
    String database,
    String url,
    String socket,
    int seconds,
    int rounds,
    int threads,
    long ids,
    String only) {

  /** Requests of each thread before allocation is compared, and up to which it is. */
  static final long ALLOCATION_FROM = 20_000;

  static final long ALLOCATION_TO = 60_000;

  static final long REPLAY_SEED = 4711;

  static final String TCP = "tcp";

  /** The private server's; its user and password are known to everybody and worth nothing. */
  static final String USER = "ibench";

  static final String PASSWORD = "ibench-test";

  private static final String OPERATIONS =
      "addlink deletelink updatelink countlink getlink getlinklist addnode updatenode deletenode"
          + " getnode";

  /** By TCP. */
  Bench(String database, String url, int seconds, int rounds, int threads, long ids, String only) {
    this(database, url, TCP, seconds, rounds, threads, ids, only);
  }

  /** What one round came to. */
  record Round(double perSecond, double cpuMicros, double bytes) {

    String line() {
      return perSecond + " " + cpuMicros + " " + bytes;
    }

    static Round parse(String line) {
      String[] parts = line.split(" ");
      return new Round(
          Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
    }
  }

  /** One side; each lives in a JVM of its own. */
  interface Side extends SideProcess.Side {

    /** Creates and loads the graph. */
    void load() throws Exception;

    /** Works for the seconds of a round. */
    Round round(int number) throws Exception;

    /** Performs the requests that the other side performs, too; how much was allocated counts. */
    Round replay() throws Exception;

    @Override
    default String answer(String[] words) throws Exception {
      return switch (words[0]) {
        case "load" -> {
          load();
          yield "loaded";
        }
        case "round" -> round(Integer.parseInt(words[1])).line();
        case "replay" -> replay().line();
        default -> throw new IllegalArgumentException(words[0]);
      };
    }
  }

  static Bench parse(String[] arguments) {
    return new Bench(
        arguments[0],
        arguments[1],
        arguments[2],
        Integer.parseInt(arguments[3]),
        Integer.parseInt(arguments[4]),
        Integer.parseInt(arguments[5]),
        Long.parseLong(arguments[6]),
        arguments[7]);
  }

  String[] arguments() {
    return new String[] {
      database,
      url,
      socket,
      Integer.toString(seconds),
      Integer.toString(rounds),
      Integer.toString(threads),
      Long.toString(ids),
      only
    };
  }

  Config config(String steps, long seed, Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.put("seed", Long.toString(seed));
    all.put("steps", steps);
    all.put("load.threads", Integer.toString(threads));
    all.put("request.threads", Integer.toString(threads));
    all.put("url", url);
    if (!socket.equals(TCP)) {
      all.put("socket", socket);
    }
    if (!database.equals("mongodb")) {
      all.put("user", USER);
      all.put("password", PASSWORD);
    }
    all.put("linkbench.maxid1", Long.toString(ids + 1));
    all.put("linkbench.tail", "upstream");
    // What a list returned must not decide what is drawn next, or the two would not do the same.
    all.put("linkbench.getlinklist_history", "0");
    if (!only.isEmpty()) {
      for (String name : OPERATIONS.split(" ")) {
        all.put("linkbench." + name, "0");
      }
      String[] parts = only.split("=");
      all.put("linkbench." + parts[0], parts[1]);
    }
    return Config.of(all);
  }

  /** A request step that lasts a round. */
  Map<String, String> timed() {
    return Map.of("request.until", seconds + "s");
  }

  /** A request step of so many requests as a replay makes. */
  Map<String, String> counted() {
    return Map.of("request.operations", Long.toString((ALLOCATION_TO + 1) * threads));
  }

  Adapter adapter() {
    return Adapters.named(database);
  }

  private Plan plan(Config config) throws Exception {
    Plan plan = new LinkBenchWorkload().plan(config);
    RunSettings.from(config);
    adapter().bind(config);
    config.check();
    return plan;
  }

  /** Tables of which no book is kept: every round is the first run on them. */
  static RegisteredDataset unkept(Plan plan) throws DatabaseException {
    return RegisteredDataset.read(plan, new NoopDatabase(), "linkbench", "bench");
  }

  /** Requests of each thread, drawn beforehand. */
  Requests[] draw(Config config, long seed, int count) throws Exception {
    Plan plan = plan(config);
    Requests[] requests = new Requests[threads];
    for (int i = 0; i < threads; i++) {
      requests[i] =
          Requests.draw(
              plan.begin(0, unkept(plan)),
              (Step.Work) plan.steps().get(0),
              i,
              Random64.hash(Random64.hash(seed, 0L), "worker", "request", "", Integer.toString(i)),
              count);
    }
    return requests;
  }
}
