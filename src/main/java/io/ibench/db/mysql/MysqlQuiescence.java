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
 * Brings tables of MariaDB or MySQL to rest: fresh statistics of each, InnoDB's dirty pages written
 * by lowering what it may keep of them, MyRocks' memtables flushed and compactions waited for.
 */
final class MysqlQuiescence implements Quiescence {

  private static final int MOST_ANALYSES_AT_ONCE = 8;

  /** In an order in which the low-water mark is never above the limit; backwards as well. */
  private static final List<Wanted> FLUSHING =
      List.of(
          new Wanted("innodb_max_dirty_pages_pct_lwm", 1),
          new Wanted("innodb_max_dirty_pages_pct", 1),
          new Wanted("innodb_idle_flush_pct", 100));

  private static final List<String> FLUSH = List.of("rocksdb_force_flush_memtable_now");

  /** MariaDB has the second only. */
  private static final List<String> COMPACT =
      List.of("rocksdb_compact_lzero_now", "rocksdb_force_flush_memtable_and_lzero_now");

  /** What counts compactions that are not over, the best first; MariaDB has the second only. */
  private static final Map<String, String> COMPACTIONS =
      Map.of(
          "ROCKSDB_ACTIVE_COMPACTION_STATS",
          "SELECT COUNT(*) FROM information_schema.rocksdb_active_compaction_stats",
          "ROCKSDB_CFSTATS",
          "SELECT COUNT(*) FROM information_schema.rocksdb_cfstats WHERE value > 0"
              + " AND stat_type IN ('MEM_TABLE_FLUSH_PENDING', 'COMPACTION_PENDING')");

  private final MysqlTarget target;
  private final BackgroundTasks chores;
  private final TemporaryServerVariables settings;
  private final Deque<Runnable> stages = new ArrayDeque<>();
  private final List<String> facts = new ArrayList<>();
  private Optional<String> compactions = Optional.empty();

  private MysqlQuiescence(MysqlTarget target) {
    this.target = target;
    settings = new TemporaryServerVariables(target.link()::connect, target.failures());
    chores =
        new BackgroundTasks(
            target.link()::connect,
            Connections::breakOff,
            target.failures(),
            MOST_ANALYSES_AT_ONCE);
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
      settings.change(FLUSHING);
    } else if (target.storage().isRocksdb()) {
      compactions = counting();
      if (compactions.isEmpty()) {
        facts.add("the server does not list its compactions: they are not waited for");
      }
      stages.add(() -> chores.start("flush", connection -> trigger(connection, FLUSH)));
      stages.add(() -> chores.start("compact", connection -> trigger(connection, COMPACT)));
    }
    for (Table table : tables) {
      String statement = "ANALYZE TABLE " + table.name();
      chores.start(statement, connection -> analyze(connection, statement));
    }
  }

  private Optional<String> counting() throws DatabaseException {
    List<String> views = new ArrayList<>();
    try (Connection connection = target.link().connect();
        var statement = connection.createStatement();
        var results =
            statement.executeQuery(
                "SELECT UPPER(table_name) FROM information_schema.tables WHERE table_schema ="
                    + " 'information_schema' AND UPPER(table_name) LIKE 'ROCKSDB%' ORDER BY 1")) {
      while (results.next()) {
        views.add(results.getString(1));
      }
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
    return views.stream().filter(COMPACTIONS::containsKey).map(COMPACTIONS::get).findFirst();
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

  /** Sets one of these variables, which makes the server do something and comes back when done. */
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
    while (chores.areOver()) {
      if (stages.isEmpty()) {
        return compactions.isEmpty() || count(compactions.get()) == 0;
      }
      stages.removeFirst().run();
    }
    return false;
  }

  private long count(String question) throws DatabaseException {
    try (Connection connection = target.link().connect();
        var statement = connection.createStatement();
        var results = statement.executeQuery(question)) {
      results.next();
      return results.getLong(1);
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  @Override
  public List<String> facts() {
    List<String> lines = new ArrayList<>(facts);
    lines.addAll(chores.facts());
    lines.addAll(settings.facts());
    return lines;
  }

  /** An interrupt must not keep settings from being restored: some connections end by it. */
  @Override
  public void close() throws DatabaseException {
    boolean interrupted = Thread.interrupted();
    try {
      chores.close();
      settings.restore();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
