package io.ibench.overhead;

import io.ibench.statistics.Sample;
import io.ibench.statistics.StudentsT;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs one benchmark in a JVM of its own, which gets this JVM's class path and options. Not
 * thread-safe.
 */
final class JmhRun {

  /** The main class of the JVMs that JMH starts. */
  static final String FORK = "org.openjdk.jmh.runner.ForkedMain";

  private static final String ALLOCATION = "gc.alloc.rate.norm";

  private final Lengths lengths;

  /**
   * How long a benchmark runs.
   *
   * @param warmUps iterations that do not count
   * @param iterations that count
   */
  record Lengths(int warmUps, long warmUpMillis, int iterations, long iterationMillis) {

    static final Lengths USUAL = new Lengths(2, 700, 5, 500);
    static final Lengths QUICK = new Lengths(2, 200, 4, 70);
  }

  /** JMH's lock is a file in /tmp that another user may own; the answer says what is noisy. */
  JmhRun(Lengths lengths) {
    this.lengths = lengths;
    System.setProperty("jmh.ignoreLock", "true");
  }

  /**
   * @param parameters by name
   * @param jvmOptions besides those of this JVM
   * @throws RunnerException if the benchmark fails or its JVM ends early
   */
  Cost of(Class<?> benchmark, Map<String, String> parameters, int threads, String... jvmOptions)
      throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + benchmark.getName().replace(".", "\\.") + "\\.")
            .forks(1)
            .jvmArgsAppend(jvmOptions)
            .threads(threads)
            .warmupIterations(lengths.warmUps())
            .warmupTime(TimeValue.milliseconds(lengths.warmUpMillis()))
            .measurementIterations(lengths.iterations())
            .measurementTime(TimeValue.milliseconds(lengths.iterationMillis()))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    parameters.forEach(options::param);
    Collection<RunResult> results = new Runner(options.build()).run();
    if (results.size() != 1) {
      throw new RunnerException(benchmark + " has " + results.size() + " results");
    }
    return cost(results.iterator().next());
  }

  private static Cost cost(RunResult result) {
    double[] cpu =
        result.getBenchmarkResults().stream()
            .flatMap(fork -> fork.getIterationResults().stream())
            .mapToDouble(JmhRun::cpuNanos)
            .toArray();
    Sample sample = Sample.of(cpu);
    BenchmarkParams parameters = result.getParams();
    Result<?> allocated = result.getSecondaryResults().get(ALLOCATION);
    return new Cost(
        sample.mean(),
        StudentsT.halfWidth95(sample),
        result.getPrimaryResult().getScore(),
        Objects.requireNonNull(allocated).getScore(),
        parameters.getThreads());
  }

  /** Of one operation; the counter is the sum over all threads. */
  private static double cpuNanos(IterationResult iteration) {
    Result<?> cpu = iteration.getSecondaryResults().get(ThreadCpu.COUNTER);
    return Objects.requireNonNull(cpu).getScore() / iteration.getMetadata().getAllOps();
  }
}
