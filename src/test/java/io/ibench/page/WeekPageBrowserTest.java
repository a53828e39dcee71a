package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.store.StoredRun;
import io.ibench.testing.ChromiumExtension;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.NeedsBrowser;
import io.ibench.testing.StartsProcess;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run of a week, with an interval for each second. */
@ExtendWith(ChromiumExtension.class)
@Timeout(300)
@NeedsBrowser
@StartsProcess
class WeekPageBrowserTest {

  private static final int SECONDS = 7 * 24 * 60 * 60;
  private static final long MOST_BYTES = 5_000_000;

  @TempDir private static Path folder;

  /** A short run whose last request step is made a week long, in intervals.csv alone. */
  private static Path week() throws Exception {
    Path results = folder.resolve("results");
    RealRun.of(folder, results, folder.resolve("week.db"));
    Path intervals = results.resolve("intervals.csv");
    List<String> lines = Files.readAllLines(intervals);
    List<String> head = List.of(lines.get(0).split(","));
    List<String> last =
        lines.stream().filter(line -> line.contains(",request,")).reduce((a, b) -> b).stream()
            .toList();
    String[] cells = last.get(0).split(",", -1);
    Map<String, String> week = new HashMap<>();
    Instant start = Instant.parse(cells[0]);
    try (BufferedWriter writer = Files.newBufferedWriter(intervals)) {
      for (String line : lines) {
        writer.append(line).append('\n');
      }
      for (int second = 1; second <= SECONDS; second++) {
        week.put("time", start.plusSeconds(second).toString());
        week.put("seconds", "1");
        week.put("full", "true");
        for (String figure : List.of("operations", "operations_ps", "rows", "queries")) {
          week.put(figure, Long.toString(5_000 + (second * 7_919L) % 3_001));
        }
        append(writer, head, cells, week);
      }
    }
    return results;
  }

  private static void append(
      BufferedWriter writer, List<String> head, String[] cells, Map<String, String> changed)
      throws IOException {
    for (int i = 0; i < cells.length; i++) {
      if (i > 0) {
        writer.append(',');
      }
      writer.append(changed.getOrDefault(head.get(i), cells[i]));
    }
    writer.append('\n');
  }

  @Test
  void isSmallAndDrawn(ChromiumPage browser) throws Exception {
    Path file = folder.resolve("page.html");
    PageWriter.write(RunPage.of(StoredRun.read(week())), file);

    assertThat(Files.size(file)).isLessThan(MOST_BYTES);
    BrowserPages.open(browser, file);
    assertThat(browser.evaluate("inspect.charts()").asInt()).isPositive();
    assertThat(BrowserPages.texts(browser, "inspect.faults()")).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }
}
