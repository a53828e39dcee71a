package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.random.ExactZipfDistribution;
import io.ibench.random.Random64;
import io.ibench.random.Shuffler;
import io.ibench.random.ZipfDistribution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessTest {

  private static final int DRAWS = 200_000;

  /** Ids from 1 to 1,000, of which no shuffle moves any: there is a group for each. */
  private static final String IDS = "maxid1=1001";

  /** Ids that the shuffles map differently. */
  private static final int MANY = 20_000;

  private static final long NODE_SEED = 4766565305853767165L;
  private static final long UNCORRELATED_SEED = 53238253823453L;

  @TempDir Path folder;

  private static Access access(String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add(IDS);
    return Settings.of(all.toArray(String[]::new)).requests().access();
  }

  private static Access accessToMany(String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("maxid1=" + (MANY + 1));
    return Settings.of(all.toArray(String[]::new)).requests().access();
  }

  private static long[] draws(ToLongFunction<Random64> draw, int count) {
    Random64 random = new Random64(1);
    long[] draws = new long[count];
    for (int i = 0; i < count; i++) {
      draws[i] = draw.applyAsLong(random);
    }
    return draws;
  }

  private static double share(ToLongFunction<Random64> draw, long id) {
    int hits = 0;
    for (long drawn : draws(draw, DRAWS)) {
      hits += drawn == id ? 1 : 0;
    }
    return (double) hits / DRAWS;
  }

  private static long hottest(long shuffleSeed) {
    return 1 + new Shuffler(MANY, shuffleSeed, 1024).permute(0);
  }

  private static double firstOfZipf(double shape) {
    return 1 / ZipfDistribution.zeta(MANY, shape);
  }

  @Test
  void everyStreamHasItsPublishedSkewAndItsOwnFavourite() {
    Access access = accessToMany();
    long links = hottest(Degrees.SHUFFLE_SEED);
    long others = hottest(UNCORRELATED_SEED);
    long nodes = hottest(NODE_SEED);
    double read = firstOfZipf(0.8);
    double write = firstOfZipf(0.741);
    assertThat(share(access::linkRead, others)).isCloseTo(0.995 * read, within(0.003));
    assertThat(share(access::linkRead, links)).isLessThan(0.1 * read);
    assertThat(share(access::linkWrite, others)).isCloseTo(0.95 * write, within(0.003));
    assertThat(share(access::linkWrite, links)).isBetween(0.03 * write, 0.08 * write);
    assertThat(share(access::nodeRead, nodes)).isCloseTo(firstOfZipf(0.625), within(0.002));
    assertThat(share(access::nodeUpdate, nodes)).isCloseTo(firstOfZipf(0.606), within(0.002));
    assertThat(share(access::nodeDelete, nodes)).isCloseTo(0.00005, within(0.0001));
  }

  @Test
  void exactZipfTakesAnyShape() {
    for (double shape : new double[] {0.6, 1, 2}) {
      Access access = accessToMany("node_read_function=zipf_exact", "node_read_shape=" + shape);
      double first = new ExactZipfDistribution(MANY, shape).cdf(0);
      assertThat(share(access::nodeRead, hottest(NODE_SEED))).isCloseTo(first, within(0.01));
    }
  }

  @Test
  void asUpstreamUncorrelatedWritesGoByTheSettingsOfReads() {
    String[] settings = {
      "read_uncorr_shape=1.5", "read_uncorr_blend=80", "write_uncorr_shape=0.1", "write_shape=0.2"
    };
    List<String> upstream = new ArrayList<>(List.of(settings));
    upstream.add("compat=upstream");
    double steep = firstOfZipf(1.5);
    assertThat(
            share(
                accessToMany(upstream.toArray(String[]::new))::linkWrite,
                hottest(UNCORRELATED_SEED)))
        .isCloseTo(0.8 * steep, within(0.01));
    assertThat(share(accessToMany(settings)::linkWrite, hottest(UNCORRELATED_SEED)))
        .isLessThan(0.1 * steep);
  }

  @Test
  void upstreamSaysThatItIgnoresKeysOfUncorrelatedWrites() {
    assertThat(Settings.of("compat=upstream", "write_uncorr_blend=95").warnings())
        .singleElement()
        .asString()
        .startsWith("linkbench.write_uncorr_blend is not used: ")
        .contains("read_uncorr");
    assertThat(Settings.of("write_uncorr_blend=95").warnings()).isEmpty();
    assertThat(Settings.of("compat=upstream").warnings()).isEmpty();
  }

  @Test
  void eachPartOfABlendHasItsOwnFunction() {
    Access access =
        accessToMany("read_function=uniform", "read_uncorr_shape=1.5", "read_uncorr_blend=30");
    assertThat(share(access::linkRead, hottest(UNCORRELATED_SEED)))
        .isCloseTo(0.3 * firstOfZipf(1.5), within(0.01));
  }

  @Test
  void realDrawsAsOftenAsMeasured() throws Exception {
    Path file = folder.resolve("d.dat");
    Files.writeString(
        file, "nlinks 1 100 node_nreads 0 99 20 99.99 1800 100 node_nwrites 0 50 1 100");
    Access access =
        accessToMany("degrees=" + file, "node_read_function=real", "node_delete_function=real");
    // Of 20,000 ids two have 1,800 reads and 198 have 20; half of them have a write.
    long hottest = hottest(NODE_SEED);
    assertThat(share(access::nodeRead, hottest)).isCloseTo(1800 / 7560.0, within(0.005));
    TreeSet<Long> read = new TreeSet<>();
    for (long id : draws(access::nodeRead, 20_000)) {
      read.add(id);
    }
    assertThat(read).hasSize(200);
    TreeSet<Long> written = new TreeSet<>();
    for (long id : draws(access::nodeDelete, DRAWS)) {
      written.add(id);
    }
    assertThat(written).hasSize(10_000);
  }

  @Test
  void shapesAboveOneAreAllowed() {
    assertThat(share(accessToMany("node_read_shape=2")::nodeRead, hottest(NODE_SEED)))
        .isCloseTo(firstOfZipf(2), within(0.005));
  }
}
