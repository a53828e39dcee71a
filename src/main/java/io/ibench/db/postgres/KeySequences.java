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

  /** Call it when a table is created or dropped: it then has another sequence. */
  void forget(String table) {
    sequences.remove(table);
  }
}
