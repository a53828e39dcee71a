package io.ibench.db.jdbc;

import io.ibench.db.Table;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sequences of a database's tables with generated keys. Thread-safe. */
public final class KeySequences {

  private final Map<String, KeySequence> sequences = new ConcurrentHashMap<>();
  private final KeySequence.Advance advance;

  public KeySequences(KeySequence.Advance advance) {
    this.advance = advance;
  }

  public KeySequence of(Table table) {
    return sequences.computeIfAbsent(table.name(), name -> new KeySequence(table, advance));
  }

  /** Call it when a table is created or dropped: it then has another sequence. */
  public void forget(String table) {
    sequences.remove(table);
  }
}
