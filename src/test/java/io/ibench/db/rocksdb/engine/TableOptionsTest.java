package io.ibench.db.rocksdb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.rocksdb.OptionText;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/** The defaults of options of files are RocksDB's own, also after an update of it. */
class TableOptionsTest {

  @TempDir private Path folder;

  /** As RocksDB writes them for a database whose options nobody has set. */
  private Map<String, String> ofRocksDb() throws Exception {
    RocksDB.loadLibrary();
    try (Options options = new Options().setCreateIfMissing(true)) {
      RocksDB.open(options, folder.toString()).close();
    }
    Path file = OptionText.newestFile(folder).orElseThrow();
    return OptionText.sections(file).get("TableOptions/BlockBasedTable \"default\"");
  }

  @Test
  void theDefaultsAreThoseOfRocksDb() throws Exception {
    Map<String, String> ofRocksDb = ofRocksDb();
    assertThat(ofRocksDb).containsAllEntriesOf(TableOptions.DEFAULTS);
    assertThat(Double.parseDouble(ofRocksDb.get("uniform_cv_threshold")))
        .isEqualTo(TableOptions.DEFAULT_UNIFORM_CV_THRESHOLD);
  }
}
