package io.ibench.page;

import static io.ibench.page.ChartRuns.period;
import static io.ibench.page.ChartRuns.run;
import static io.ibench.page.ChartRuns.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Line;
import io.ibench.report.store.RunReport;
import io.ibench.testing.Slow;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The size of a page does not depend on the length of the run: a week of seconds. */
@Slow
class WeekOfChartsTest {

  /** Seconds of an interval: far more rows than a chart draws, and few enough for a test. */
  private static final int SPARSE = Integer.getInteger("ibench.week.sparse", 30);

  private static final int WEEK = 604_800;
  private static final int OPERATIONS = 10;
  private static final int LARGEST = 3_000_000;
  private static final int SPIKE = 345_600;
  private static final Map<String, Number> FIGURES =
      Map.of("qps", 9000, "ips", 100, "seconds", WEEK, "cpu_us_pq", 50, "mcpupq", 1250);

  private static final String COUNTERS =
      "disk.reads,disk.read_bytes,disk.writes,disk.written_bytes,cpu.busy_ticks,cpu.steal_ticks,"
          + "cpu.iowait_ticks,cpu.total_ticks,cpu.context_switches,server.cpu_nanos,"
          + "server.rss_bytes,client.cpu_nanos,client.rss_bytes,client.heap_bytes,"
          + "memory.available_bytes,memory.cached_bytes,pressure.cpu_some_micros,"
          + "pressure.io_some_micros,pressure.io_full_micros,pressure.memory_some_micros,"
          + "pressure.memory_full_micros";

  @TempDir private Path folder;

  private final Random random = new Random(1);

  private void writeIntervals() throws IOException {
    int counters = COUNTERS.split(",").length;
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("intervals.csv"))) {
      out.write("time,step,repeat,seconds,full,queries,inserted_rows,errors," + COUNTERS + "\n");
      for (int second = SPARSE; second <= WEEK; second += SPARSE) {
        StringBuilder line = new StringBuilder(300);
        line.append(time(second)).append(",request,1,").append(SPARSE).append(",true,");
        line.append(second == SPIKE ? 99_999_990 : 5_000 + random.nextInt(9_000)).append(',');
        line.append(100 + random.nextInt(9)).append(',');
        line.append(random.nextInt(500) == 0 ? 1 : 0);
        for (int i = 0; i < counters; i++) {
          line.append(',').append(1_000_000_000L + random.nextInt(2_000_000_000));
        }
        out.append(line).append('\n');
      }
    }
  }

  private static Instant time(int second) {
    return ChartRuns.STARTED.plusMillis(1000L * second + 7);
  }

  private void writeOperations() throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("operations.csv"))) {
      out.write("time,step,repeat,seconds,operation,count,errors,retries,rows");
      for (String kind : new String[] {"service", "response"}) {
        for (String figure : new String[] {"p50", "p99", "p999", "max"}) {
          out.write("," + kind + "_" + figure + "_us");
        }
      }
      out.write("\n");
      int every = 10 * SPARSE;
      for (int second = every; second <= WEEK; second += every) {
        for (int operation = 0; operation < OPERATIONS; operation++) {
          StringBuilder line = new StringBuilder(200);
          line.append(time(second)).append(",request,1,").append(every).append(".000,OP_");
          line.append(operation).append(",100,0,0,100");
          for (int i = 0; i < 8; i++) {
            line.append(',').append(100 + random.nextInt(100_000)).append(".767");
          }
          out.append(line).append('\n');
        }
      }
    }
  }

  private static RunReport report() {
    String[] names = IntStream.range(0, OPERATIONS).mapToObj(i -> "OP_" + i).toArray(String[]::new);
    RunReport.Period[] hours =
        IntStream.range(0, 168)
            .mapToObj(
                hour ->
                    period(
                        3600.0 * hour,
                        Map.of("seconds", 3600, "db_bytes", 1e11, "dir_bytes", 2e11)))
            .toArray(RunReport.Period[]::new);
    return run(step("request", 1, 1, Unit.QUERIES, true, period(0, FIGURES, names), hours));
  }

  @Test
  void aWeekIsSmallAndKeepsItsExtremes() throws IOException {
    writeIntervals();
    writeOperations();

    ChartSet charts = ChartRuns.charts(folder, report());

    assertThat(ChartJson.of(charts).length()).isBetween(LARGEST / 10, LARGEST);
    Line queries = charts.charts().get(0).lines().get(0);
    assertThat(queries.y()).contains(99_999_990.0 / SPARSE);
    assertThat(queries.x().length).isBetween(500, 2000);
    assertThat(charts.notes()).anyMatch(note -> note.contains("intervals are drawn by few points"));
    assertThat(charts.charts()).extracting(Chart::id).contains("latency", "cost", "pressure");
  }
}
