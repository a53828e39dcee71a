package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AllocationTest {
  private static final int DRAWS = 1_000_000;
  private static final int WARM_UP = 50_000;
  private static final Distribution UNIFORM = new UniformDistribution(1_000_000_007);
  private static final Distribution ZIPF = new ZipfDistribution(1_000_000_007, 0.8);
  private static final Distribution WEIGHTED =
      new WeightedRanks(PublishedDegrees.y2011(), 1_000_000_007, false);
  private static final Distribution EXACT_ZIPF = new ExactZipfDistribution(1_000_000_007, 1);
  private static final Distribution PARETO = new ParetoDistribution(1_000_000_007, 0.2);
  private static final Distribution GAUSSIAN = new GaussianDistribution(1_000_000_007);
  private static final Distribution SPECIAL = new SpecialDistribution(1_000_000_007);
  private static final Distribution EXPONENTIAL = new ExponentialDistribution(1_000_000_007, 3);
  private static final Distribution NORMAL = new NormalDistribution(1_000_000_007, 4);
  private static final GeometricDistribution GEOMETRIC = new GeometricDistribution(0.382, 1, 128);
  private static final LogNormalLength LENGTH = new LogNormalLength(128, 1, 0, 1 << 20);
  private static final Shuffler SHUFFLER = new Shuffler(10_000_000_000L, 1, 1024);
  private static final Mix MIX = new Mix(new double[] {10, 20, 70});
  private static final PiecewiseCdf CDF = PublishedDegrees.y2011();
  private static final Payload UNIFORM_PAYLOAD = new UniformPayload(32, 100);
  private static final Payload MOTIF_PAYLOAD = new MotifPayload(32, 100, 0.225, 1);
  private static final byte[] BUFFER = new byte[64];

  private enum Draw {
    LONG(Random64::nextLong),
    BOUNDED(random -> random.nextLong(1_000_000_007) + random.nextInt(7)),
    DOUBLE(random -> (long) (100 * random.nextDouble())),
    SEEDING_BY_ROW(
        random -> {
          random.seed(Random64.hash(random.nextLong(), 2, 3, 4));
          return random.nextLong();
        }),
    UNIFORM(AllocationTest.UNIFORM::draw),
    ZIPF(AllocationTest.ZIPF::draw),
    WEIGHTED(AllocationTest.WEIGHTED::draw),
    EXACT_ZIPF(AllocationTest.EXACT_ZIPF::draw),
    PARETO(AllocationTest.PARETO::draw),
    GAUSSIAN(AllocationTest.GAUSSIAN::draw),
    SPECIAL(AllocationTest.SPECIAL::draw),
    EXPONENTIAL(AllocationTest.EXPONENTIAL::draw),
    NORMAL(AllocationTest.NORMAL::draw),
    GEOMETRIC(AllocationTest.GEOMETRIC::draw),
    LENGTH(AllocationTest.LENGTH::draw),
    SHUFFLE(random -> SHUFFLER.invert(SHUFFLER.permute(random.nextInt(1 << 30)))),
    MIX(AllocationTest.MIX::next),
    QUANTILE(random -> CDF.quantileOfRank(random.nextLong(1_000_000), 1_000_000, true)),
    UNIFORM_PAYLOAD(random -> fill(AllocationTest.UNIFORM_PAYLOAD, random)),
    MOTIF_PAYLOAD(random -> fill(AllocationTest.MOTIF_PAYLOAD, random));

    private final ToLongFunction<Random64> function;

    Draw(ToLongFunction<Random64> function) {
      this.function = function;
    }

    private static long fill(Payload payload, Random64 random) {
      payload.fill(random, BUFFER, BUFFER.length);
      return BUFFER[0];
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDrawAllocatesNothing(Draw draw) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    Random64 random = new Random64(1);
    long sum = repeat(draw, random, WARM_UP);
    long before = threads.getThreadAllocatedBytes(thread);
    sum += repeat(draw, random, DRAWS);
    long bytes = threads.getThreadAllocatedBytes(thread) - before;
    assertThat(bytes).as(draw + " (sum " + sum + ")").isBetween(0L, DRAWS - 1L);
  }

  private static long repeat(Draw draw, Random64 random, int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += draw.function.applyAsLong(random);
    }
    return sum;
  }
}
