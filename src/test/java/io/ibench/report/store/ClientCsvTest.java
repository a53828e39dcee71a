package io.ibench.report.store;

import static io.ibench.report.InsertSamples.DELETE;
import static io.ibench.report.InsertSamples.INSERT;
import static io.ibench.report.InsertSamples.MARKET;
import static io.ibench.report.InsertSamples.MIN;
import static io.ibench.report.InsertSamples.interval;
import static io.ibench.report.Samples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Recorder;
import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Csv;
import io.ibench.report.InsertSamples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample run writes rows every 2 s. */
class ClientCsvTest {

  private static final List<Role> ROLES = InsertSamples.ROLES;

  @TempDir private Path folder;

  private List<Map<String, String>> rows() {
    return Csv.read(folder.resolve("clients.csv"));
  }

  private ClientCsv open() {
    return new ClientCsv(folder, InsertSamples.run("first", "second"), false);
  }

  private static Consumer<Recorder> does(int queries, int insertedRows, int deletedRows) {
    return recorder -> {
      for (int i = 0; i < queries; i++) {
        recorder.success(MARKET, 0, 0, 1_000, 10);
      }
      recorder.success(INSERT, 0, 0, 1_000, insertedRows);
      recorder.success(DELETE, 0, 0, 1_000, deletedRows);
      recorder.success(MIN, 0, 0, 1_000, 1);
      recorder.failure(MARKET, 0, 0, 0, 1_000);
    };
  }

  @Test
  void eachClientHasARowEveryPeriodAndAtTheStepsEnd() {
    StepStart step = InsertSamples.start("first", Unit.QUERIES, 2);
    try (ClientCsv csv = open()) {
      csv.stepStarted(step);
      csv.interval(step, interval(0, SECOND, does(3, 100, 50), does(1, 10, 0)));
      assertThat(folder).isEmptyDirectory();
      csv.interval(step, interval(1, SECOND, does(4, 200, 50), recorder -> {}));
      csv.interval(step, interval(2, SECOND / 4, recorder -> {}, does(0, 7, 0)));
      csv.stepEnded(InsertSamples.step(step, InsertSamples.period(2)));
    }

    assertThat(rows().stream().map(row -> String.join(" ", row.values())))
        .containsExactly(
            "2026-01-02T03:04:07Z first 1 2.000000 1 7 300 100",
            "2026-01-02T03:04:07Z first 1 2.000000 2 1 10 0",
            "2026-01-02T03:04:07.250Z first 1 0.250000 1 0 0 0",
            "2026-01-02T03:04:07.250Z first 1 0.250000 2 0 7 0");
  }

  @Test
  void allClientsTogetherAreTheStep() {
    StepStart step = InsertSamples.start("first", Unit.QUERIES, 3);
    List<Snapshot> intervals = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      intervals.add(interval(i, SECOND, does(i, 1, 3 * i), does(7 * i, i, i), does(11, 2 * i, 1)));
    }
    try (ClientCsv csv = open()) {
      csv.stepStarted(step);
      intervals.forEach(snapshot -> csv.interval(step, snapshot));
      csv.stepEnded(InsertSamples.step(step, InsertSamples.period(7)));
    }

    assertThat(sum("queries")).isEqualTo(intervals.stream().mapToLong(i -> i.queries(ROLES)).sum());
    assertThat(sum("inserted_rows"))
        .isEqualTo(intervals.stream().mapToLong(i -> i.rows(ROLES, Role.INSERT)).sum());
    assertThat(sum("deleted_rows"))
        .isEqualTo(intervals.stream().mapToLong(i -> i.rows(ROLES, Role.DELETE)).sum());
    assertThat(sum("seconds")).isEqualTo(3 * 7);
    assertThat(rows().stream().map(row -> row.get("client")).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder("1", "2", "3");
  }

  private long sum(String column) {
    return Math.round(
        rows().stream().mapToDouble(row -> Double.parseDouble(row.get(column))).sum());
  }

  @Test
  void stepsOfOneClientHaveNoRowsAndNoFile() {
    StepStart one = InsertSamples.start("first", Unit.QUERIES, 1);
    try (ClientCsv csv = open()) {
      csv.stepStarted(one);
      csv.interval(one, interval(0, 3 * SECOND, does(3, 100, 50)));
      csv.stepEnded(InsertSamples.step(one, InsertSamples.period(3)));
    }

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatAnEngineLeftOfAStepIsNotInTheNext() {
    StepStart first = InsertSamples.start("first", Unit.QUERIES, 3);
    StepStart second = InsertSamples.start("second", Unit.QUERIES, 2);
    try (ClientCsv csv = open()) {
      csv.stepStarted(first);
      csv.interval(first, interval(0, SECOND, does(9, 9, 9), does(9, 9, 9), does(9, 9, 9)));
      csv.stepStarted(second);
      csv.interval(second, interval(3, 2 * SECOND, does(1, 0, 0), does(2, 0, 0)));
    }

    assertThat(rows()).extracting(row -> row.get("step")).containsExactly("second", "second");
    assertThat(rows()).extracting(row -> row.get("queries")).containsExactly("1", "2");
  }
}
