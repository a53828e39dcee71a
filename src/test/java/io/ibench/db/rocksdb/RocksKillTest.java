package io.ibench.db.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.testing.StartsProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a database has after its process was killed in the middle of inserts. */
@StartsProcess
class RocksKillTest {

  @TempDir private Path temporary;

  private record Found(long rows, long last) {}

  /**
   * With a log nothing is lost, synced or not: the system has it. Each time a larger one is killed.
   */
  @ParameterizedTest
  @CsvSource({"full, 300", "full, 2000", "normal, 500", "normal, 20000"})
  void withALogAllAcknowledgedRowsAreThere(String sync, int kill) throws Exception {
    Path folder = temporary.resolve("db");
    long acknowledged = writeAndKill(folder, sync, "64KB", kill);
    Found found = read(folder, sync);
    assertThat(found.rows()).isEqualTo(found.last()).isGreaterThanOrEqualTo(acknowledged);
  }

  /** Without a log the rows after the last flush are lost, never one in the middle. */
  @ParameterizedTest
  @CsvSource({"64MB, 500", "64KB, 20000"})
  void withoutALogTheLastRowsAreLostInAllFamiliesAlike(String memtable, int kill) throws Exception {
    Path folder = temporary.resolve("db");
    long acknowledged = writeAndKill(folder, "off", memtable, kill);
    Found found = read(folder, "off");
    assertThat(found.rows()).isEqualTo(found.last()).isLessThanOrEqualTo(acknowledged + 1);
    boolean wasFlushed = memtable.equals("64KB");
    assertThat(found.rows() > 0).as("flushed rows").isEqualTo(wasFlushed);
  }

  private static long writeAndKill(Path folder, String sync, String memtable, int kill)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                RocksWriter.class.getName(),
                folder.toString(),
                sync,
                memtable)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long last = 0;
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        // The last line may be torn.
        last = Math.max(last, last + 1 == Long.parseLong(line) ? last + 1 : last);
        if (last == kill) {
          process.toHandle().destroyForcibly(); // Process would close the stream, too.
        }
      }
    }
    process.waitFor();
    assertThat(last).as("rows before the kill").isGreaterThanOrEqualTo(kill);
    return last;
  }

  /** As many kills as -Dibench.test.kills says, each at another row of the same database. */
  @ParameterizedTest
  @CsvSource({"full", "normal", "off"})
  void killedAgainAndAgainItIsConsistent(String sync) throws Exception {
    Path folder = temporary.resolve("db");
    int kills = Integer.getInteger("ibench.test.kills", 1);
    long before = 0;
    for (int i = 0; i < kills; i++) {
      long acknowledged = writeAndKill(folder, sync, "64KB", 50 + 977 * i % 3000);
      Found found = read(folder, sync);
      boolean logged = !sync.equals("off");
      assertThat(found.rows()).isGreaterThanOrEqualTo(before + (logged ? acknowledged : 0));
      before = found.rows();
    }
  }

  /** Reads the table and its index, which must have the same rows. */
  private static Found read(Path folder, String sync) throws DatabaseException {
    try (Database database =
            Adapters.open("rocksdb", RocksWriter.settings(folder.toString(), sync, "64KB"));
        Session session = database.session()) {
      Prepared byWeight =
          session.prepare(
              RocksWriter.TABLE
                  .select("weight")
                  .by("by_weight")
                  .where(Condition.of("weight", Op.GE))
                  .count());
      byWeight.setLong(0, 0);
      byWeight.execute();
      long entries = byWeight.getLong(0, 0);
      long rows = 0;
      long last = 0;
      try (Cursor cursor =
          session.scan(new Scan(RocksWriter.TABLE, List.of("id"), List.of(), List.of("id")))) {
        while (cursor.next()) {
          rows++;
          last = cursor.getLong(0);
        }
      }
      assertThat(entries).as("entries of the index").isEqualTo(rows);
      return new Found(rows, last);
    }
  }
}
