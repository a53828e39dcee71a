package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerCountersContractTest extends DatabaseContract {

  /** The tests' servers for MongoDB count nothing, or not the right things. */
  private boolean counts() {
    return product == Product.SQLITE || product.isServer();
  }

  private static List<String> names(List<ServerCounter> counters) {
    return counters.stream().map(ServerCounter::name).toList();
  }

  @Test
  void namesAreUniqueAndTheSameAtEveryCall() throws DatabaseException {
    List<String> names = names(database.counters());
    thing(1, 1, 0, 1, 0);
    things();
    assertThat(names(database.counters())).isEqualTo(names);
    assertThat(names).doesNotHaveDuplicates();
    if (counts()) {
      assertThat(names).isNotEmpty().allMatch(name -> name.equals(name.toLowerCase(Locale.ROOT)));
    }
  }

  @Test
  void whatRisesNeverFallsAndSomethingRisesWhenRowsAreInserted() throws DatabaseException {
    Map<String, Long> former = new LinkedHashMap<>();
    database.counters().forEach(counter -> former.put(counter.name(), counter.value()));
    Map<String, Long> first = Map.copyOf(former);
    for (long round = 0; round < 5; round++) {
      for (long id = 1; id <= 20; id++) {
        thing(round, id, 0, id, 0);
      }
      assertThat(things()).isNotEmpty();
      for (ServerCounter counter : database.counters()) {
        Long before = former.put(counter.name(), counter.value());
        if (counter.rising()) {
          assertThat(counter.value()).as(counter.name()).isGreaterThanOrEqualTo(before);
        }
      }
    }
    if (counts()) {
      assertThat(database.counters())
          .anySatisfy(
              counter -> {
                assertThat(counter.rising()).isTrue();
                assertThat(counter.value()).isGreaterThan(first.get(counter.name()));
              });
    }
  }
}
