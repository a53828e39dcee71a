package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** On MariaDB it changes global variables for a while, which another drain would change too. */
@Isolated
class QuiesceContractTest extends DatabaseContract {

  @Test
  void settlesAndLeavesTheRowsAsTheyAre() throws DatabaseException {
    database.createIndex(THINGS, BY_WEIGHT);
    for (long id = 1; id <= 20; id++) {
      thing(id % 4, id, 0, id, 0);
    }
    List<List<Long>> before = things();
    Quiescence quiescence = database.quiesce(List.of(THINGS, NOTES));
    while (!quiescence.isSettled()) {
      Thread.onSpinWait();
    }
    quiescence.close();
    List<String> facts = quiescence.facts();
    if (product == Product.MEMORY) {
      assertThat(facts).isEmpty();
    } else if (product.keepsDocuments()) {
      assertThat(String.join("\n", facts)).contains("fsync").contains("checkpoint");
    } else {
      assertThat(String.join("\n", facts))
          .containsIgnoringCase("ANALYZE")
          .containsPattern("\\bthings\\b")
          .containsPattern("\\bnotes\\b");
    }
    assertThat(things()).isEqualTo(before);
    thing(9, 9, 0, 0, 0);
    assertThat(things()).hasSize(21);
  }

  @Test
  void canBeClosedAtOnceAndTwice() throws DatabaseException {
    Quiescence quiescence = database.quiesce(List.of(THINGS));
    quiescence.close();
    quiescence.close();
    assertThat(things()).isEmpty();
  }
}
