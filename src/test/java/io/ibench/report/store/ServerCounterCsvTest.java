package io.ibench.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Counter;
import io.ibench.measure.ServerCounterRow;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCounterCsvTest {

  @TempDir private Path folder;

  private static Map<String, Counter> counters(long commits, long pages, long dirty) {
    return Map.of(
        "commits", new Counter(commits, true),
        "pages", new Counter(pages, true),
        "dirty", new Counter(dirty, false));
  }

  private static ServerCounterRow row(Map<String, Counter> before, Map<String, Counter> now) {
    return new ServerCounterRow(
        1_767_323_045_000L, "request", 2, 10_000_000_000L, 3_200_000, before, now);
  }

  @Test
  void aRowHasGrowthAndValuesAndAFileThatGoesOnKeepsItsColumns() {
    try (ServerCounterCsv csv = new ServerCounterCsv(folder)) {
      csv.add(row(counters(10, 20, 30), counters(15, 20, 29)));
    }
    try (ServerCounterCsv csv = new ServerCounterCsv(folder)) {
      csv.add(row(Map.of(), Map.of("pages", new Counter(1, true), "dirty", new Counter(2, false))));
    }
    assertThat(folder.resolve("server_counters.csv"))
        .hasContent(
            """
            time,step,repeat,seconds,read_ms,commits,dirty,pages
            2026-01-02T03:04:05Z,request,2,10.000000,3.200,5,29,0
            2026-01-02T03:04:05Z,request,2,10.000000,3.200,,2,
            """);
  }

  @Test
  void afterAResetNoGrowthIsKnown() {
    try (ServerCounterCsv csv = new ServerCounterCsv(folder)) {
      csv.add(row(counters(10, 20, 30), counters(3, 25, 8)));
    }
    assertThat(folder.resolve("server_counters.csv")).content().endsWith(",3.200,,8,\n");
  }

  @Test
  void withoutARowThereIsNoFile() {
    new ServerCounterCsv(folder).close();
    assertThat(folder).isEmptyDirectory();
  }
}
