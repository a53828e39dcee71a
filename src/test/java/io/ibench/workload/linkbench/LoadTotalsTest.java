package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.testing.Distributions;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadTotalsTest {

  private static final String POINTS = "0 48  1 68  2 78  5 88  12 93  40 100";

  @TempDir Path folder;

  private static Map<String, Long> rows(Plan plan) {
    Map<String, Long> rows = new java.util.HashMap<>();
    plan.tables().forEach(table -> rows.put(table.table().name(), table.rows()));
    return rows;
  }

  /**
   * Computed by hand for 20 ids. Scaled, a rank r takes the value at 1 - (r + 0.5) / 20, which
   * gives 40, 12, 5, 5, 2, 2, 1, 1, 1, 1 and ten times 0. As upstream it is 1 - r / 20, which gives
   * 40, 40, 12, 5, 5, 2, 2, 1, 1, 1, 1 and nine times 0. With two types, 5 links are 3 and 2, and
   * as upstream 3 and 3; with three types 2, 2, 1, and as upstream 2, 2, 2. As in the fork 5 links
   * of two types are 2 and 2, and no links are one of each type.
   */
  @ParameterizedTest
  @CsvSource({
    "none, scaled, 1, 70, 10",
    "none, scaled, 2, 70, 16",
    "none, scaled, 3, 70, 20",
    "upstream, scaled, 1, 70, 10",
    "upstream, scaled, 2, 78, 16",
    "upstream, scaled, 3, 77, 20",
    "fork, scaled, 1, 80, 20",
    "fork, scaled, 2, 92, 40",
    "fork, scaled, 3, 105, 60",
    "none, upstream, 1, 110, 11",
    "none, upstream, 2, 110, 18",
    "none, upstream, 3, 110, 23",
    "upstream, upstream, 1, 110, 11",
    "upstream, upstream, 2, 120, 18",
    "upstream, upstream, 3, 119, 23"
  })
  void plansAndLoadsTheRowsOfADistribution(
      String compat, String tail, String types, long links, long counts) throws Exception {
    Map<String, String> settings =
        Map.of(
            "linkbench.maxid1", "21",
            "linkbench.degrees", LinkBenchRun.distribution(folder, POINTS),
            "linkbench.compat", compat,
            "linkbench.tail", tail,
            "linkbench.link_type_count", types);
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      LinkBenchRun run = LinkBenchRun.on(memory.database(), settings);
      run.load(2);
      Map<String, Long> expected =
          Map.of("linktable", links, "counttable", counts, "nodetable", 20L);
      assertThat(rows(run.plan())).isEqualTo(expected);
      assertThat(run.rowCounts()).isEqualTo(expected);
      assertThat(run.act("verify").problems()).isEmpty();
    }
  }

  /** Published figures of Facebook's LinkBench with its own distribution. */
  @ParameterizedTest
  @CsvSource({"10000, 995140, 7721", "100000, 1368899, 77207", "1000000, 5249370, 772059"})
  void plansTheRowsThatUpstreamLoads(long ids, long links, long counts) {
    Plan plan =
        LinkBenchRun.plan(
            Map.of(
                "linkbench.maxid1",
                Long.toString(ids + 1),
                "linkbench.degrees",
                Distributions.require("Distribution-2011.dat").toString(),
                "linkbench.compat",
                "upstream",
                "linkbench.tail",
                "upstream"));
    assertThat(rows(plan))
        .isEqualTo(Map.of("linktable", links, "counttable", counts, "nodetable", ids));
  }

  @ParameterizedTest
  @CsvSource({"3, 0", "5, 500", "10001, 10001"})
  void loadsAsManyLinksOfEachIdAsTheFunctionSays(String each, String randomMax) throws Exception {
    Map<String, String> settings =
        Map.of(
            "linkbench.startid1", "10",
            "linkbench.maxid1", "13",
            "linkbench.link_type_count", "1",
            "linkbench.nlinks_func", "const",
            "linkbench.nlinks_default", each,
            "linkbench.randomid2max", randomMax);
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      LinkBenchRun run = LinkBenchRun.on(memory.database(), settings);
      run.load(2);
      assertThat(run.rowCounts()).isEqualTo(rows(run.plan()));
      assertThat(run.act("verify").problems()).isEmpty();
    }
  }

  @Test
  void plansABillionIdsWithoutVisitingThem() {
    Plan plan = LinkBenchRun.plan(Map.of("linkbench.maxid1", "1000000001"));
    Map<String, Long> rows = rows(plan);
    assertThat(rows.get("nodetable")).isEqualTo(1_000_000_000L);
    assertThat(rows.get("linktable")).isBetween(4_000_000_000L, 4_200_000_000L);
    assertThat(rows.get("counttable")).isBetween(500_000_000L, 1_100_000_000L);
  }

  @Test
  void sharesOutTheLinksOfAHubBeforeEverythingElse() throws Exception {
    Map<String, String> settings =
        Map.of(
            "linkbench.maxid1", "11",
            "linkbench.link_type_count", "2",
            "linkbench.degrees", LinkBenchRun.distribution(folder, "0 80 3 90 45001 100"));
    LinkBenchSettings bound = settings(settings);
    LoadSource source = new LoadSource(bound.degrees());
    LoadSource.Piece piece = new LoadSource.Piece();
    List<Tuple> hubs = new ArrayList<>();
    while (source.next(LoadSource.RowKind.LINKS, piece) && piece.hub) {
      hubs.add(tuple(piece.type, piece.firstLink, piece.endLink));
      assertThat(piece.firstOffset).isEqualTo(bound.degrees().offset(0));
    }
    assertThat(hubs)
        .containsExactly(
            tuple(0, 0L, 10_000L),
            tuple(0, 10_000L, 20_000L),
            tuple(0, 20_000L, 22_501L),
            tuple(1, 0L, 10_000L),
            tuple(1, 10_000L, 20_000L),
            tuple(1, 20_000L, 22_500L));
    assertThat(piece.firstOffset).isZero();
    assertThat(piece.endOffset).isEqualTo(10);
    assertThat(source.next(LoadSource.RowKind.LINKS, piece)).isFalse();
  }

  @Test
  void severalProcessesShareOutAllPiecesOnce() throws Exception {
    LinkBenchSettings bound =
        settings(
            Map.of(
                "linkbench.maxid1",
                "20001",
                "linkbench.degrees",
                LinkBenchRun.distribution(folder, "0 80 3 99 45001 100")));
    List<Tuple> all = pieces(new LoadSource(bound.degrees()));
    List<Tuple> together = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      List<Tuple> own = pieces(new LoadSource(bound.degrees(), new Division(rank, 3)));
      assertThat(own).hasSizeBetween(all.size() / 3 - 3, all.size() / 3 + 4);
      together.addAll(own);
    }

    assertThat(all).hasSizeGreaterThan(30);
    assertThat(together).containsExactlyInAnyOrderElementsOf(all);
  }

  private static List<Tuple> pieces(LoadSource source) {
    List<Tuple> pieces = new ArrayList<>();
    LoadSource.Piece piece = new LoadSource.Piece();
    for (LoadSource.RowKind kind : LoadSource.RowKind.values()) {
      while (source.next(kind, piece)) {
        pieces.add(
            piece.hub
                ? tuple(kind, piece.firstOffset, piece.type, piece.firstLink, piece.endLink)
                : tuple(kind, piece.firstOffset, piece.endOffset));
      }
    }
    return pieces;
  }

  private static LinkBenchSettings settings(Map<String, String> settings) {
    return LinkBenchSettings.from(io.ibench.config.Config.of(settings));
  }
}
