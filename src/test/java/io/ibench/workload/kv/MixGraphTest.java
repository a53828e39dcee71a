package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.db.noop.NoopDatabase;
import io.ibench.random.Random64;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests of mixgraph are those of db_bench's model. */
class MixGraphTest {

  private static final String ONE_RANGE = "mixgraph.keyrange_dist=0, 0, 0, 0";

  private static MixGraph mix(String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("kv.max_value_size=1024");
    if (all.stream().noneMatch(each -> each.startsWith("kv.num"))) {
      all.add("kv.num=1000000");
    }
    KvPlan plan = KvTrial.plan("mixgraph", all.toArray(String[]::new));
    return plan.settings((Step.Work) plan.steps().get(0)).mix().orElseThrow();
  }

  /** The key, the operation, and the lengths of a value and a scan, of the first requests. */
  private static List<String> requests(
      MixGraph mix, KeyStream keys, boolean likeDbBench, int count) {
    MixGraph.Draws draws = mix.new Draws(keys, likeDbBench);
    List<String> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      KvOperation operation = draws.next();
      requests.add(
          draws.key() + " " + operation + " " + draws.valueLength() + " " + draws.scanLength());
    }
    return requests;
  }

  /** Computed from the formulas in C++, whose counts of a million requests are db_bench 7.8's. */
  @Test
  void theRequestsOfAThreadAreThoseOfDbBench() {
    assertThat(requests(mix(), KeyStream.ofDbBench(8, 1_000_000, 0), true, 8))
        .containsExactly(
            "979648 GET 10 6",
            "972949 OVERWRITE 80 1815",
            "980431 GET 12 11",
            "982900 GET 10 1",
            "991980 GET 16 18",
            "999924 OVERWRITE 84 2172",
            "974145 GET 10 3",
            "974699 GET 10 4");
  }

  @Test
  void withoutRangesHotKeysAreAnywhere() {
    assertThat(requests(mix(ONE_RANGE), KeyStream.ofDbBench(8, 1_000_000, 0), true, 8))
        .containsExactly(
            "760351 GET 10 6",
            "473772 OVERWRITE 80 1815",
            "517297 GET 12 11",
            "484587 GET 10 1",
            "713795 GET 16 18",
            "503440 OVERWRITE 84 2172",
            "969570 GET 10 3",
            "603263 GET 10 4");
  }

  @Test
  void aMillionRequestsOfDbBenchHaveItsCounts() {
    MixGraph.Draws draws = mix().new Draws(KeyStream.ofDbBench(9, 1_000_000, 0), true);
    Map<KvOperation, Integer> counts = new HashMap<>();
    long bytes = 0;
    for (int i = 0; i < 1_000_000; i++) {
      KvOperation operation = draws.next();
      counts.merge(operation, 1, Integer::sum);
      bytes += operation == KvOperation.OVERWRITE ? draws.valueLength() : 0;
    }
    assertThat(counts)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                KvOperation.GET,
                829_744,
                KvOperation.OVERWRITE,
                140_115,
                KvOperation.SEEK,
                30_141));
    assertThat((double) bytes / 140_115).isCloseTo(36.1, within(0.05));
  }

  /** The hottest of 30 ranges has 539 of the 667 draws, and is the last one after the shuffle. */
  @Test
  void ibenchsOwnDrawsHaveTheSameShares() {
    MixGraph.Draws draws = mix().new Draws(KeyStream.of(new Random64(1), 1_000_000, 0), false);
    int hot = 0;
    int gets = 0;
    for (int i = 0; i < 100_000; i++) {
      gets += draws.next() == KvOperation.GET ? 1 : 0;
      hot += draws.key() >= 29 * (1_000_000 / 30) ? 1 : 0;
      assertThat(draws.valueLength()).isBetween(1, 1024);
      assertThat(draws.scanLength()).isBetween(0, 9_999);
    }
    assertThat(gets / 100_000.0).isCloseTo(0.83, within(0.01));
    assertThat(hot / 100_000.0).isCloseTo(539 / 667.0, within(0.01));
  }

  @Test
  void aDrawOfNothingHasTheShortestLengths() {
    assertThat(mix().valueLength(0)).isEqualTo(10);
    assertThat(mix().scanLength(0)).isZero();
    assertThat(mix("mixgraph.value_pareto=0, 0, 100").valueLength(1 / Math.E)).isEqualTo(100);
  }

  @Test
  void keysWithoutAPowerLawAreUniformInTheirRange() {
    assertThat(mix("mixgraph.key_dist=0, 0", ONE_RANGE).key(0, 12_345)).isEqualTo(12_345);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 5489, 40_000_000, -1})
  void theFirstNumberNeedsNoGenerator(long seed) {
    assertThat(Mt19937x64.first(seed)).isEqualTo(new Mt19937x64(seed).next());
  }

  @Test
  void mistakesSayWhatWouldBeRight() {
    assertThat(
            KvTrial.mistakes(
                "mixgraph, multiscan",
                "mixgraph.mix_ratios = 0.5, -1, 0",
                "mixgraph.keyrange_num = 2000",
                "mixgraph.scan_pareto = 1, 2",
                "kv.keys_per_prefix = 10"))
        .contains(
            "settings: mixgraph.mix_ratios = 0.5, -1, 0: are no shares: none below 0, and one above"
                + " it",
            "settings: mixgraph.keyrange_num = 2000: is more than all 1000 keys",
            "settings: mixgraph.scan_pareto = 1, 2: has 2 numbers; allowed: 3 numbers with commas"
                + " between, such as -1.5 or 0.25 each",
            "step mixgraph writes values of several lengths: set kv.max_value_size, before the fill;"
                + " db_bench's is 1024",
            "settings: kv.num = 1000: has fewer keys than the 1500 that a multiscan of step multiscan"
                + " goes over: multiscan_size x (nexts + multiscan_stride)");
    assertThat(KvTrial.mistakes("fillseq", "kv.max_value_size = 50"))
        .contains("settings: kv.max_value_size = 50: is less than the 100 bytes of kv.value_size");
  }

  /** noop answers a range with one row. */
  @Test
  void rangesOfADatabaseThatKeepsNothingAreNotChecked() throws Exception {
    KvTrial trial =
        new KvTrial(new NoopDatabase())
            .tryToRun(
                "fillseq, mixgraph, fwdrange, multiscan",
                "kv.max_value_size = 1024",
                "kv.num = 2000");
    assertThat(trial.problems()).isEmpty();
    assertThat(trial.counted("multiscan", KvCounter.ROWS_SCANNED)).isEqualTo(200 * 10);
  }
}
