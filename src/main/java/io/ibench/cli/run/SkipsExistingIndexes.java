package io.ibench.cli.run;

import io.ibench.db.Command;
import io.ibench.db.ConnectionLimit;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.DiagnosticText;
import io.ibench.db.FileDatabase;
import io.ibench.db.Index;
import io.ibench.db.MainCounter;
import io.ibench.db.Maintenance;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import io.ibench.db.WaitStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A database that makes an index only if it does not exist: a process that was killed while it made
 * indexes may have made some of them. Thread-safe.
 */
final class SkipsExistingIndexes implements Database {

  private final Database database;

  private SkipsExistingIndexes(Database database) {
    this.database = database;
  }

  /** The same database for a run that goes on. One of files stays as it is: it has no index. */
  static Database of(Database database) {
    return database instanceof FileDatabase ? database : new SkipsExistingIndexes(database);
  }

  @Override
  public void beforeWrites() {
    database.beforeWrites();
  }

  @Override
  public void createIndex(Table table, Index index) throws DatabaseException {
    createIndexes(table, List.of(index));
  }

  @Override
  public void createIndexes(Table table, List<Index> indexes) throws DatabaseException {
    int without = database.differences(table.with(List.of())).size();
    List<Index> missing = new ArrayList<>();
    for (Index index : indexes) {
      if (database.differences(table.with(List.of(index))).size() != without) {
        missing.add(index);
      }
    }
    if (!missing.isEmpty()) {
      database.createIndexes(table, missing);
    }
  }

  @Override
  public void abort() {
    database.abort();
  }

  @Override
  public Description description() {
    return database.description();
  }

  @Override
  public Session session() throws DatabaseException {
    return database.session();
  }

  @Override
  public Session sessionForWorker() throws DatabaseException {
    return database.sessionForWorker();
  }

  @Override
  public boolean exists(String table) throws DatabaseException {
    return database.exists(table);
  }

  @Override
  public List<String> differences(Table table) throws DatabaseException {
    return database.differences(table);
  }

  @Override
  public void create(Table table) throws DatabaseException {
    database.create(table);
  }

  @Override
  public void execute(String statement) throws DatabaseException {
    database.execute(statement);
  }

  @Override
  public void drop(String table) throws DatabaseException {
    database.drop(table);
  }

  @Override
  public Size size(List<Table> tables) throws DatabaseException {
    return database.size(tables);
  }

  @Override
  public List<ServerCounter> counters() throws DatabaseException {
    return database.counters();
  }

  @Override
  public List<MainCounter> mainCounters() throws DatabaseException {
    return database.mainCounters();
  }

  @Override
  public Optional<WaitStates> waitStates() throws DatabaseException {
    return database.waitStates();
  }

  @Override
  public List<DiagnosticText> diagnostics(List<Table> tables) throws DatabaseException {
    return database.diagnostics(tables);
  }

  @Override
  public List<DiagnosticText> stallDiagnostics(List<Table> tables) throws DatabaseException {
    return database.stallDiagnostics(tables);
  }

  @Override
  public Quiescence quiesce(List<Table> tables) throws DatabaseException {
    return database.quiesce(tables);
  }

  @Override
  public List<String> explain(Command command, List<Long> values) throws DatabaseException {
    return database.explain(command, values);
  }

  @Override
  public OptionalLong maxPreparedStatements() throws DatabaseException {
    return database.maxPreparedStatements();
  }

  @Override
  public List<ConnectionLimit> connectionLimits() throws DatabaseException {
    return database.connectionLimits();
  }

  @Override
  public int connectionsPerSession() {
    return database.connectionsPerSession();
  }

  @Override
  public OptionalLong pooledConnections() {
    return database.pooledConnections();
  }

  @Override
  public boolean keepsData() {
    return database.keepsData();
  }

  @Override
  public boolean hasTransactions() {
    return database.hasTransactions();
  }

  @Override
  public long serverMillis() throws DatabaseException {
    return database.serverMillis();
  }

  @Override
  public OptionalLong serverMicros() throws DatabaseException {
    return database.serverMicros();
  }

  @Override
  public boolean generatesKeys() {
    return database.generatesKeys();
  }

  @Override
  public ServerLocation location() {
    return database.location();
  }

  @Override
  public boolean hasOwnDirectories() {
    return database.hasOwnDirectories();
  }

  @Override
  public List<String> maintain(Maintenance work, List<Table> tables) throws DatabaseException {
    return database.maintain(work, tables);
  }

  @Override
  public void close() throws DatabaseException {
    database.close();
  }
}
