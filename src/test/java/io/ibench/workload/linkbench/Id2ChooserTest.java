package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.ibench.config.Config;
import io.ibench.random.GeometricDistribution;
import io.ibench.random.Random64;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Id2ChooserTest {

  private static final long TYPE = GraphData.FIRST_LINK_TYPE;
  private static final long ID1 = 70;
  private static final int DRAWS = 20_000;

  @TempDir Path folder;

  private final Random64 random = new Random64(7);

  private static LinkBenchSettings settings(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.putIfAbsent("linkbench.maxid1", "1000001");
    Config config = Config.of(all);
    LinkBenchSettings settings = LinkBenchSettings.from(config);
    assertThat(config.problems()).isEmpty();
    return settings;
  }

  /** Every id has this many links. */
  private LinkBenchSettings settings(String compat, int links) throws IOException {
    return settings(every(compat, links));
  }

  /** The same, and each thread chooses its own id2s. */
  private LinkBenchSettings disjoint(String compat, int links) throws IOException {
    Map<String, String> settings = new HashMap<>(every(compat, links));
    settings.put("linkbench.id2gen_config", "1");
    return settings(settings);
  }

  private Map<String, String> every(String compat, int links) throws IOException {
    return Map.of(
        "linkbench.link_type_count",
        "1",
        "linkbench.compat",
        compat,
        "linkbench.degrees",
        LinkBenchRun.distribution(folder, links + " 100"));
  }

  private Set<Long> drawn(Id2Chooser chooser, double exists) {
    Set<Long> ids = new TreeSet<>();
    for (int i = 0; i < DRAWS; i++) {
      ids.add(chooser.choose(random, ID1, TYPE, exists));
    }
    return ids;
  }

  private static Set<Long> range(long first, long count) {
    return LongStream.range(first, first + count).boxed().collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({"9, 0.05, 180", "9, 0.9, 10", "10, 0.9, 12", "1, 0.5, 2", "0, 0.05, 1"})
  void upstreamDrawsFromTheLinksAndAsMuchMoreAsIsToBeMissed(int links, double exists, int range)
      throws IOException {
    Id2Chooser chooser = new Id2Chooser(settings("upstream", links));
    assertThat(drawn(chooser, exists)).isEqualTo(range(ID1, range));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "fork"})
  void otherwiseDrawsALoadedLinkOrAnyId(String compat) throws IOException {
    Id2Chooser chooser = new Id2Chooser(settings(compat, 10));
    Set<Long> loaded = range(ID1, 10);
    for (double exists : new double[] {0.05, 0.5, 0.9}) {
      int met = 0;
      long highest = 0;
      for (int i = 0; i < DRAWS; i++) {
        long id2 = chooser.choose(random, ID1, TYPE, exists);
        met += loaded.contains(id2) ? 1 : 0;
        highest = Math.max(highest, id2);
      }
      assertThat(met / (double) DRAWS).isCloseTo(exists, within(0.015));
      assertThat(highest).isBetween(900_000L, 1_000_000L);
    }
    assertThat(drawn(chooser, 1)).isEqualTo(loaded);
    assertThat(drawn(new Id2Chooser(settings(compat, 0)), 1)).containsExactly(ID1);
  }

  /** Measured with Facebook's code, which requests many links of ids that have none. */
  @ParameterizedTest
  @CsvSource({"ADD_LINK, 2.0", "UPDATE_LINK, 23.5", "DELETE_LINK, 23.5", "MULTIGET_LINK, 13.5"})
  void upstreamMeetsAsFewLinksAsTheAncestor(HitRate rate, double percent) {
    LinkBenchSettings settings = settings(Map.of("linkbench.compat", "upstream"));
    GeometricDistribution counts = GeometricDistribution.offByOne(0.382, 1, 128);
    Id2Chooser chooser = new Id2Chooser(settings);
    Access access = settings.requests().access();
    long[] ids = new long[128];
    int met = 0;
    int asked = 0;
    for (int i = 0; i < 10 * DRAWS; i++) {
      boolean several = rate == HitRate.MULTIGET_LINK;
      long id1 = several ? access.linkRead(random) : access.linkWrite(random);
      int type = random.nextInt(2);
      int wanted = several ? counts.draw(random) : 1;
      int chosen = chooser.choose(random, id1, TYPE + type, rate.target(), wanted, ids);
      long links = settings.degrees().links(id1 - settings.startId(), type);
      asked += chosen;
      met += (int) LongStream.of(ids).limit(chosen).filter(id2 -> id2 < id1 + links).count();
    }
    assertThat(100.0 * met / asked).isCloseTo(percent, withinPercentage(10));
  }

  @Test
  void keepsRequestersApart() throws IOException {
    for (String compat : new String[] {"none", "upstream"}) {
      LinkBenchSettings settings = disjoint(compat, 10);
      Set<Long> all = new TreeSet<>();
      for (int requester = 0; requester < 3; requester++) {
        Set<Long> ids = drawn(new Id2Chooser(settings.forWorker(requester, 3)), 0.9);
        int own = requester;
        assertThat(ids).allMatch(id -> id % 3 == own).hasSizeGreaterThan(3);
        all.addAll(ids);
      }
      assertThat(all).containsAll(range(ID1, 10));
    }
  }

  private Set<Long> several(Id2Chooser chooser, int wanted) {
    long[] ids = new long[128];
    int count = chooser.choose(random, ID1, TYPE, 0.5, wanted, ids);
    Set<Long> distinct = LongStream.of(ids).limit(count).boxed().collect(Collectors.toSet());
    assertThat(distinct).hasSize(count);
    return distinct;
  }

  @Test
  void choosesSeveralThatDiffer() throws IOException {
    for (String compat : new String[] {"none", "upstream"}) {
      Id2Chooser chooser = new Id2Chooser(settings(compat, 10));
      for (int i = 0; i < 200; i++) {
        assertThat(several(chooser, 15)).hasSize(15);
      }
    }
  }

  @Test
  void upstreamTakesTheFirstIdsWhenThereAreHardlyAsMany() throws IOException {
    Id2Chooser chooser = new Id2Chooser(settings("upstream", 4));
    assertThat(several(chooser, 8)).isEqualTo(range(ID1, 8));
    assertThat(several(chooser, 20)).isEqualTo(range(ID1, 20));
    assertThat(several(new Id2Chooser(settings("upstream", 0)), 2)).isEqualTo(range(ID1, 2));
  }

  /** One id exists for a requester, so it cannot choose three. */
  @Test
  void givesUpLookingForMoreThanThereAre() throws IOException {
    Id2Chooser chooser = new Id2Chooser(disjoint("upstream", 1).forWorker(0, 2));
    assertThat(several(chooser, 3)).containsExactly(ID1);
  }
}
