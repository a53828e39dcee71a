package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.measure.Recorder;
import io.ibench.measure.SharedRecorder;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which workers share a recorder. */
class ClientRecordersTest {

  private static Step.Group group(int clients, int threads) {
    return group("g", clients, threads);
  }

  private static Step.Group group(String name, int clients, int threads) {
    return new Step.Group(
        name, clients, threads, Rate.UNLIMITED, Pacing.EVEN, 1, Optional.empty(), false);
  }

  private static List<List<Recorder>> recorders(Step.Group... groups) {
    ClientRecorders recorders = new ClientRecorders(GroupPlan.step(groups), 2);
    for (Step.Group group : groups) {
      for (int number = 0; number < group.allThreads(); number++) {
        recorders.add(number / group.threads());
      }
    }
    return recorders.byClient();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, false",
    "1, 64, 64, false",
    "1, 65, 64, true",
    "16, 4, 4, false",
    "16, 5, 4, true",
    "33, 2, 1, true",
    "64, 1, 1, false",
    "64, 2, 1, true"
  })
  void eachWorkerHasItsOwnWhileThereAreSixtyFourAndNoTwoClientsEverShare(
      int clients, int threads, int perClient, boolean shared) {
    List<List<Recorder>> all = recorders(group(clients, threads));
    assertThat(all).hasSize(clients).allMatch(own -> own.size() == perClient);
    Set<Recorder> distinct = new HashSet<>();
    all.forEach(distinct::addAll);
    assertThat(distinct)
        .hasSize(clients * perClient)
        .hasSizeLessThanOrEqualTo(64)
        .allMatch(recorder -> recorder instanceof SharedRecorder == shared);
  }

  @Test
  void aboveSixtyFourClientsNobodyIsCountedApart() {
    Step.Work step = GroupPlan.step(group(65, 1));
    assertThat(ClientRecorders.clients(step)).isEqualTo(1);
    assertThat(ClientRecorders.whyTogether(step).orElseThrow()).contains("more than 64 clients");
    assertThat(ClientRecorders.whyTogether(GroupPlan.step(group(64, 1)))).isEmpty();
    assertThat(recorders(group(65, 2))).hasSize(1).allMatch(own -> own.size() == 64);
  }

  @Test
  void theGroupsOfAClientAreOneClient() {
    List<List<Recorder>> all =
        recorders(group("a", 3, 1), group("b", 3, 1), group("c", 3, 2), group("d", 1, 1));
    assertThat(all).extracting(Collection::size).containsExactly(5, 4, 4);
  }
}
