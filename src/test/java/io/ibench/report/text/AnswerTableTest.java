package io.ibench.report.text;

import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTableTest {

  private static StepResult step(
      String name, StepPurpose purpose, Unit unit, int repeat, int repeats, long count) {
    int operation = unit == Unit.ROWS ? Samples.LOAD : Samples.READ;
    OperationSummary busiest = Samples.operation(operation, count, count);
    OperationSummary other = Samples.operation(Samples.WRITE, count / 2, count / 2);
    return aStep()
        .named(name, name)
        .serving(purpose)
        .counting(unit)
        .repeat(repeat, repeats)
        .over(unit == Unit.ROWS ? Samples.period(10, busiest) : Samples.period(10, other, busiest));
  }

  private static StepResult main(String name, Unit unit, long count) {
    return step(name, StepPurpose.MAIN, unit, 1, 1, count);
  }

  private static List<String> answer(StepResult... steps) {
    String text = Judged.of(Samples.json(Samples.run(), true, steps)).text();
    return text.substring(text.indexOf("\n  answer") + 1, text.lastIndexOf("\nrun "))
        .lines()
        .toList();
  }

  @Test
  void repeatsAreOneRowAndTheLoadHasNoCosts() {
    List<String> lines =
        answer(
            step("load", StepPurpose.LOAD, Unit.ROWS, 1, 1, 5_000),
            step("warmup", StepPurpose.WARMUP, Unit.QUERIES, 1, 1, 9_000),
            step("request", StepPurpose.MAIN, Unit.QUERIES, 1, 2, 1_000),
            step("request", StepPurpose.MAIN, Unit.QUERIES, 2, 2, 3_000));

    assertThat(lines.stream().map(line -> line.strip().replaceAll(" +", " ")))
        .startsWith("answer rate +- % p99 verdict")
        .contains("load 500 rows/s valid")
        .anyMatch(line -> line.matches("request 300 qps 70.7 \\S+ us \\S+"))
        .noneMatch(line -> line.contains("warmup"));
    assertThat(String.join(" ", lines)).contains("p99: service time of READ, the highest repeat;");
  }

  private static StepResult mix(long reads, long writes) {
    return aStep()
        .named("request", "request")
        .serving(StepPurpose.MAIN)
        .counting(Unit.QUERIES)
        .over(
            Samples.period(
                10,
                Samples.operation(Samples.READ, reads, reads),
                Samples.operation(Samples.WRITE, writes, writes)));
  }

  @Test
  void theP99IsThatOfTheFirstOperationWhenCountsDifferByChance() {
    assertThat(Samples.READ).isLessThan(Samples.WRITE);
    assertThat(answer(mix(1000, 1000)).toString()).contains("service time of READ.");
    assertThat(answer(mix(960, 1070)).toString()).contains("service time of READ.");
    assertThat(answer(mix(1070, 960)).toString()).contains("service time of READ.");
    assertThat(answer(mix(600, 1000)).toString()).contains("service time of WRITE.");
    assertThat(answer(mix(0, 3)).toString()).contains("service time of WRITE.");
  }

  @Test
  void theP99IsThatOfTheOperationWithTheLargestPlannedShareHoweverOftenItRan() {
    for (long reads : new long[] {0, 3, 1000}) {
      StepResult step =
          aStep()
              .named("request", "request")
              .serving(StepPurpose.MAIN)
              .counting(Unit.QUERIES)
              .mostly("WRITE")
              .over(
                  Samples.period(
                      10,
                      Samples.operation(Samples.READ, reads, reads),
                      Samples.operation(Samples.WRITE, 2, 2)));
      assertThat(answer(step).toString()).contains("service time of WRITE.");
    }
  }

  private static StepResult writing(long diskBytes, long serverBytes) {
    OperationSummary reads = Samples.operation(Samples.READ, 1_000, 1_000);
    return aStep()
        .named("request", "request")
        .serving(StepPurpose.MAIN)
        .counting(Unit.QUERIES)
        .over(
            new Samples.PeriodBuilder(10, reads)
                .counter(HostMetric.DISK_WRITTEN_BYTES, 0, diskBytes)
                .counter(HostMetric.SERVER_WRITTEN_BYTES, 0, serverBytes)
                .build());
  }

  @Test
  void theServersOwnWritesAreNamedWhereTheDiskWroteClearlyMore() {
    assertThat(String.join(" ", answer(writing(4_608_000, 2_048_000))))
        .contains("wKB/q: of the whole disk; the server's own: 2.");
    assertThat(answer(writing(2_560_000, 2_048_000)).toString()).doesNotContain("whole disk");
    assertThat(answer(writing(1_024_000, 2_048_000)).toString()).doesNotContain("whole disk");
  }

  private static StepResult onRocksdb(int repeat, long userBytes, long treeBytes, long stalls) {
    return aStep()
        .named("overwrite", "overwrite")
        .serving(StepPurpose.MAIN)
        .counting(Unit.QUERIES)
        .repeat(repeat, 2)
        .over(
            new Samples.PeriodBuilder(10, Samples.operation(Samples.WRITE, 1_000, 1_000))
                .serverCounter("rocksdb.db.user_bytes_written", 0, userBytes)
                .serverCounter("rocksdb.compaction.sum.write_bytes", 0, treeBytes)
                .serverCounter("rocksdb.compaction.sum.wblob_bytes", 0, 0)
                .serverCounter("rocksdb.db.user_write_stall_micros", 0, 20_000 * stalls)
                .serverCounter("rocksdb.stalls.memtable-limit-stops", 0, stalls)
                .serverCounter("rocksdb.stalls.memtable-limit-delays", 0, 0)
                .serverCounter("rocksdb.stalls.l0-file-count-limit-stops", 0, 0)
                .serverCounter("rocksdb.stalls.l0-file-count-limit-delays", 0, stalls / 10)
                .level("size", 5 << 20, 5 << 20)
                .build());
  }

  @Test
  void theAnswerOnRocksdbHasWriteAmplificationAndWhyWritesStalled() {
    List<String> lines =
        answer(onRocksdb(1, 1 << 20, 3 << 20, 40), onRocksdb(2, 3 << 20, 3 << 20, 10));

    assertThat(lines.get(0)).contains(" amp ").doesNotContain("GB");
    assertThat(lines.stream().map(line -> line.strip().replaceAll(" +", " ")))
        .anyMatch(line -> line.matches("overwrite .* us 1.50 .*"));
    assertThat(String.join(" ", lines).replaceAll(" +", " "))
        .contains(
            "; RocksDB stopped or delayed writes for 5 % of overwrite (by memtables 50, L0 files"
                + " 5).");
    assertThat(answer(onRocksdb(1, 0, 0, 0)).toString())
        .contains("GB")
        .doesNotContain(" amp ", "RocksDB");
  }

  @Test
  void manyStepsWhoseNamesDifferInNumbersShareARow() {
    List<StepResult> steps = new ArrayList<>();
    steps.add(main("l.i1", Unit.ROWS, 5_000));
    for (int rate : new int[] {100, 500, 1000}) {
      steps.add(main("qr" + rate, Unit.QUERIES, 100_000 / rate));
      steps.add(main("qp" + rate, Unit.QUERIES, 200_000 / rate));
    }
    List<String> lines = answer(steps.toArray(StepResult[]::new));

    assertThat(lines.stream().map(line -> line.strip().replaceAll(" +", " ")))
        .anyMatch(line -> line.startsWith("l.i1 500 rows/s "))
        .anyMatch(line -> line.startsWith("qr100 ... qr1000 150 ... 15 qps "))
        .anyMatch(line -> line.startsWith("qp100 ... qp1000 300 ... 30 qps "));
    assertThat(lines).hasSizeLessThanOrEqualTo(7).allMatch(line -> line.length() <= 80);
  }

  @Test
  void everyMainStepHasARowUntilThereAreTooMany() {
    List<StepResult> steps = new ArrayList<>();
    for (char name = 'a'; name <= 'l'; name++) {
      steps.add(main("step_" + name, Unit.QUERIES, 1_000));
    }
    List<String> all = answer(steps.toArray(StepResult[]::new));
    assertThat(all).filteredOn(line -> line.startsWith("  step_")).hasSize(12);
    assertThat(String.join(" ", all)).doesNotContain("more step");

    steps.add(main("step_m", Unit.QUERIES, 1_000));
    steps.add(main("step_n", Unit.QUERIES, 1_000));
    List<String> first = answer(steps.toArray(StepResult[]::new));
    assertThat(first).filteredOn(line -> line.startsWith("  step_")).hasSize(12);
    assertThat(String.join(" ", first)).contains("; 2 more steps are in the tables of steps.");
    assertThat(first).allMatch(line -> line.length() <= 80);
  }

  @Test
  void aRunWithoutOperationsHasNoAnswer() {
    assertThat(
            Judged.of(
                    Samples.json(
                        Samples.run(),
                        true,
                        aStep()
                            .named("drop", "drop")
                            .serving(StepPurpose.ACTION)
                            .threads(0)
                            .counting(Unit.NONE)
                            .over(Samples.period(0.1))))
                .text())
        .doesNotContain("answer");
  }
}
