package io.ibench.db.mongo;

import io.ibench.db.MainCounter;
import io.ibench.db.ServerCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Counters from serverStatus, as far as the product and version have them. Stateless. */
final class MongodbCounters {

  static final List<MainCounter> MAIN =
      MainCounter.list(
          """
          + wiredTiger.cache.pages_read_into_cache pages that operations read into the cache
          + wiredTiger.cache.bytes_read_into_cache bytes that operations read into the cache
          + wiredTiger.cache.bytes_written_from_cache bytes written from the cache
          = wiredTiger.cache.bytes_currently_in_the_cache bytes in the cache
          = wiredTiger.cache.tracked_dirty_bytes_in_the_cache bytes in the cache that are changed and not yet written
          + wiredTiger.cache.unmodified_pages_evicted unchanged pages removed from the cache
          + wiredTiger.cache.modified_pages_evicted changed pages removed from the cache
          + wiredTiger.cache.pages_evicted_by_application_threads pages that operations had to evict by themselves
          + wiredTiger.block-manager.bytes_read bytes read from files
          + wiredTiger.block-manager.bytes_written bytes written to files
          + wiredTiger.log.log_bytes_written bytes written to the journal
          + wiredTiger.log.log_sync_operations syncs of the journal
          + wiredTiger.transaction.transaction_checkpoints checkpoints
          + wiredTiger.transaction.transactions_committed transactions that committed
          + wiredTiger.transaction.transactions_rolled_back transactions that rolled back
          + metrics.operation.writeConflicts writes that met another one and began anew
          + metrics.operation.scanAndOrder queries that sorted without an index
          + opLatencies.reads.latency microseconds in reads
          + opLatencies.writes.latency microseconds in writes
          + network.bytesOut bytes sent
          """);

  /** A section whose numbers all count up. */
  private static final List<List<String>> WHOLE =
      List.of(
          List.of("opcounters"),
          List.of("opLatencies", "reads"),
          List.of("opLatencies", "writes"),
          List.of("opLatencies", "commands"),
          List.of("opLatencies", "transactions"),
          List.of("metrics", "document"),
          List.of("metrics", "operation"));

  private static final Map<List<String>, List<String>> RISING =
      Map.of(
          List.of("wiredTiger", "cache"),
          List.of(
              "bytes read into cache",
              "bytes written from cache",
              "pages read into cache",
              "pages written from cache",
              "unmodified pages evicted",
              "modified pages evicted",
              "modified pages evicted by application threads",
              "pages evicted by application threads"),
          List.of("wiredTiger", "block-manager"),
          List.of("blocks read", "blocks written", "bytes read", "bytes written"),
          List.of("wiredTiger", "log"),
          List.of("log bytes written", "log sync operations"),
          List.of("wiredTiger", "transaction"),
          List.of("transaction checkpoints", "transactions committed", "transactions rolled back"),
          List.of("wiredTiger", "checkpoint"),
          List.of("total succeed number of checkpoints"),
          List.of("transactions"),
          List.of("totalStarted", "totalCommitted", "totalAborted"),
          List.of("connections"),
          List.of("totalCreated"),
          List.of("network"),
          List.of("bytesIn", "bytesOut", "numRequests"));

  private static final Map<List<String>, List<String>> LEVELS =
      Map.of(
          List.of("wiredTiger", "cache"),
          List.of(
              "bytes currently in the cache",
              "tracked dirty bytes in the cache",
              "maximum bytes configured"),
          List.of("connections"),
          List.of("current"),
          List.of("transactions"),
          List.of("currentOpen"));

  private final BsonDocument status;
  private final List<ServerCounter> counters = new ArrayList<>();

  private MongodbCounters(BsonDocument status) {
    this.status = status;
  }

  /** Sorted by name. */
  static List<ServerCounter> of(BsonDocument status) {
    MongodbCounters found = new MongodbCounters(status);
    for (List<String> section : WHOLE) {
      Bson.document(status, section.toArray(String[]::new))
          .ifPresent(figures -> found.add(section, List.copyOf(figures.keySet()), true));
    }
    RISING.forEach((section, names) -> found.add(section, names, true));
    LEVELS.forEach((section, names) -> found.add(section, names, false));
    found.counters.sort((a, b) -> a.name().compareTo(b.name()));
    return List.copyOf(found.counters);
  }

  private void add(List<String> section, List<String> names, boolean rising) {
    BsonDocument figures =
        Bson.document(status, section.toArray(String[]::new)).orElseGet(BsonDocument::new);
    for (String name : names) {
      BsonValue value = figures.get(name);
      if (value != null && value.isNumber()) {
        counters.add(
            new ServerCounter(
                String.join(".", section) + "." + name.replace(' ', '_'),
                value.asNumber().longValue(),
                rising));
      }
    }
  }
}
