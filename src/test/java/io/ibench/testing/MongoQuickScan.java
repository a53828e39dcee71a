package io.ibench.testing;

import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Map;

/**
 * Collections that look at every document for most reads, and see at a glance that a key is out of
 * a range, or a number another one. Of all other documents and conditions their base class judges,
 * which takes fifty times as long.
 */
final class MongoQuickScan extends MemoryDatabase {

  MongoQuickScan(String name, CursorRegistry cursors) {
    super(name, cursors);
  }

  @Override
  protected MemoryCollection openOrCreateCollection(String name, CollectionOptions options) {
    return new MemoryCollection(this, name, options, cursorRegistry) {
      @Override
      protected boolean documentMatchesQuery(Document document, Document query) {
        return !isSeenToDiffer(document, query) && super.documentMatchesQuery(document, query);
      }
    };
  }

  /** Whether it is certain that a document is not meant. */
  private static boolean isSeenToDiffer(Document document, Document query) {
    for (Map.Entry<String, Object> condition : query.entrySet()) {
      Object actual = document.get(condition.getKey());
      Object expected = condition.getValue();
      if (actual instanceof BinData key && expected instanceof Document range) {
        if (isOutOf(range, key)) {
          return true;
        }
      } else if (isWhole(actual) && isWhole(expected)) {
        if (((Number) actual).longValue() != ((Number) expected).longValue()) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isWhole(Object value) {
    return value instanceof Long || value instanceof Integer;
  }

  private static boolean isOutOf(Document range, BinData key) {
    for (Map.Entry<String, Object> bound : range.entrySet()) {
      if (bound.getValue() instanceof BinData limit) {
        boolean out =
            switch (bound.getKey()) {
              case "$gt" -> key.compareTo(limit) <= 0;
              case "$gte" -> key.compareTo(limit) < 0;
              case "$lt" -> key.compareTo(limit) >= 0;
              case "$lte" -> key.compareTo(limit) > 0;
              default -> false;
            };
        if (out) {
          return true;
        }
      }
    }
    return false;
  }
}
