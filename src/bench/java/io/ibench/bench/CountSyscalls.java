package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.workload.Plan;
import io.ibench.workload.Worker;
import io.ibench.workload.WrappedPlan;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Counts the system calls of each of LinkBench's operations: those of the worker's thread on its
 * sockets, by strace, over 1,000 operations of one kind. Prints a table in Markdown.
 *
 * <p>Arguments: adapters (mariadb,mysql,postgres,mongodb), the ways to the server (tcp,socket), and
 * operations with their shares (all ten, and the mix). MongoDB's server is {@link CannedMongo}.
 */
public final class CountSyscalls {

  private static final long IDS = 10_000;
  private static final long FROM = 500;
  private static final long COUNTED = 1_000;

  private static final List<String> OPERATIONS =
      List.of(
          "getnode=100",
          "countlink=100",
          "getlink=100",
          "getlinklist=100",
          "addnode=100",
          "updatenode=100",
          "deletenode=100",
          "addlink=100",
          "updatelink=100",
          "deletelink=100",
          "mix");

  private CountSyscalls() {}

  public static void main(String[] arguments) throws Exception {
    String adapters = arguments.length > 0 ? arguments[0] : "mariadb,mysql,postgres,mongodb";
    List<String> ways = List.of((arguments.length > 1 ? arguments[1] : "tcp,socket").split(","));
    List<String> operations = arguments.length > 2 ? List.of(arguments[2].split(",")) : OPERATIONS;
    System.out.println("| | operation | writes | reads | polls | others | trips |");
    System.out.println("|---|---|---|---|---|---|---|");
    for (String adapter : adapters.split(",")) {
      if (adapter.equals("mongodb")) {
        try (CannedMongo mongo = CannedMongo.start((message, length) -> {})) {
          count(new Bench(adapter, mongo.url(), 1, 1, 1, IDS, ""), Map.of(), operations);
        }
        continue;
      }
      try (BenchServer server = BenchServer.start(adapter)) {
        Bench bench = new Bench(adapter, server.url(adapter), 1, 1, 1, IDS, "");
        new IbenchSide(bench).load();
        if (ways.contains("tcp")) {
          count(bench, Map.of(), operations);
        }
        if (ways.contains("socket") && server.socket().isPresent()) {
          count(bench, Map.of("socket", server.socket().get()), operations);
        }
      }
    }
  }

  private static void count(Bench bench, Map<String, String> more, List<String> operations)
      throws Exception {
    String way = bench.database() + (more.isEmpty() ? ", TCP" : ", unix socket");
    for (String operation : operations) {
      Bench only =
          new Bench(
              bench.database(),
              bench.url(),
              1,
              1,
              1,
              bench.ids(),
              operation.equals("mix") ? "" : operation);
      SyscallTrace.Calls calls = count(only, more);
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %s | %s | %s | %s | %s |%n",
          way,
          operation.split("=")[0],
          perOperation(calls.writes()),
          perOperation(calls.reads()),
          perOperation(calls.polls()),
          perOperation(calls.others()),
          perOperation(calls.trips()));
    }
  }

  private static String perOperation(long calls) {
    return String.format(Locale.ROOT, "%.2f", (double) calls / COUNTED);
  }

  private static SyscallTrace.Calls count(Bench bench, Map<String, String> more) throws Exception {
    Map<String, String> settings = new HashMap<>(more);
    settings.put("request.operations", Long.toString(FROM + COUNTED + 1));
    Config config = bench.config("request", Bench.REPLAY_SEED, settings);
    TracedPlan plan = new TracedPlan(new LinkBenchWorkload().plan(config));
    IbenchSide.run(
        config,
        plan,
        bench.adapter(),
        database ->
            bench.database().equals("mongodb")
                ? Bench.unkept(plan)
                : RegisteredDataset.read(plan, database, "linkbench", "bench"));
    return plan.calls;
  }

  /** Traces its worker between two of its operations. */
  private static final class TracedPlan extends WrappedPlan {

    private volatile SyscallTrace.Calls calls;

    TracedPlan(Plan plan) {
      super(plan);
    }

    @Override
    protected Worker wrap(Worker worker) {
      return new Traced(worker);
    }

    private final class Traced extends WrappedWorker {

      private long operations;
      private SyscallTrace trace;

      Traced(Worker worker) {
        super(worker);
      }

      @Override
      public int next() {
        if (operations == FROM) {
          trace = SyscallTrace.ofThisThread();
        } else if (operations == FROM + COUNTED) {
          calls = trace.end();
        }
        operations++;
        return super.next();
      }
    }
  }
}
