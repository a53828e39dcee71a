package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.linkbench.LinkBenchKeys.Compat;
import org.junit.jupiter.api.Test;

class HitRateTest {

  private final long[] counters = new long[LinkBenchCounter.values().length];

  private void set(HitRate rate, long found, long missed) {
    counters[rate.found()] = found;
    counters[rate.missed()] = missed;
  }

  @Test
  void aStepThatAskedForNothingHasNoRates() {
    counters[LinkBenchCounter.LINKS_LOADED.ordinal()] = 1000;
    counters[LinkBenchCounter.NODES_ADDED.ordinal()] = 1000;
    assertThat(HitRate.facts(counters, Compat.NONE)).isEmpty();
  }

  @Test
  void ratesStandBesideTheirTargets() {
    set(HitRate.ADD_LINK, 21, 979);
    set(HitRate.UPDATE_LINK, 238, 762);
    set(HitRate.DELETE_LINK, 3, 1);
    counters[LinkBenchCounter.LINKS_HIDDEN.ordinal()] = 2;
    set(HitRate.MULTIGET_LINK, 0, 7);
    set(HitRate.GET_NODE, 3_000_000_000L, 0);
    assertThat(HitRate.facts(counters, Compat.NONE))
        .containsExactly(
            "found: ADD_LINK 2.1 % (target 5 %), UPDATE_LINK 23.8 % (target 90 %),"
                + " DELETE_LINK 75.0 % (target 90 %; visible 50.0 %),"
                + " MULTIGET_LINK 0.0 % of ids (target 50 %), GET_NODE 100.0 %");
  }

  @Test
  void upstreamSaysThatItMissesTheTargetsAsTheAncestorDoes() {
    set(HitRate.ADD_LINK, 368, 632);
    assertThat(HitRate.facts(counters, Compat.UPSTREAM))
        .containsExactly(
            "found: ADD_LINK 36.8 % (target 5 %); compat = upstream chooses links as"
                + " Facebook's LinkBench does, which misses its targets");
  }

  @Test
  void operationsThatWereNotAskedForAreLeftOut() {
    set(HitRate.GET_NODE, 1, 2);
    assertThat(HitRate.facts(counters, Compat.NONE)).containsExactly("found: GET_NODE 33.3 %");
  }

  @Test
  void noTwoRatesShareATally() {
    for (HitRate rate : HitRate.values()) {
      counters[rate.found()]++;
      counters[rate.missed()]++;
    }
    assertThat(counters).containsOnly(0, 1);
  }
}
