package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Distributions;
import io.ibench.testing.Slow;
import io.ibench.workload.linkbench.Degrees.Totals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Slow
class DegreesTest {

  @TempDir Path folder;

  private static Degrees degrees(String... settings) {
    return Settings.of(settings).degrees();
  }

  private static Degrees degrees(long startId, long endId, String function, String... more) {
    List<String> settings = new ArrayList<>(List.of(more));
    settings.add("startid1=" + startId);
    settings.add("maxid1=" + endId);
    settings.add("link_type_count=1");
    settings.add("nlinks_func=" + function);
    return degrees(settings.toArray(String[]::new));
  }

  private static List<Long> links(Degrees degrees) {
    List<Long> links = new ArrayList<>();
    for (long offset = 0; offset < degrees.ids(); offset++) {
      links.add(degrees.links(offset, 0));
    }
    return links;
  }

  @Test
  void constantsGiveEveryIdTheSame() {
    assertThat(links(degrees(1, 5, "const", "nlinks_default=3"))).containsExactly(3L, 3L, 3L, 3L);
  }

  @Test
  void zipfGivesWhatIsExpectedOfEachRankRounded() {
    Degrees zipf = degrees(1, 6, "zipf", "nlinks_shape=2", "nlinks_mean=4");
    // 1 + 1/4 + 1/9 + 1/16 + 1/25 = 1.463611, and 4 x 5 links: 20 / 1.463611 = 13.66.
    List<Long> byRank = new ArrayList<>();
    for (long rank = 0; rank < 5; rank++) {
      byRank.add(zipf.linksOfRank(rank, 0));
    }
    assertThat(byRank).containsExactly(14L, 3L, 2L, 1L, 1L);
  }

  @Test
  void uniformGivesEveryIdTheMean() {
    assertThat(links(degrees(1, 4, "uniform", "nlinks_mean=2.6"))).containsExactly(3L, 3L, 3L);
  }

  static List<String> functions() {
    return List.of(
        "nlinks_func=real",
        "nlinks_func=const nlinks_default=5",
        "nlinks_func=const nlinks_default=0",
        "nlinks_func=zipf nlinks_shape=0.8 nlinks_mean=4",
        "nlinks_func=zipf nlinks_shape=1.7 nlinks_mean=4",
        "nlinks_func=uniform nlinks_mean=4");
  }

  @ParameterizedTest
  @MethodSource("functions")
  void totalsAndRanksAreThoseOfEveryId(String function) {
    for (String range : List.of("1 2", "1 3", "1 1001", "60 3000", "128 129", "1025 4097")) {
      for (String compat : List.of("none", "upstream", "fork")) {
        for (int types = 1; types <= 3; types++) {
          String[] ids = range.split(" ");
          List<String> settings = new ArrayList<>(List.of(function.split(" ")));
          settings.addAll(List.of("startid1=" + ids[0], "maxid1=" + ids[1]));
          settings.addAll(List.of("compat=" + compat, "link_type_count=" + types));
          assertAgree(degrees(settings.toArray(String[]::new)), settings.toString());
        }
      }
    }
  }

  private static void assertAgree(Degrees degrees, String settings) {
    long links = 0;
    long counts = 0;
    Set<Long> offsets = new HashSet<>();
    for (long rank = 0; rank < degrees.ids(); rank++) {
      long offset = degrees.offset(rank);
      assertThat(offset).as(settings).isBetween(0L, degrees.ids() - 1);
      offsets.add(offset);
      for (int type = 0; type < degrees.types(); type++) {
        long here = degrees.links(offset, type);
        assertThat(degrees.linksOfRank(rank, type)).as(settings).isEqualTo(here);
        assertThat(here)
            .as("%s, rank %d", settings, rank)
            .isLessThanOrEqualTo(degrees.linksOfRank(Math.max(0, rank - 1), type));
        links += here;
        counts += here > 0 ? 1 : 0;
      }
    }
    assertThat(offsets).as(settings).hasSize((int) degrees.ids());
    assertThat(degrees.totals()).as(settings).isEqualTo(new Totals(links, counts));
  }

