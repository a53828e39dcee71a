package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that needs data makes no database of RocksDB for it. */
class MissingRocksdbTest {

  private static final Path CONF = Path.of("conf", "rocksdb.properties");

  @TempDir private Path folder;

  @Test
  void aFolderWithoutADatabaseIsNamedAndStaysAsItIs() throws Exception {
    Path data = folder.resolve("a/b");
    for (String command : new String[] {"run", "verify", "explain"}) {
      Cli refused =
          ibench(command, "kv", "-d", CONF, "-s", "dir=" + data, "-s", "steps=readrandom");
      assertThat(refused.err())
          .isEqualTo("ibench: there is no RocksDB database in " + data + "; look at dir in -s\n");
      assertThat(refused.code()).isEqualTo(2);
    }
    assertThat(folder).isEmptyDirectory();
    Files.createFile(folder.resolve("notes"));
    Cli other = ibench("run", "kv", "-d", CONF, "-s", "dir=" + folder, "-s", "steps=create");
    assertThat(other.err())
        .isEqualTo(
            "ibench: cannot open rocksdb: "
                + folder
                + " has files, and is no database of RocksDB; name a new folder; look at dir in"
                + " -s\n");
  }
}
