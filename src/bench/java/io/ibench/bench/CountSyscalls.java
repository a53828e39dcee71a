package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.workload.Plan;
import io.ibench.workload.Worker;
import io.ibench.workload.WrappedPlan;
import io.ibench.workload.insert.InsertWorkload;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Counts the system calls of each of LinkBench's operations and of the insert benchmark's
 * statements: those of the worker's thread on its sockets, by strace, over 1,000 operations of one
 * kind. Prints a table in Markdown.
 *
 * <p>Arguments: adapters (mariadb,mysql,postgres,mongodb), the ways to the server (tcp,socket), and
 * operations: LinkBench's with their shares, mix, and inserts with their form and rows (all ten,
 * the mix, values=1, values=100, bulk=100). MongoDB's server is {@link CannedMongo}, which takes no
 * inserts.
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
          "mix",
          "values=1",
          "values=100",
          "bulk=100");

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
          count(adapter, mongo.url(), Bench.TCP, operations);
        }
        continue;
      }
      try (BenchServer server = BenchServer.start(adapter)) {
        String url = server.url(adapter);
        new IbenchSide(new Bench(adapter, url, 1, 1, 1, IDS, "")).load();
        if (ways.contains("tcp")) {
          count(adapter, url, Bench.TCP, operations);
        }
        if (ways.contains("socket")) {
          count(adapter, url, server.socket(), operations);
        }
      }
    }
  }

  private static void count(String adapter, String url, String socket, List<String> operations)
      throws Exception {
    for (String operation : operations) {
      String[] parts = operation.split("=");
      if (!isInsert(parts[0])) {
        String only = operation.equals("mix") ? "" : operation;
        Bench bench = new Bench(adapter, url, socket, 1, 1, 1, IDS, only);
        print(adapter, socket, parts[0], count(bench));
      } else if (takes(adapter, parts[0])) {
        int rows = Integer.parseInt(parts[1]);
        InsertBench bench =
            new InsertBench(url, socket, adapter, parts[0], 0, rows, (FROM + COUNTED + 1) * rows);
        print(adapter, socket, operation, count(bench));
      }
    }
  }

  private static boolean isInsert(String form) {
    return form.equals("values") || form.equals("bulk");
  }

  /** Connector/J has one form. */
  private static boolean takes(String adapter, String form) {
    return !adapter.equals("mongodb") && !(adapter.equals("mysql") && form.equals("bulk"));
  }

  private static void print(
      String adapter, String socket, String operation, SyscallTrace.Calls calls) {
    System.out.printf(
        Locale.ROOT,
        "| %s, %s | %s | %s | %s | %s | %s | %s |%n",
        adapter,
        socket.equals(Bench.TCP) ? "TCP" : "unix socket",
        operation,
        perOperation(calls.writes()),
        perOperation(calls.reads()),
        perOperation(calls.polls()),
        perOperation(calls.others()),
        perOperation(calls.trips()));
  }

  private static String perOperation(long calls) {
    return String.format(Locale.ROOT, "%.2f", (double) calls / COUNTED);
  }

  private static SyscallTrace.Calls count(Bench bench) throws Exception {
    Config config =
        bench.config(
            "request",
            Bench.REPLAY_SEED,
            Map.of("request.operations", Long.toString(FROM + COUNTED + 1)));
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

  private static SyscallTrace.Calls count(InsertBench bench) throws Exception {
    new IbenchInsertSide(bench).create();
    Config config = bench.inserting();
    TracedPlan plan = new TracedPlan(new InsertWorkload().plan(config));
    IbenchSide.run(config, plan, bench.adapter(), database -> Bench.unkept(plan));
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
