package io.ibench.db.mysql;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Quiescence;
import io.ibench.db.Table;
import io.ibench.db.jdbc.BackgroundTasks;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.mysql.TemporaryServerVariables.Wanted;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Completes background work of MariaDB or MySQL: analyzes each table, makes InnoDB write its dirty
 * pages by lowering their limits, flushes MyRocks' memtables and waits for its compactions.
 * Confined to the caller's thread.
 */
final class MysqlQuiescence implements Quiescence {

  private static final int MAX_PARALLEL_ANALYSES = 8;

  /** In this order, and backwards, the low-water mark is never above the limit. */
  private static final List<Wanted> FLUSHING =
      List.of(
          new Wanted("innodb_max_dirty_pages_pct_lwm", 1),
          new Wanted("innodb_max_dirty_pages_pct", 1),
          new Wanted("innodb_idle_flush_pct", 100));

  private static final List<String> FLUSH = List.of("rocksdb_force_flush_memtable_now");

  /** MariaDB has only the second one. */
  private static final List<String> COMPACT =
      List.of("rocksdb_compact_lzero_now", "rocksdb_force_flush_memtable_and_lzero_now");

  /** Queries for the number of running compactions, by view; MariaDB has only the second one. */
  private static final Map<String, String> COMPACTIONS =
      Map.of(
          "ROCKSDB_ACTIVE_COMPACTION_STATS",
          "SELECT COUNT(*) FROM information_schema.rocksdb_active_compaction_stats",
          "ROCKSDB_CFSTATS",
          "SELECT COUNT(*) FROM information_schema.rocksdb_cfstats WHERE value > 0"
              + " AND stat_type IN ('MEM_TABLE_FLUSH_PENDING', 'COMPACTION_PENDING')");

  private final MysqlTarget target;
  private final BackgroundTasks tasks;
  private final TemporaryServerVariables variables;
  private final Deque<Runnable> stages = new ArrayDeque<>();
  private final List<String> facts = new ArrayList<>();
  private Optional<String> compactions = Optional.empty();

  private MysqlQuiescence(MysqlTarget target) {
    this.target = target;
    variables = new TemporaryServerVariables(target.settings()::connect, target.failures());
    tasks =
        new BackgroundTasks(
            target.settings()::connect,
            Connections::breakOff,
            target.failures(),
            MAX_PARALLEL_ANALYSES);
  }

  static Quiescence begin(MysqlTarget target, List<Table> tables) throws DatabaseException {
    MysqlQuiescence quiescence = new MysqlQuiescence(target);
    boolean begun = false;
    try {
      quiescence.begin(tables);
      begun = true;
      return quiescence;
    } finally {
      if (!begun) {
        quiescence.close();
      }
    }
  }

  private void begin(List<Table> tables) throws DatabaseException {
    if (target.storage().isInnodb()) {
      variables.change(FLUSHING);
    } else if (target.storage().isRocksdb()) {
      compactions = compactionsQuery();
      if (compactions.isEmpty()) {
        facts.add("the server does not list its compactions: they are not waited for");
      }
      stages.add(() -> tasks.start("flush", connection -> trigger(connection, FLUSH)));
      stages.add(() -> tasks.start("compact", connection -> trigger(connection, COMPACT)));
    }
    for (Table table : tables) {
      String statement = "ANALYZE TABLE " + table.name();
      tasks.start(statement, connection -> analyze(connection, statement));
    }
  }

  private Optional<String> compactionsQuery() throws DatabaseException {
    return ask(
            "SELECT UPPER(table_name) FROM information_schema.tables WHERE table_schema ="
                + " 'information_schema' AND UPPER(table_name) LIKE 'ROCKSDB%' ORDER BY 1")
        .stream()
        .filter(COMPACTIONS::containsKey)
        .map(COMPACTIONS::get)
        .findFirst();
  }

  private List<String> ask(String question) throws DatabaseException {
    try (Connection connection = target.settings().connect()) {
      return Connections.column(connection, question);
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  private static String analyze(Connection connection, String text) throws SQLException {
    List<String> messages = new ArrayList<>();
    try (var statement = connection.createStatement();
        var results = statement.executeQuery(text)) {
      while (results.next()) {
        messages.add(results.getString("Msg_text"));
      }
    }
    return text + ": " + String.join("; ", messages);
  }

  /** Sets one of these variables: the server does the work and then returns. */
  private String trigger(Connection connection, List<String> names) throws SQLException {
    Map<String, String> present = TemporaryServerVariables.values(connection, names);
    Optional<String> known = names.stream().filter(present::containsKey).findFirst();
    if (known.isEmpty()) {
      return "the server has no " + String.join(" or ", names);
    }
    try (var statement = connection.createStatement()) {
      statement.execute("SET GLOBAL " + known.get() + " = 1");
      return known.get() + " done";
    } catch (SQLException e) {
      DatabaseException failure = target.failures().of(e);
      if (failure.kind() != FailureKind.DENIED) {
        throw e;
      }
      return TemporaryServerVariables.refusal(known.get(), failure);
    }
  }

  @Override
  public boolean isSettled() throws DatabaseException {
    while (tasks.isSettled()) {
      if (stages.isEmpty()) {
        return compactions.isEmpty() || ask(compactions.get()).get(0).equals("0");
      }
      stages.removeFirst().run();
    }
    return false;
  }

  @Override
  public List<String> facts() {
    List<String> lines = new ArrayList<>(facts);
    lines.addAll(tasks.facts());
    lines.addAll(variables.facts());
    return lines;
  }

  /** Restores variables also after an interrupt, which would end some connections. */
  @Override
  public void close() throws DatabaseException {
    boolean interrupted = Thread.interrupted();
    try {
      tasks.close();
      variables.restore();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
