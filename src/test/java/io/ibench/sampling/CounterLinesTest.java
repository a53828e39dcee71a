package io.ibench.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class CounterLinesTest {

  private static final long SECOND = 1_000_000_000L;

  /** Six intervals of 100 ms, with the lines of each; %d is its number. */
  private static String intervals(String... events) {
    StringBuilder text = new StringBuilder("# started on Sun Nov 29 22:58:00 2026\n\n");
    for (int i = 1; i <= 6; i++) {
      for (String event : events) {
        text.append("     0.").append(i).append("00000000,").append(event).append('\n');
      }
    }
    return text.toString();
  }

  private static EventRates read(String text, long from, long to) throws IOException {
    return CounterLines.read(new BufferedReader(new StringReader(text)), from, to);
  }

  private static EventRates read(String... events) throws IOException {
    return read(intervals(events), -SECOND, SECOND);
  }

  @Test
  void eventsAreDividedByTheTimeInWhichTheyWereCounted() throws IOException {
    EventRates rates =
        read(
            "2800000,,cycles,5000000,100.00,,",
            "3300000,,instructions,5000000,100.00,1.18,insn per cycle",
            "9500,,cache-misses,5000000,100.00,,",
            "6100,,branch-misses,5000000,100.00,,",
            "210,,context-switches,5000000,100.00,,");

    assertThat(rates.perSecond().get("cycles")).isCloseTo(28e6, within(1.0));
    assertThat(rates.perSecond().get("instructions")).isCloseTo(33e6, within(1.0));
    assertThat(rates.perSecond().get("cache-misses")).isCloseTo(95_000, within(1.0));
    assertThat(rates.perSecond().get("branch-misses")).isCloseTo(61_000, within(1.0));
    assertThat(rates.perSecond().get("context-switches")).isCloseTo(2_100, within(1.0));
    assertThat(rates.note()).isEmpty();
  }

  @Test
  void onlyIntervalsWithinTheSpanCountAndNoneAtItsEnds() throws IOException {
    String text =
        """
        0.100000000,1000000,,context-switches,1,100.00,,
        0.200000000,1000000,,context-switches,1,100.00,,
        0.300000000,100,,context-switches,1,100.00,,
        0.400000000,300,,context-switches,1,100.00,,
        0.500000000,1000000,,context-switches,1,100.00,,
        """;

    EventRates rates = read(text, SECOND / 10, SECOND / 2);

    assertThat(rates.perSecond().get("context-switches")).isCloseTo(2_000, within(1.0));
  }

  @Test
  void aMachineWithoutCountersSaysSoAndStillCountsSwitches() throws IOException {
    EventRates rates =
        read(
            "<not supported>,,cycles,0,100.00,,",
            "<not supported>,,instructions,0,100.00,,",
            "<not supported>,,cache-misses,0,100.00,,",
            "<not supported>,,branch-misses,0,100.00,,",
            "210,,context-switches,5000000,100.00,,");

    assertThat(rates.perSecond()).containsOnlyKeys("context-switches");
    assertThat(rates.note())
        .contains("this machine has no hardware counters: cycles is not supported");
  }

  @Test
  void aSingleEventThatTheCpuLacksIsNamed() throws IOException {
    EventRates rates =
        read(
            "2800000,,cycles,5000000,100.00,,",
            "3300000,,instructions,5000000,100.00,,",
            "<not supported>,,cache-misses,0,100.00,,",
            "6100,,branch-misses,5000000,100.00,,",
            "210,,context-switches,5000000,100.00,,");

    assertThat(rates.perSecond()).hasSize(4);
    assertThat(rates.note()).contains("not counted here: cache-misses");
  }

  @Test
  void serversThatDidNothingInAnIntervalCountAsZeroThere() throws IOException {
    String text =
        intervals("<not counted>,,cycles,0,100.00,,").replaceFirst("<not counted>", "600000");

    assertThat(read(text, -SECOND, SECOND).perSecond().get("cycles")).isCloseTo(1e6, within(1.0));
  }

  @Test
  void anIntervalInWhichAnEventHadNoTurnSaysNothing() throws IOException {
    String text =
        intervals("<not counted>,,cycles,0,0.00,,")
            .replaceFirst("<not counted>,,cycles,0,0.00", "100000,,cycles,4000000,80.00");

    EventRates rates = read(text, -SECOND, SECOND);

    assertThat(rates.perSecond().get("cycles")).isCloseTo(1e6, within(1.0));
    assertThat(rates.note().orElseThrow()).endsWith("scaled: counted in 80 % of the time or more");
  }

  @Test
  void countsOfUserModeAreSaidToBeAndHaveNoSwitches() throws IOException {
    EventRates rates =
        read(
            "2800000,,cycles:u,5000000,100.00,,",
            "3300000,,instructions:u,5000000,100.00,,",
            "9500,,cache-misses:u,5000000,100.00,,",
            "6100,,branch-misses:u,5000000,100.00,,",
            "0,,context-switches:u,5000000,100.00,,");

    assertThat(rates.perSecond()).hasSize(4).doesNotContainKey("context-switches");
    assertThat(rates.note())
        .contains("not counted here: context-switches; without what the kernel does");
  }

  /** What perf 6.1 prints for an ordinary user in a virtual machine. */
  @Test
  void whereNothingCanBeCountedTheMachineIsTheReason() throws IOException {
    EventRates rates =
        read(
            "<not supported>,,cycles:u,0,100.00,,",
            "<not supported>,,instructions:u,0,100.00,,",
            "<not supported>,,cache-misses:u,0,100.00,,",
            "<not supported>,,branch-misses:u,0,100.00,,",
            "<not counted>,,context-switches:u,0,100.00,,");

    assertThat(rates.perSecond()).isEmpty();
    assertThat(rates.note())
        .contains("this machine has no hardware counters: cycles is not supported");
  }

  @Test
  void eventsOfTwoKindsOfCoresAreAddedUpAsTheyWereCounted() throws IOException {
    EventRates rates =
        read(
            "4000000,,cpu_core/cycles/,3000000,75.00,,",
            "400000,,cpu_atom/cycles/,1000000,25.00,,",
            "210,,context-switches,4000000,100.00,,");

    assertThat(rates.perSecond().get("cycles")).isCloseTo(31e6, within(1.0));
    assertThat(rates.note().orElseThrow()).doesNotContain("scaled");
  }

  @Test
  void whatIsNotACountIsNothing() throws IOException {
    assertThat(read("# started\n\nnonsense\n1.0,x,,cycles,1,y,,\n", 0, SECOND).perSecond())
        .isEmpty();
    assertThat(read("", 0, SECOND).note()).contains("nothing was counted");
  }
}
