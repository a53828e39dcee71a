package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** On MariaDB it changes global variables for a while, which another drain would change too. */
@Isolated
class QuiesceWordsTest extends DatabaseContract {

  @Test
  void namesTheWorkOfQuiescing() throws DatabaseException {
    insertOne(THINGS);
    Quiescence quiescence = database.quiesce(List.of(THINGS, NOTES));
    while (!quiescence.isSettled()) {
      Thread.onSpinWait();
    }
    quiescence.close();
    List<String> facts = quiescence.facts();
    if (product == Product.MEMORY) {
      assertThat(facts).isEmpty();
    } else if (product == Product.ROCKSDB) {
      assertThat(String.join("\n", facts)).contains("memtables").contains("compactions");
    } else if (product.keepsDocuments()) {
      assertThat(String.join("\n", facts)).contains("fsync").contains("checkpoint");
    } else {
      assertThat(String.join("\n", facts))
          .containsIgnoringCase("ANALYZE")
          .containsPattern("\\bthings\\b")
          .containsPattern("\\bnotes\\b");
    }
  }
}
