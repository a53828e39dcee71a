package io.ibench.report.store;

import static io.ibench.report.InsertSamples.DELETE;
import static io.ibench.report.InsertSamples.INSERT;
import static io.ibench.report.InsertSamples.MARKET;
import static io.ibench.report.InsertSamples.MIN;
import static io.ibench.report.InsertSamples.interval;
import static io.ibench.report.Samples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Recorder;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.InsertSamples;
import io.ibench.report.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpstreamFolderTest {

  private static final long MICRO = 1_000;

  @TempDir private Path folder;

  private UpstreamFolder open() {
    return new UpstreamFolder(folder, InsertSamples.run("qr100"));
  }

  private static void busy(Recorder recorder) {
    recorder.success(INSERT, 0, 0, 100 * MICRO, 50);
    recorder.success(INSERT, 0, 0, 2_000 * MICRO, 50);
    recorder.success(DELETE, 0, 0, 20_000 * MICRO, 49);
    for (int i = 0; i < 30; i++) {
      recorder.success(MARKET, 0, 0, 64 * MICRO, i == 0 ? 0 : 10);
    }
    recorder.success(MIN, 0, 0, 64 * MICRO, 1);
    recorder.retry(INSERT);
    recorder.retry(MARKET);
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(folder.resolve(file));
  }

  private static StepResult ended(StepStart step) {
    return InsertSamples.step(step, InsertSamples.period(2));
  }

  @Test
  void anIntervalIsALineOf17ColumnsForEachClient() throws IOException {
    StepStart step = InsertSamples.start("qr100", Unit.QUERIES, 2);
    try (UpstreamFolder upstream = open()) {
      upstream.stepStarted(step);
      upstream.interval(step, interval(0, SECOND, UpstreamFolderTest::busy, recorder -> {}));
      upstream.interval(step, interval(1, SECOND / 2, r -> {}, UpstreamFolderTest::busy));

      List<String> first = lines("qr100/o.ib.dop2.1");
      assertThat(first.get(0))
          .isEqualTo(
              "i_sec\tt_sec\ti_ips\tt_ips\ti_dps\tt_dps\ti_qps\tt_qps\tmax_i\tmax_d\tmax_q"
                  + "\tt_ins\tt_del\tt_query\tretry_i\tretry_d\tretry_q");
      // Two significant digits: 2,000 us are in a slot that ends at 2,007 us.
      assertThat(first.get(1))
          .isEqualTo("1.0\t1.0\t100\t100\t49\t49\t30\t30\t2007\t20054\t64\t100\t49\t30\t1\t0\t1");
      assertThat(first.get(2))
          .isEqualTo("0.5\t1.5\t0\t67\t0\t33\t0\t20\t0\t0\t0\t100\t49\t30\t1\t0\t1");
      assertThat(lines("qr100/o.ib.dop2.2").get(2)).startsWith("0.5\t1.5\t200\t67\t98\t33\t60\t20");
    }
  }

  @Test
  void theClosingLinesAreThoseOfTheUpstreamClientInItsOrder() throws IOException {
    StepStart step = InsertSamples.start("qr100", Unit.QUERIES, 1);
    try (UpstreamFolder upstream = open()) {
      upstream.stepStarted(step);
      upstream.interval(step, interval(0, SECOND, UpstreamFolderTest::busy));
      upstream.interval(step, interval(1, SECOND, UpstreamFolderTest::busy));
      upstream.stepEnded(ended(step));
    }
    List<String> lines = lines("qr100/o.ib.dop1.1");
    String edges =
        "     256us       1ms       4ms      16ms      64ms     256ms        1s        4s"
            + "       16s        gt         max";
    assertThat(lines.subList(3, lines.size()))
        .containsExactly(
            "Insert rt:" + edges,
            "Insert rt:" + cells(2, 0, 2, 0, 0) + "    0.002007",
            "Delete rt:" + edges,
            "Delete rt:" + cells(0, 0, 0, 0, 2) + "    0.020054",
            " Query rt:" + edges,
            " Query rt:" + cells(60, 0, 0, 0, 0) + "    0.000064",
            "Query thread: 60 queries, fetched/query(expected, actual) = ( - , 9.667 )",
            "getmin 2 queries, 0.000 total secs, 0.000064 secs/query",
            "Totals: 2.0 secs, 100.0 rows/sec, 200 rows, 2 0 2 insert-delete-query retry",
            "Done");
  }

  private static String cells(int... first) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      text.append(String.format("%10d", i < first.length ? first[i] : 0));
    }
    return text.toString();
  }

  @Test
  void whatDidNotHappenHasNoHistogramAndAStepCutShortIsNotDone() throws IOException {
    StepStart step = InsertSamples.start("l.i0", Unit.ROWS, 1);
    try (UpstreamFolder upstream = open()) {
      upstream.stepStarted(step);
      upstream.interval(step, interval(0, SECOND, r -> r.success(INSERT, 0, 0, MICRO, 100)));
      upstream.stepEnded(Samples.interrupted(step, InsertSamples.period(1)));
    }
    assertThat(lines("l.i0/o.ib.dop1.1"))
        .hasSize(5)
        .last()
        .isEqualTo("Totals: 1.0 secs, 100.0 rows/sec, 100 rows, 0 0 0 insert-delete-query retry");
  }

  @Test
  void stepsWithoutWorkersLeaveNothing() throws IOException {
    StepStart step = InsertSamples.start("l.x", Unit.INDEXED_ROWS, 1);
    try (UpstreamFolder upstream = open()) {
      upstream.stepStarted(step);
      upstream.interval(step, interval(0, SECOND, recorder -> {}));
      upstream.stepEnded(ended(step));
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void troubleIsKeptAndEndsNothing() throws IOException {
    Files.createFile(folder.resolve("qr100"));
    StepStart step = InsertSamples.start("qr100", Unit.QUERIES, 1);
    try (UpstreamFolder upstream = open()) {
      upstream.stepStarted(step);
      upstream.interval(step, interval(0, SECOND, UpstreamFolderTest::busy));
      upstream.stepEnded(ended(step));

      assertThat(upstream.failure()).hasValueSatisfying(why -> assertThat(why).contains("qr100"));
    }
  }
}
