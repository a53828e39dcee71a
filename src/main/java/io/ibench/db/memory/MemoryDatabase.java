package io.ibench.db.memory;

import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Tables by name, with one lock: transactions run one after the other. Thread-safe. */
public final class MemoryDatabase implements Database {

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, MemoryTable> tables = new HashMap<>();
  private final LongSupplier serverMicros;

  /** A database with this machine's clock. */
  public MemoryDatabase() {
    this(() -> ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
  }

  /**
   * A database with a clock of its own, for simulations of several clients.
   *
   * @param serverMicros microseconds since 1970 UTC; thread-safe
   */
  public MemoryDatabase(LongSupplier serverMicros) {
    this.serverMicros = serverMicros;
  }

  /** Held by every read and change of a table, and during a transaction. */
  ReentrantLock lock() {
    return lock;
  }

  /** Call with the lock held. */
  MemoryTable table(Table table) throws DatabaseException {
    MemoryTable found = tables.get(table.name());
    if (found == null) {
      throw new DatabaseException(FailureKind.NOT_FOUND, "no table " + table.name());
    }
    return found;
  }

  @Override
  public Description description() {
    return new Description(
        "memory",
        "ibench memory",
        "1",
        "java.util.TreeMap",
        "none",
        "row by row",
        "none: nothing is kept",
        "serializable (one lock)");
  }

  @Override
  public Session session() {
    return new MemorySession(this);
  }

  @Override
  public boolean exists(String table) {
    lock.lock();
    try {
      return tables.containsKey(table);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<String> differences(Table table) throws DatabaseException {
    lock.lock();
    try {
      return table(table).found().differences(table, MemoryTable::holds);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void create(Table table) throws DatabaseException {
    table.requireOnePiece("memory");
    lock.lock();
    try {
      if (tables.putIfAbsent(table.name(), new MemoryTable(table)) != null) {
        throw new DatabaseException(FailureKind.FATAL, "table " + table.name() + " exists already");
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    lock.lock();
    try {
      table(table).createIndex(index);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void drop(String table) throws DatabaseException {
    lock.lock();
    try {
      if (tables.remove(table) == null) {
        throw new DatabaseException(FailureKind.NOT_FOUND, "no table " + table);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Size size(List<Table> tablesAsked) {
    return Size.unknown("tables on the heap have no size on disk");
  }

  @Override
  public List<String> explain(Command command, List<Long> values) throws DatabaseException {
    command.checkValues(values);
    lock.lock();
    try {
      return MemoryExplainer.lines(command, table(command.table()));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public OptionalLong serverMicros() {
    return OptionalLong.of(serverMicros.getAsLong());
  }

  @Override
  public ServerLocation location() {
    return ServerLocation.embedded(List.of());
  }

  @Override
  public void close() {
    tables.clear();
  }
}
