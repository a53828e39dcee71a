package io.ibench.db.rocksdb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB says in its LOG stands behind the failure that it explains. */
class RocksFailuresTest {

  /** Written by RocksDB 11.8.1 on a full disk, shortened. */
  private static final String LOG =
      """
      2026/11/24-20:54:24.727288 13984 [WARN] [/column_family.cc:1071] [rows] Stopping writes because
      2026/11/24-20:54:24.737440 13984 [/error_handler.cc:369] ErrorHandler: Set regular background error
      2026/11/24-20:54:24.738000 13984 [/column_family.cc:1071] Options.max_bgerror_resume_count: 2
      2026/11/24-20:54:24.738581 13985 [ERROR] [le/sst_file_manager_impl.cc:285] free space [1006592 bytes] is less than required disk buffer [1048576 bytes]
      2026/11/24-20:54:24.738596 13985 [ERROR] [le/sst_file_manager_impl.cc:290] Cannot clear hard error
      2026/11/24-20:54:25.738596 13985 [ERROR] [le/sst_file_manager_impl.cc:290] Cannot clear hard error
      2026/11/24-20:54:25.740319 13984 [WARN] [/db_impl/db_impl.cc:944] Unable to clear writer for WAL 000032.log with error -- IO error: Seen error.
      """;

  @TempDir private Path folder;

  private DatabaseException failure(Status.Code code, Status.SubCode subCode) {
    Status status = new Status(code, subCode, "000032.log: No space left on device");
    return RocksFailures.of(new RocksDBException(status), folder);
  }

  @Test
  void theLastErrorsOfTheLogExplainAFullDisk() throws Exception {
    Files.writeString(folder.resolve("LOG"), LOG);
    DatabaseException failure = failure(Status.Code.IOError, Status.SubCode.NoSpace);
    assertThat(failure.kind()).isEqualTo(FailureKind.DISK_FULL);
    assertThat(failure.getMessage())
        .startsWith("000032.log: No space left on device")
        .endsWith(
            "; RocksDB's LOG: free space [1006592 bytes] is less than required disk buffer"
                + " [1048576 bytes] | Cannot clear hard error | Unable to clear writer for WAL"
                + " 000032.log with error -- IO error: Seen error.");
  }

  @Test
  void theEndOfTheLogIsEnoughAndItsErrorHandlerIsHeard() throws Exception {
    String handler = LOG.lines().limit(3).collect(java.util.stream.Collectors.joining("\n"));
    Files.writeString(folder.resolve("LOG"), "x".repeat(1 << 20) + "\n" + handler);
    assertThat(failure(Status.Code.Corruption, Status.SubCode.None).getMessage())
        .endsWith("; RocksDB's LOG: ErrorHandler: Set regular background error");
  }

  @Test
  void otherFailuresAndAMissingLogAddNothing() throws Exception {
    assertThat(failure(Status.Code.IOError, Status.SubCode.NoSpace).getMessage())
        .doesNotContain("LOG");
    Files.writeString(folder.resolve("LOG"), LOG);
    assertThat(failure(Status.Code.Busy, Status.SubCode.None).getMessage()).doesNotContain("LOG");
  }
}
