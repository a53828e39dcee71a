package io.ibench.db.postgres;

import io.ibench.db.Table;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sequences of a database's tables with generated keys. Thread-safe. */
final class KeySequences {

  private final Map<String, KeySequence> sequences = new ConcurrentHashMap<>();

  KeySequence of(Table table) {
    return sequences.computeIfAbsent(table.name(), name -> new KeySequence(table));
  }

  /** A table was made or dropped: its sequence is another one. */
  void forget(String table) {
    sequences.remove(table);
  }
}
