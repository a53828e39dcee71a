package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.MainCounter;
import io.ibench.db.ServerCounter;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;

class MongodbCountersTest {

  @Test
  void takesWhatCountsUpAndWhatIsALevel() {
    List<ServerCounter> counters = MongodbCounters.of(Recorded.answer("serverStatus-6.0"));
    assertThat(counters)
        .contains(
            ServerCounter.rising("wiredTiger.cache.bytes_read_into_cache", 910_000),
            ServerCounter.rising("wiredTiger.block-manager.bytes_written", 3_000_000_000L),
            ServerCounter.rising("wiredTiger.log.log_bytes_written", 777_000),
            ServerCounter.rising("wiredTiger.transaction.transaction_checkpoints", 60),
            ServerCounter.rising("opcounters.insert", 1000),
            ServerCounter.rising("opLatencies.writes.latency", 83_000),
            ServerCounter.rising("metrics.document.returned", 480),
            ServerCounter.rising("metrics.operation.writeConflicts", 4),
            ServerCounter.rising("transactions.totalAborted", 3),
            ServerCounter.level("connections.current", 12),
            ServerCounter.level("wiredTiger.cache.bytes_currently_in_the_cache", 7_340_032));
    assertThat(counters).extracting(ServerCounter::name).isSorted().doesNotHaveDuplicates();
    assertThat(counters).extracting(ServerCounter::name).doesNotContain("opcounters.deprecated");
  }

  @Test
  void theMainOnesAreAmongThoseThatItLooksFor() {
    BsonDocument status = new BsonDocument();
    for (MainCounter one : MongodbCounters.MAIN) {
      BsonDocument at = status;
      String[] path = one.name().split("\\.");
      for (String section : List.of(path).subList(0, path.length - 1)) {
        at.computeIfAbsent(section, key -> new BsonDocument());
        at = at.getDocument(section);
      }
      at.put(path[path.length - 1].replace('_', ' '), new BsonInt64(1));
    }
    assertThat(MongodbCounters.MAIN).hasSize(20);
    assertThat(MongodbCounters.of(status))
        .extracting(counter -> counter.name() + counter.rising())
        .containsExactlyInAnyOrderElementsOf(
            MongodbCounters.MAIN.stream().map(one -> one.name() + one.rising()).toList());
  }

  @Test
  void leavesOutWhatAVersionDoesNotHave() {
    List<ServerCounter> counters = MongodbCounters.of(Recorded.answer("serverStatus-8.0"));
    assertThat(counters)
        .contains(
            ServerCounter.rising("wiredTiger.checkpoint.total_succeed_number_of_checkpoints", 6));
    assertThat(counters).extracting(ServerCounter::name).noneMatch(name -> name.contains("log"));
    assertThat(MongodbCounters.of(new BsonDocument())).isEmpty();
  }
}
