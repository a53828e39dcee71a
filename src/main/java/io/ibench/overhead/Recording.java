package io.ibench.overhead;

import io.ibench.db.FailureKind;
import io.ibench.measure.Recorder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Recording one successful operation, without the two clock readings that it needs: {@code
 * src/bench/bin/jmh Recording}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class Recording {

  /** Latencies differ by up to a millisecond, so that many buckets are in use. */
  private static final int LATENCY_MASK = (1 << 20) - 1;

  /** Any odd number: latencies jump through the whole range. */
  private static final long STRIDE = 0x9E3779B9L;

  private final Recorder recorder = new Recorder(1, FailureKind.values().length, false);
  private long start;
  private long drawn;

  @Benchmark
  public void success(ThreadCpu cpu) {
    drawn += STRIDE;
    start += 1_000_000;
    recorder.success(0, start, start, start + (drawn & LATENCY_MASK), 1);
  }
}
