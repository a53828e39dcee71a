package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Role;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.StoredAgent.Share;
import io.ibench.report.store.StoredAgentStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SharesTest {

  @Test
  void aShareHasTheFiguresOfTheAgentAndTheP99OfItsSlowestOperation() {
    StoredAgentStep clock = new StoredAgentStep(1, 2, 3, 4, 5, 6, 7, List.of());
    Step step =
        RunReportStepBuilder.builder(
                MergeSamples.step(
                        "request",
                        MergeSamples.period(
                            Map.of("seconds", 9.5, "qps", 7.0, "threads", 3, "rps", 4.0),
                            MergeSamples.withService(
                                MergeSamples.operation("get", Role.QUERY, 1, 0),
                                Map.of("p99_us", 70.0)),
                            MergeSamples.withService(
                                MergeSamples.operation("scan", Role.QUERY, 1, 0),
                                Map.of("p99_us", 900.0)),
                            MergeSamples.operation("put", Role.INSERT, 0, 0)))
                    .build())
            .repeat(2)
            .agent(Optional.of(clock))
            .build();

    assertThat(Shares.of(step))
        .isEqualTo(
            new Share(
                "request",
                2,
                RunState.DONE,
                new Figures(Map.of("seconds", 9.5, "threads", 3, "qps", 7.0, "p99_us", 900.0)),
                Optional.of(clock)));
  }

  @Test
  void unknownFiguresAreMissing() {
    Share share = Shares.of(MergeSamples.step("index", MergeSamples.period(Map.of())).build());

    assertThat(share.figures().numbers()).isEmpty();
    assertThat(share.clock()).isEmpty();
  }
}
