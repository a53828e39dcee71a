package io.ibench.workload.io;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to make a page, and to check one that is in the processor's cache. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PageBench {

  private static final long PAGE = 812;

  @Param({"4096", "16384"})
  int pageBytes;

  private PageFormat format;
  private ByteBuffer buffer;
  private int generation;

  @Setup
  public void setUp() {
    ByteBuffer filler = ByteBuffer.allocateDirect((1 << 20) + pageBytes);
    format = new PageFormat(pageBytes, 7, filler);
    buffer = ByteBuffer.allocateDirect(pageBytes);
    write();
  }

  @Benchmark
  public void write() {
    format.write(buffer, 0, PAGE, ++generation, 1, generation);
  }

  @Benchmark
  public Object check() {
    PageFormat.Damage damage = format.check(buffer, 0, PAGE, generation);
    if (damage != PageFormat.Damage.NONE) {
      throw new IllegalStateException(damage.toString());
    }
    return damage;
  }
}
