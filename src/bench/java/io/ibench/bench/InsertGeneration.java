package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.db.DatabaseException;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.insert.InsertWorkload;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What drawing and binding a row of the insert benchmark costs when the database costs nothing:
 * {@code src/bench/bin/jmh InsertGeneration -prof gc}. An operation is a row.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class InsertGeneration {

  private static final int ROWS_PER_COMMIT = 100;

  private static final long MORE_THAN_CAN_BE_DRAWN = 1_000_000_000_000L;

  /** One inserter. */
  @State(Scope.Thread)
  public static class Inserter {

    private Worker worker;

    @Setup(Level.Trial)
    public void begin() throws DatabaseException {
      Plan plan =
          new InsertWorkload()
              .plan(
                  Config.of(
                      Map.of(
                          "steps",
                          "l.i1",
                          "l.i1.rows",
                          Long.toString(MORE_THAN_CAN_BE_DRAWN),
                          "l.i1.rows_per_commit",
                          Integer.toString(ROWS_PER_COMMIT),
                          "insert.deletes",
                          "none")));
      Step.Work step = (Step.Work) plan.steps().get(0);
      worker =
          plan.begin(0, Bench.unkept(plan))
              .worker(step, step.groups().get(0), 0, new NoopDatabase().session(), new Random64(1));
    }
  }

  @Benchmark
  @OperationsPerInvocation(ROWS_PER_COMMIT)
  public int rows(Inserter inserter) throws DatabaseException {
    int operation = inserter.worker.next();
    inserter.worker.prepare(operation, Requests.EPOCH_MILLIS);
    return inserter.worker.execute(operation);
  }
}
