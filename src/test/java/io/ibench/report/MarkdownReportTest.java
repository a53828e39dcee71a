package io.ibench.report;

import static io.ibench.report.WeekSamples.judged;
import static io.ibench.report.WeekSamples.requests;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.MarkdownLayout;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.text.TextReport;
import io.ibench.report.text.TextReport.Options;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The report for GitHub. */
class MarkdownReportTest {

  private static String text(Judged run) {
    return TextReport.of(run.report(), new Options(true, false, Options.ANY_WIDTH));
  }

  @Test
  void tablesAndNotesAreMarkdown() {
    Judged run = judged(requests("request", 2, 3_600, false, false));
    run.step(0, "degraded", "4 intervals, fewer than 10").run("degraded");

    assertThat(text(run))
        .startsWith(
            """
            ## ibench 9.9: linkbench on demo, run the-run, 2026-01-02 03:04:05 UTC

            * DemoDB 1.2; engine heap; Demo driver 3; batch: multi-row; durability: every commit; \
            isolation: serializable

            | step | secs | qps | r/q | rKB/q | wKB/q | r/s | rKB/s | wKB/s | size GB | cpu us/q \
            | err | verdict |
            |:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|:--|
            | request | 7,200 | 1,528 | 0.238 |""")
        .contains("\n\n**request (DEGRADED), hour by hour**\n\n| hour | qps | ")
        .contains("| hour | ADD_NODE | ", "| GET_LINKS_LIST |\n")
        .contains("\n\n* request: DEGRADED: 4 intervals, fewer than 10\n")
        .endsWith("\n\nrun done: DEGRADED\n");
  }

  @Test
  void whatNamesHoldIsNoMarkdown() {
    List<TableColumn> columns = List.of(TableColumn.text("a|b"), TableColumn.number("n", ""));
    Row row = Row.of("x\\|y`*<b>\u001b[2J\nz", "1");

    assertThat(new Table("", columns, List.of(row)).text(new MarkdownLayout()))
        .isEqualTo(
            """
            | a\\|b | n |
            |:--|--:|
            | x\\\\\\|y\\`\\*\\<b>\\\\u001b\\[2J z | 1 |
            """);
  }
}
