package io.ibench.db.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/** Messages of servers of several versions during a vacuum. */
class VacuumReportTest {

  private static PSQLWarning said(String severity, String message, String detail) {
    return new PSQLWarning(
        new ServerErrorMessage("S" + severity + "\0M" + message + "\0D" + detail + "\0"));
  }

  private static String line(List<PSQLWarning> messages) {
    VacuumReport report = new VacuumReport();
    messages.forEach(report::add);
    return report.line();
  }

  private static String info(String... messages) {
    return line(Stream.of(messages).map(message -> said("INFO", message, "")).toList());
  }

  private static String finished(String table, int removed, int remaining, int kept) {
    return """
        finished vacuuming "postgres.public.%s": index scans: 1
        pages: 3 removed, 637 remain, 637 scanned (100.00%% of total)
        tuples: %d removed, %d remain, %d are dead but not yet removable
        removable cutoff: 727, which was 0 XIDs old when operation ended"""
        .formatted(table, removed, remaining, kept);
  }

  @Test
  void tellsRowsAndPages() {
    assertThat(
            info(
                "vacuuming \"postgres.public.t\"",
                finished("t", 33333, 66667, 0),
                "analyzing \"public.t\""))
        .isEqualTo("33333 dead rows removed, 66667 remain in 637 pages");
  }

  @Test
  void addsUpPartitions() {
    assertThat(info(finished("p0", 1, 10, 0), finished("p1", 2, 20, 0)))
        .isEqualTo("3 dead rows removed, 30 remain in 1274 pages");
  }

  @Test
  void countsNoPiecesOfLongValues() {
    assertThat(info(finished("t", 1, 10, 0), finished("pg_toast_16385", 500, 600, 0)))
        .isEqualTo("1 dead rows removed, 10 remain in 637 pages");
  }

  /** With page checksums the first read after a load writes whole pages to the log. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "WAL usage: 639 records, 637 full page images, 5182433 bytes",
        "WAL usage: 639 records, 637 full page images, 5182433 bytes, 7 buffers full",
        "WAL usage: 639 records, 637 full page images, 5182433 bytes, 99 full page image bytes,"
            + " 7 buffers full"
      })
  void tellsTheBytesOfTheLogAlsoThoseOfLongValues(String usage) {
    assertThat(
            info(
                finished("t", 0, 10, 0) + "\n" + usage,
                finished("pg_toast_16385", 0, 600, 0) + "\n" + usage))
        .isEqualTo("0 dead rows removed, 10 remain in 637 pages; 10364866 bytes of WAL");
  }

  @Test
  void tellsWhichRowsATransactionStillNeeds() {
    assertThat(info(finished("t", 0, 10, 7)))
        .isEqualTo(
            "0 dead rows removed, 10 remain in 637 pages;"
                + " 7 dead rows are still needed by a transaction");
  }

  @Test
  void readsTheWordsOfVersions13And14() {
    String detail = "7 dead row versions cannot be removed yet, oldest xmin: 500";
    String found = "found 33333 removable, 66667 nonremovable row versions in 637 out of 640 pages";
    String all =
        "33333 dead rows removed, 66667 remain in 640 pages;"
            + " 7 dead rows are still needed by a transaction";
    assertThat(line(List.of(said("INFO", "\"t\": " + found, detail)))).isEqualTo(all);
    assertThat(
            line(
                List.of(
                    said("INFO", "table \"t\": " + found, detail),
                    said("INFO", "table \"pg_toast_16385\": " + found, detail))))
        .isEqualTo(all);
  }

  @Test
  void repeatsWarnings() {
    String skipped = "skipping \"t\" --- only table or database owner can vacuum it";
    assertThat(line(List.of(said("WARNING", skipped, "")))).isEqualTo(skipped);
  }

  @Test
  void isSilentAboutWordsThatItDoesNotKnow() {
    assertThat(info("Säubere »public.t«")).isEqualTo("done");
  }
}
