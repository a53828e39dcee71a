package io.ibench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.report.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads of different lengths, compared up to the rows that all runs inserted. */
class EqualRowsTest {

  private static final String HEAD =
      "time,step,repeat,seconds,full,queries,inserted_rows,deleted_rows,disk.written_bytes\n";

  @TempDir private Path root;

  /** A load of some intervals of a second; its figures are those of the whole load. */
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private StoredRun load(String id, String state, long... rowsPerSecond) throws Exception {
    long rows = 0;
    long at = 0;
    StringBuilder intervals = new StringBuilder(HEAD);
    for (long second : rowsPerSecond) {
      rows += second;
      intervals.append(
          String.format(
              Locale.ROOT,
              "%s,load,1,1.0,true,0,%d,0,%d%n",
              START.plusSeconds(at++),
              second,
              2048 * second));
    }
    String figures =
        String.format(
            Locale.ROOT,
            "\"state\": \"%s\", \"purpose\": \"load\", \"seconds\": %d.0, \"ips\": %.3f",
            state,
            rowsPerSecond.length,
            (double) rows / rowsPerSecond.length);
    StoredRun run = new StepFolders(root, id).step("load", 1, "rows", figures).writeSummary();
    Files.writeString(run.folder().resolve("intervals.csv"), intervals);
    return run;
  }

  private static List<EqualRows> compared(StoredRun a, StoredRun b) {
    return EqualRows.of(List.of(new Side("a", List.of(a)), new Side("b", List.of(b))));
  }

  private static List<Double> values(EqualRows equal, String key) {
    return equal.comparison().row(key).orElseThrow().cells().stream()
        .map(ComparedValue::value)
        .toList();
  }

  @Test
  void aLoadThatDidNotEndHasARatioAtTheRowsThatBothInserted() throws Exception {
    List<EqualRows> found =
        compared(load("a", "interrupted", 10, 10, 10), load("b", "done", 20, 40, 1000));

    assertThat(found).hasSize(1);
    EqualRows equal = found.get(0);
    assertThat(equal.step()).isEqualTo("load");
    assertThat(equal.rows()).isEqualTo(30);
    assertThat(equal.comparison().step()).isEqualTo("load at 30 rows");
    // 20 rows in the first second, and 10 of the next 40 in a quarter of the second one.
    assertThat(values(equal, "ips")).containsExactly(10.0, 24.0);
    assertThat(values(equal, "seconds")).containsExactly(3.0, 1.25);
    assertThat(values(equal, "wkbpq")).containsExactly(2.0, 2.0);
    assertThat(equal.comparison().row("ips").orElseThrow().cells().get(1).ratio())
        .isCloseTo(2.4, within(1e-12));
    assertThat(equal.comparison().rows())
        .as("intervals do not know them")
        .extracting(FigureRow::key)
        .doesNotContain("size_gb", "outages.count", "errors");
  }

  /** The summary of a run that was killed has only the steps that were over. */
  @Test
  void aLoadThatWasKilledIsFoundInItsIntervals() throws Exception {
    StoredRun killed = load("a", "done", 10, 10);
    Path summary = killed.folder().resolve("summary.json");
    String text = Files.readString(summary).replaceAll("(?s)\"steps\": \\[\\{.*", "\"steps\": []}");
    Files.writeString(summary, text.replace("\"state\": \"done\"", "\"state\": \"running\""));

    List<EqualRows> found =
        compared(StoredRun.read(killed.folder()), load("b", "done", 10, 10, 10));

    assertThat(found).extracting(EqualRows::rows).containsExactly(20L);
    assertThat(found.get(0).comparison().states()).allMatch(state -> state.leftOut().isEmpty());
  }

  @Test
  void loadsOfTheSameLengthAreComparedAsAWholeOnly() throws Exception {
    assertThat(compared(load("a", "done", 10, 20), load("b", "done", 15, 15))).isEmpty();
  }

  @Test
  void withoutItsIntervalsNothingIsKnown() throws Exception {
    StoredRun a = load("a", "failed", 10, 20);
    Files.delete(a.folder().resolve("intervals.csv"));
    assertThat(compared(a, load("b", "done", 15, 100))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "999, 999",
    "1000, 1k",
    "12345678, 12.3M",
    "100000000, 100M",
    "999999999, 1G"
  })
  void rowsAreShort(long rows, String text) {
    assertThat(EqualRows.shortened(rows)).isEqualTo(text);
  }
}
