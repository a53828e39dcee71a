package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Key;
import io.ibench.random.Random64;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "addlink, 8.9886601, 5.35038",
    "deletelink, 2.9907664, 0.98401",
    "updatelink, 8.0122125, 4.75589",
    "countlink, 4.8863567, 4.27898",
    "getlink, 0.5261142, 12.14725",
    "getlinklist, 50.7119145, 22.57039",
    "addnode, 2.5732789, 2.61198",
    "updatenode, 7.366437, 3.06256",
    "deletenode, 1.0115914, 0.25166",
    "getnode, 12.9326683, 43.9869",
    "link_datasize, 8, 23",
    "node_datasize, 128, 168",
    "degrees, 2011, 2017"
  })
  void theEraDecidesDefaultsAndIsNamedAsTheirOrigin(String key, String in2011, String in2017) {
    assertThat(Settings.inForce(key)).isEqualTo(in2011 + " # linkbench.era = 2011");
    assertThat(Settings.inForce(key, "era=2017")).isEqualTo(in2017 + " # linkbench.era = 2017");
  }

  @Test
  void whatTheUserSetsWinsOverTheEra() {
    assertThat(Settings.inForce("link_datasize", "era=2017", "link_datasize=8"))
        .isEqualTo("8 # settings");
    assertThat(Settings.of("era=2017", "degrees=2011", "maxid1=100001").degrees().totals())
        .isEqualTo(Settings.of("maxid1=100001").degrees().totals());
    assertThat(Settings.inForce("node_datasize", "era=2017", "link_datasize=8"))
        .isEqualTo("168 # linkbench.era = 2017");
  }

  @ParameterizedTest
  @CsvSource({"2011, 12.9326683", "2017, 43.9869"})
  void requestsAreMixedAsInTheEra(String era, double percent) {
    RequestMix mix = Settings.of("era=" + era, "maxid1=101").requests().mix();
    Random64 random = new Random64(5);
    int reads = 0;
    for (int i = 0; i < 100_000; i++) {
      reads += mix.next(random) == LinkOperation.GET_NODE.ordinal() ? 1 : 0;
    }
    assertThat(reads / 1000.0).isCloseTo(percent, within(0.6));
  }

  @Test
  void everyKeyIsListedOnce() {
    List<String> names = LinkBenchKeys.all().stream().map(Key::name).toList();
    assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(70);
    assertThat(names)
        .contains(
            "linkbench.era",
            "linkbench.nlinks_func",
            "linkbench.nlinks_default",
            "linkbench.nlinks_shape",
            "linkbench.nlinks_mean",
            "linkbench.randomid2max",
            "linkbench.id2gen_config",
            "linkbench.link_up_datagen",
            "linkbench.node_up_datagen_motif_length",
            "linkbench.link_add_datagen_uniqueness",
            "linkbench.node_add_datagen_startbyte",
            "linkbench.read_function",
            "linkbench.read_uncorr_blend",
            "linkbench.write_uncorr_function",
            "linkbench.link_multiget_dist",
            "linkbench.link_multiget_dist_min",
            "linkbench.link_multiget_dist_prob");
  }

  private void assertOneProblem(String start, String... settings) {
    assertThat(Settings.problems(settings))
        .singleElement()
        .asString()
        .startsWith("settings: linkbench." + start);
  }

  /** The share of each operation in many draws, in percent. */
  private static Map<LinkOperation, Double> drawn(String... settings) {
    RequestMix mix = Settings.of(settings).requests().mix();
    Random64 random = new Random64(5);
    Map<LinkOperation, Double> percent = new EnumMap<>(LinkOperation.class);
    for (int i = 0; i < 100_000; i++) {
      percent.merge(LinkOperation.values()[mix.next(random)], 0.001, Double::sum);
    }
    return percent;
  }

  @Test
  void sharesNameTheOperationsThatAreDrawnAndNoOther() {
    Map<LinkOperation, Double> percent = drawn("mix=getnode 3, updatenode", "maxid1=101");

    assertThat(percent).containsOnlyKeys(LinkOperation.GET_NODE, LinkOperation.UPDATE_NODE);
    assertThat(percent.get(LinkOperation.GET_NODE)).isCloseTo(75, within(0.6));
    assertThat(Settings.of("mix=getnode").requests().mix().onlyReads()).isTrue();
  }

  @Test
  void readAndWriteAreTheReadingAndTheWritingOperationsInTheProportionsOfTheEra() {
    Map<LinkOperation, Double> reads = drawn("mix=read", "era=2017", "maxid1=101");
    Map<LinkOperation, Double> writes = drawn("mix=write", "maxid1=101");

    assertThat(reads).hasSize(4).allSatisfy((read, percent) -> assertThat(read.isRead()).isTrue());
    double sum = 4.27898 + 12.14725 + 22.57039 + 43.9869;
    assertThat(reads.get(LinkOperation.GET_NODE)).isCloseTo(100 * 43.9869 / sum, within(0.6));
    assertThat(writes)
        .hasSize(6)
        .allSatisfy((write, percent) -> assertThat(write.isRead()).isFalse());
    assertThat(drawn("mix=default", "maxid1=101")).isEqualTo(drawn("maxid1=101"));
  }

  @Test
  void percentagesOfNoUseAreNotShownBesideAMix() {
    assertThat(Settings.inForce("mix", "mix=read")).isEqualTo("read # settings");
    assertThat(Settings.inForce("getnode", "mix=read")).isEqualTo("not in force");
  }

  @Test
  void aMixThatCannotBeIsOneMistake() {
    assertOneProblem(
        "mix = read: is given beside linkbench.addlink, linkbench.getnode; allowed: one or the"
            + " other",
        "mix=read",
        "getnode=13",
        "addlink=0");
    assertOneProblem(
        "mix = getnode, read: names read, no operation; allowed: addlink, deletelink,"
            + " updatelink, countlink, getlink, getlinklist, addnode, updatenode, deletenode,"
            + " getnode, or one of default, read, write alone",
        "mix=getnode, read");
    assertOneProblem("mix = getnode 0: \"0\" is not a share", "mix=getnode 0");
  }

  @Test
  void aMixThatIsNotAHundredNamesAKeyThatWasSetAndTheSum() {
    assertOneProblem(
        "getnode = 13: and the other nine percentages of operations add up to 100.067332; allowed:"
            + " together 100",
        "getnode=13");
    assertOneProblem("addlink = x: is not a decimal", "addlink=x", "getnode=13");
  }

  @Test
  void idsMustRise() {
    assertOneProblem(
        "maxid1 = 100: is not above linkbench.startid1 = 100; allowed: 101 or more",
        "maxid1=100",
        "startid1=100");
    assertOneProblem(
        "maxid1 = 99: is not above linkbench.startid1 = 100; allowed: 101 or more",
        "maxid1=99",
        "startid1=100");
  }

  @Test
  void anUnknownEraNamesTheKnownOnesAndNothingElseIsWrong() {
    assertOneProblem("era = 2012: is not known; allowed: 2011, 2017", "era=2012");
    assertOneProblem("era = 2012: is not known", "era=2012", "getnode=43.9869");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nlinks 0 50 1 75|:1: |75.0 %, not 100 %",
        "nlinks\n0 50\n5 75\n3 100|:4: |the value is not above the one before, 5",
        "nlinks\n0 50\n5 45\n6 100|:3: |the percentage is below the one before, 50.0",
        "nlinks\n0 50\n5 100.5|:3: |the percentage is not 0 .. 100",
        "nlinks\n0 50\n5 -1|:3: |the percentage is not 0 .. 100",
        "link_nreads\n0 100\n|:2: |without a section 'nlinks'; it has: link_nreads"
      })
  void aDamagedDistributionFileIsNamedWithItsLine(String damage) throws Exception {
    String[] parts = damage.split("\\|");
    Path file = Files.writeString(folder.resolve("d.dat"), parts[0]);
    assertThat(Settings.problems("degrees=" + file))
        .singleElement()
        .asString()
        .startsWith("settings: linkbench.degrees = " + file + ": " + file + parts[1])
        .contains(parts[2]);
  }

  @Test
  void aDistributionFileThatIsNoneIsNamed() {
    assertOneProblem("degrees = 2012: is neither 2011 nor 2017, nor a text file", "degrees=2012");
    assertOneProblem("degrees = " + folder + ": is neither 2011", "degrees=" + folder);
  }

  @Test
  void aSectionThatAStreamNeedsMayBeMissing() throws Exception {
    Path file = Files.writeString(folder.resolve("d.dat"), "nlinks\n1 100\n");
    assertOneProblem(
        "degrees = " + file + ": " + file + ":2: the file ends without a section 'node_nreads'",
        "degrees=" + file,
        "node_read_function=real");
    assertOneProblem(
        "node_read_function = real: needs the section node_nreads of an original",
        "node_read_function=real");
    Files.writeString(file, "nlinks 1 100 node_nreads 0 99 1 100");
    assertOneProblem(
        "node_read_function = real: needs more ids: ",
        "degrees=" + file,
        "maxid1=11",
        "node_read_function=real");
  }

  @Test
  void theParameterOfAFunctionThatIsGoneSaysSo() {
    assertThat(Settings.problems("read_uncorr_config=3"))
        .singleElement()
        .asString()
        .contains("the functions that it was for are gone");
  }

  @Test
  void functionsNameTheSettingsThatTheyNeed() {
    assertThat(Settings.problems("nlinks_func=const"))
        .containsExactly(
            "linkbench.nlinks_default: is required with linkbench.nlinks_func = const; allowed:"
                + " count 0 .. 1B");
    assertThat(Settings.problems("node_delete_function=zipf"))
        .containsExactly(
            "linkbench.node_delete_shape: is required with linkbench.node_delete_function = zipf;"
                + " allowed: decimal 0.0001 .. 40");
    assertOneProblem("read_shape = 1: is a shape without a formula; allowed: 0.99", "read_shape=1");
  }

  @Test
  void rangesThatAreNoneAreNamed() {
    assertOneProblem(
        "link_add_datagen_endbyte = 20: is below linkbench.link_add_datagen_startbyte = 32;"
            + " allowed: 32 .. 255",
        "link_add_datagen_endbyte=20");
    assertOneProblem(
        "link_multiget_dist_max = 3: is below the smallest number drawn, 5; allowed: 5 .. 128",
        "link_multiget_dist_min=5",
        "link_multiget_dist_max=3");
    assertOneProblem(
        "link_multiget_dist_max = 3: is below the smallest number drawn, 4; with compat = upstream",
        "link_multiget_dist_min=3",
        "link_multiget_dist_max=3",
        "compat=upstream");
    assertOneProblem(
        "randomid2max = 5: is too small: an id has 6 links of one type; allowed: 0, or that",
        "nlinks_func=const",
        "nlinks_default=12",
        "randomid2max=5");
  }

  @Test
  void moreLinksThanALongCountsAreAMistake() {
    assertOneProblem(
        "maxid1 = 2_000_000_000_000_000_000: makes more links than can be counted",
        "nlinks_func=const",
        "nlinks_default=9",
        "maxid1=2_000_000_000_000_000_000");
  }

  @Test
  void degreesOfTheOtherEraAreAWarningWhenAnAncestorIsToBeFollowed() throws Exception {
    String zeros = LinkBenchRun.distribution(folder, "0 45 1 77 5 100");
    String noZeros = LinkBenchRun.distribution(folder, "1 80 5 100");
    String max2017 = LinkBenchRun.distribution(folder, "0 45 1 77 4181357 100");
    String[][] other = {
      {"compat=upstream", "era=2017", "degrees=" + zeros},
      {"compat=fork", "era=2011", "degrees=" + noZeros},
      {"compat=fork", "era=2011", "degrees=" + max2017},
      {"compat=upstream", "era=2017", "degrees=2011"}
    };
    for (String[] settings : other) {
      assertThat(Settings.of(settings).warnings())
          .as(String.join(" ", settings))
          .singleElement()
          .asString()
          .startsWith("linkbench.degrees = ")
          .contains("looks like the data of ");
    }
    assertThat(Settings.of("era=2017", "degrees=" + zeros).warnings()).isEmpty();
    assertThat(Settings.of("compat=upstream", "degrees=" + zeros).warnings()).isEmpty();
    assertThat(Settings.of("compat=fork", "era=2017", "degrees=" + noZeros).warnings()).isEmpty();
    assertThat(Settings.of("compat=fork", "era=2017", "degrees=" + max2017).warnings()).isEmpty();
    assertThat(Settings.of("compat=fork", "era=2017").warnings()).isEmpty();
  }

  private static double[] sizes(String... settings) {
    MultigetSize size = Settings.of(settings).requests().multiget();
    Random64 random = new Random64(3);
    double[] shares = new double[size.max() + 1];
    for (int i = 0; i < 200_000; i++) {
      shares[size.draw(random)] += 1 / 200_000.0;
    }
    return shares;
  }

  private static double mean(double[] shares) {
    double mean = 0;
    for (int size = 0; size < shares.length; size++) {
      mean += size * shares[size];
    }
    return mean;
  }

  @Test
  void multigetsAskForAsManyIdsAsTheirDistributionSays() {
    assertThat(mean(sizes())).isCloseTo(1 / 0.382, within(0.02));
    double[] upstream = sizes("compat=upstream");
    assertThat(mean(upstream)).isCloseTo(3.62, within(0.02));
    assertThat(upstream[1]).isZero();
    assertThat(mean(sizes("compat=fork"))).isCloseTo(1 / 0.382, within(0.02));
    assertThat(sizes("link_multiget_dist=none")).hasSize(2);
    assertThat(sizes("link_multiget_dist=none")[0]).isZero();
    double[] uniform =
        sizes(
            "link_multiget_dist=uniform",
            "link_multiget_dist_min=3",
            "link_multiget_dist_max=4",
            "compat=upstream");
    assertThat(uniform[3]).isCloseTo(0.5, within(0.01));
    assertThat(uniform[4]).isCloseTo(0.5, within(0.01));
  }

  @Test
  void id2sFollowTheirId1() {
    Id2s id2s = Settings.of("maxid1=101").id2s();
    assertThat(id2s.loaded(7, 1, 5)).isEqualTo(12);
    assertThat(id2s.requested(7, 1, 5)).isEqualTo(12);
    Random64 random = new Random64(1);
    for (int i = 0; i < 1000; i++) {
      assertThat(id2s.any(random)).isBetween(0L, 100L);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 10, 97, 1000, 4096})
  void randomId2sAreDifferentForAllLinksOfAnIdAndType(long max) {
    Id2s id2s = Settings.of("nlinks_func=const", "nlinks_default=1", "randomid2max=" + max).id2s();
    for (int id1 = 1; id1 < 4; id1++) {
      Set<Long> seen = new HashSet<>();
      for (long link = 0; link < max; link++) {
        long id2 = id2s.loaded(id1, 0, link);
        assertThat(id2).isBetween(0L, max - 1);
        seen.add(id2);
      }
      assertThat(seen).hasSize((int) max);
    }
    assertThat(id2s.requested(1, 0, 0)).isEqualTo(id2s.loaded(1, 0, 0));
    assertThat(id2s.any(new Random64(1))).isBetween(0L, max - 1);
  }

  @Test
  void randomId2sReachTheWholeRange() {
    Id2s id2s =
        Settings.of("nlinks_func=const", "nlinks_default=1", "randomid2max=2147483647").id2s();
    long above = 0;
    for (long id1 = 1; id1 <= 1000; id1++) {
      above += id2s.loaded(id1, 0, 50_000_000_000L) > 1L << 30 ? 1 : 0;
    }
    assertThat(above).isBetween(430L, 570L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "10"})
  void threadsMayEachHaveId2sOfTheirOwn(String randomMax) {
    LinkBenchSettings settings =
        Settings.of(
            "maxid1=1001",
            "nlinks_func=const",
            "nlinks_default=1",
            "id2gen_config=1",
            "randomid2max=" + randomMax);
    Random64 random = new Random64(4);
    for (int thread = 0; thread < 3; thread++) {
      Id2s own = settings.forWorker(thread, 3).id2s();
      for (int i = 0; i < 200; i++) {
        assertThat(own.any(random) % 3).isEqualTo(thread);
        long requested = own.requested(50 + i, 0, i);
        assertThat(requested % 3).isEqualTo(thread);
        assertThat(Math.abs(requested - own.loaded(50 + i, 0, i))).isLessThanOrEqualTo(3);
      }
    }
  }
}
