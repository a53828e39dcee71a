package io.ibench.db.mongo;

import io.ibench.db.ServerCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Counters from serverStatus, as far as the product and version have them. Stateless. */
final class MongodbCounters {

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
