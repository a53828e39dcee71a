package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.db.DatabaseException;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast LinkBench's loaders draw and bind rows when the database costs nothing: {@code
 * src/bench/bin/jmh LoadGeneration -t 2}. The threads share one load, as they do in a run, and
 * begin another one when it has no more rows of their kind. An operation is a batch; the counter
 * {@code rows} is rows per second of all threads.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LoadGeneration {

  /** Where a worker's number decides with which kind of rows it begins. */
  private static final int KINDS = 3;

  /** One load after the other, shared by all threads. */
  @State(Scope.Benchmark)
  public static class Loads {

    @Param("1000000")
    public long ids;

    final AtomicInteger threads = new AtomicInteger();
    private Plan plan;
    private WorkloadRun current;

    @Setup(Level.Trial)
    public void begin() throws DatabaseException {
      plan =
          new LinkBenchWorkload()
              .plan(Config.of(Map.of("steps", "load", "linkbench.maxid1", Long.toString(ids + 1))));
      current = begun();
    }

    private WorkloadRun begun() throws DatabaseException {
      return plan.begin(0, Bench.unkept(plan));
    }

    synchronized WorkloadRun current() {
      return current;
    }

    /** Begins the next load, unless another thread has done so already. */
    synchronized WorkloadRun after(WorkloadRun finished) throws DatabaseException {
      if (current == finished) {
        current = begun();
      }
      return current;
    }

    Worker worker(WorkloadRun experiment, int number) throws DatabaseException {
      Step.Work step = (Step.Work) plan.steps().get(0);
      return experiment.worker(
          step, step.groups().get(0), number, new NoopDatabase().session(), new Random64(0));
    }
  }

  /** Rows of one thread; JMH adds them up and divides by the time. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Rows {
    public long rows;
  }

  /** One loader. */
  @State(Scope.Thread)
  public static class Loader {

    private int thread;
    private WorkloadRun experiment;
    private Worker worker;
    private int operation;

    @Setup(Level.Trial)
    public void number(Loads loads) {
      thread = loads.threads.getAndIncrement();
    }

    /** The next batch of this kind. */
    int batch(Loads loads, int kind) throws DatabaseException {
      if (worker == null) {
        start(loads, loads.current(), kind);
      }
      int next = worker.next();
      if (next != operation) {
        start(loads, loads.after(experiment), kind);
        next = worker.next();
      }
      worker.prepare(next, 0);
      return worker.execute(next);
    }

    private void start(Loads loads, WorkloadRun load, int kind) throws DatabaseException {
      experiment = load;
      worker = loads.worker(load, kind + KINDS * thread);
      operation = worker.next();
    }
  }

  @Benchmark
  public void links(Loads loads, Loader loader, Rows rows) throws DatabaseException {
    rows.rows += loader.batch(loads, 0);
  }

  @Benchmark
  public void nodes(Loads loads, Loader loader, Rows rows) throws DatabaseException {
    rows.rows += loader.batch(loads, 1);
  }
}