  @ParameterizedTest
  @CsvSource({"none, 4, 3, 3", "upstream, 4, 4, 4", "fork, 3, 3, 3"})
  void tenLinksAreSharedOutToThreeTypes(String compat, long first, long second, long third) {
    Degrees degrees =
        degrees(
            "maxid1=2",
            "nlinks_func=const",
            "nlinks_default=10",
            "link_type_count=3",
            "compat=" + compat);
    assertThat(List.of(degrees.links(0, 0), degrees.links(0, 1), degrees.links(0, 2)))
        .containsExactly(first, second, third);
  }

  @Test
  void theForkGivesEveryTypeALinkAtLeast() {
    String[] settings = {"maxid1=6", "nlinks_func=const", "nlinks_default=1", "compat=fork"};
    assertThat(degrees(settings).totals()).isEqualTo(new Totals(10, 10));
  }

  /** Ranks have 40, 40, 12, 5, 5, 2, 2, 1, 1, 1, 1 and nine times 1 instead of 0. */
  @Test
  void theForksTotalsOfASmallFileAreThoseWorkedOutByHand() throws Exception {
    String file = LinkBenchRun.distribution(folder, "1 68  2 78  5 88  12 93  40 100");
    Degrees two = degrees("maxid1=21", "degrees=" + file, "tail=upstream", "compat=fork");
    assertThat(two.totals()).isEqualTo(new Totals(2 * (20 + 20 + 6 + 2 + 2 + 1 + 1 + 13), 40));
    Degrees three =
        degrees(
            "maxid1=21", "degrees=" + file, "tail=upstream", "compat=fork", "link_type_count=3");
    assertThat(three.totals()).isEqualTo(new Totals(3 * (13 + 13 + 4 + 1 + 1 + 1 + 1 + 13), 60));
  }

  @ParameterizedTest
  @CsvSource({
    "fork, 10000, 4218514", "fork, 20000, 4259034", "fork, 100000, 4597662",
    "fork, 1000000, 8566648", "upstream, 10000, 4213515", "upstream, 20000, 4249034",
    "upstream, 100000, 4547655", "upstream, 1000000, 8066577"
  })
  void totalsOfThePublishedDataOf2017AreThePublishedOnes(String compat, long ids, long links) {
    Totals totals =
        degrees(
                "era=2017",
                "maxid1=" + (ids + 1),
                "degrees=" + Distributions.require("Distribution-2017.dat"),
                "tail=upstream",
                "compat=" + compat)
            .totals();
    assertThat(totals.links()).isEqualTo(links);
    if (compat.equals("fork")) {
      assertThat(totals.counts()).isEqualTo(2 * ids);
    }
  }

  /** The hub of the published data has id 14337, with 480,982 links of each type. */
  @Test
  void theMostLinkedIdIsTheAncestors() {
    Degrees degrees =
        degrees(
            "maxid1=100001",
            "degrees=" + Distributions.require("Distribution-2011.dat"),
            "tail=upstream",
            "compat=upstream");
    assertThat(degrees.offset(0) + 1).isEqualTo(14337);
    assertThat(degrees.links(14336, 0)).isEqualTo(480_982);
    assertThat(degrees.links(14336, 1)).isEqualTo(480_982);
  }

  @Test
  void aBillionIdsAreCountedByGroups() {
    String ids = "maxid1=1000000001";
    long n = 1_000_000_000L;
    assertThat(degrees(ids, "nlinks_func=const", "nlinks_default=5").totals())
        .isEqualTo(new Totals(5 * n, 2 * n));
    assertThat(
            degrees(ids, "nlinks_func=zipf", "nlinks_shape=0.5", "nlinks_mean=4").totals().links())
        .isBetween(39 * n / 10, 41 * n / 10);
  }

  @Test
  void degreesOf2017HaveNoIdWithoutLinks() {
    Totals totals = degrees("era=2017", "maxid1=1000001", "link_type_count=1").totals();
    assertThat(totals.counts()).isEqualTo(1_000_000);
    assertThat(totals.links()).isBetween(3_300_000L, 4_200_000L);
  }
}
