package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.measure.Role;
import io.ibench.random.Random64;
import io.ibench.workload.Division;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several processes do exactly the operations of one, at the intended times of one. */
class DividedStepTest {

  private static final int TIMES = 50;

  private static Step.Group group(String name, Role role, int clients, int threads, Pacing pacing) {
    return new Step.Group(
        name,
        role,
        clients,
        threads,
        new Rate(7_000, TestSettings.SECOND),
        pacing,
        3,
        Optional.empty(),
        Map.of(),
        false);
  }

  private static Step.Work step(int clients, int threads) {
    return GroupPlan.step(
        OptionalLong.empty(),
        OptionalLong.of(10_007),
        group("insert", Role.INSERT, clients, threads, Pacing.EVEN),
        group("query", Role.QUERY, clients, 2 * threads, Pacing.POISSON));
  }

  /** By the worker: its part of the operations and its first intended times. */
  private static Map<String, String> work(Step.Work step, Division division) {
    ScriptedClock clock = new ScriptedClock();
    StopFlag stop = new StopFlag();
    WorkerSlots slots =
        new WorkerSlots(step, division, clock, stop, stop, new ClientRecorders(step, 4));
    Map<String, String> work = new TreeMap<>();
    for (WorkerSlot slot : slots.all()) {
      Pacer pacer =
          Pacers.of(
              slot.group(),
              Optional.empty(),
              slot.number(),
              new Schedule(ScriptedClock.START, 0, Long.MAX_VALUE),
              clock,
              stop,
              Random64.hash(5, slot.group().name(), Integer.toString(slot.number())));
      StringBuilder times = new StringBuilder(slot.budget().toString());
      for (int i = 0; i < TIMES; i++) {
        times.append(' ').append(pacer.skip());
      }
      String worker = slot.group().name() + slot.number();
      assertThat(work.put(worker, times.toString())).as(worker + " twice").isNull();
    }
    return work;
  }

  @ParameterizedTest
  @CsvSource({"1, 8, 2", "1, 8, 4", "1, 7, 3", "4, 2, 2", "5, 3, 4", "6, 1, 6"})
  void allProcessesTogetherDoTheWorkOfOne(int clients, int threads, int processes) {
    Step.Work step = step(clients, threads);
    Map<String, String> together = new TreeMap<>();
    for (int rank = 0; rank < processes; rank++) {
      Division division = new Division(rank, processes);
      Map<String, String> own = work(step, division);
      assertThat(own).hasSize(division.threads(step));
      own.forEach((worker, work) -> assertThat(together.put(worker, work)).as(worker).isNull());
    }

    assertThat(together).isEqualTo(work(step, Division.WHOLE)).hasSize(step.threads());
  }

  @ParameterizedTest
  @CsvSource({"4, 2, 2", "5, 3, 4"})
  void theThreadsOfAClientStayTogether(int clients, int threads, int processes) {
    Step.Work step = step(clients, threads);
    for (Step.Group group : step.groups()) {
      for (int number = 0; number < group.allThreads(); number++) {
        int client = number / group.threads();
        assertThat(new Division(client % processes, processes).isMine(group, number)).isTrue();
      }
    }
    assertThat(List.of(new Division(0, 2).reaches(step), new Division(0, 9).reaches(step)))
        .containsExactly(true, false);
  }
}
