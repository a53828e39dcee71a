package io.ibench.contract;

import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The sessions, tables and threads of one rule, which end with it. Confined to the rule's thread,
 * except {@link #abort} and {@link #session}.
 */
final class Workspace implements AutoCloseable {

  private final Database database;
  private final Adapter adapter;
  private final List<Session> sessions = new CopyOnWriteArrayList<>();
  private final Set<Table> created = new LinkedHashSet<>();
  private final List<String> dropStatements = new ArrayList<>();
  private volatile boolean aborted;

  /**
   * Creates nothing yet.
   *
   * @param adapter the database's
   */
  Workspace(Database database, Adapter adapter) {
    this.database = database;
    this.adapter = adapter;
  }

  Database database() {
    return database;
  }

  Adapter adapter() {
    return adapter;
  }

  /** Creates a table of the rules, without its indexes. */
  void create(Table table) throws DatabaseException {
    if (!Tables.ALL.contains(table) && Tables.ALL.stream().noneMatch(any -> sameName(any, table))) {
      throw new IllegalArgumentException(table.name() + " is no table of the rules");
    }
    boolean existed = database.exists(table.name());
    database.create(table);
    if (!existed) {
      created.add(table);
    }
  }

  /**
   * Executes a statement of the product's own language, which creates a table of the rules.
   *
   * @param drop the statement that drops it: its name may be another one for {@link Database#drop}
   */
  void create(String statement, String drop) throws DatabaseException {
    database.execute(statement);
    dropStatements.add(drop);
  }

  private static boolean sameName(Table one, Table other) {
    return one.name().equals(other.name());
  }

  void drop(Table table) throws DatabaseException {
    database.drop(table.name());
    created.removeIf(any -> sameName(any, table));
  }

  /** Opens a session as workers have it; closed with this object at the latest. */
  Session session() throws DatabaseException {
    return added(database.sessionForWorker());
  }

  /** Opens a session that has its own connection, as scripts need it; closed likewise. */
  Session ownSession() throws DatabaseException {
    return added(database.session());
  }

  private Session added(Session session) {
    sessions.add(session);
    if (aborted) {
      session.abort();
    }
    return session;
  }

  /** Closes a session before the rule ends. */
  void close(Session session) throws DatabaseException {
    sessions.remove(session);
    session.close();
  }

  /** Calls it on another thread, because it may have to wait for this one. */
  static <T> FutureTask<T> elsewhere(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "ibench-rule-elsewhere");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** The result of another thread, which ends when the rule is aborted. */
  static <T> T result(FutureTask<T> task) throws DatabaseException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (InterruptedException e) {
      throw ended(e);
    }
  }

  private static DatabaseException failure(ExecutionException e) {
    if (e.getCause() instanceof DatabaseException failure) {
      return failure;
    }
    if (e.getCause() instanceof RuntimeException failure) {
      throw failure;
    }
    throw new IllegalStateException(e.getCause());
  }

  /** Waits until another thread ends, with a result or a failure. */
  static void end(FutureTask<?> task) throws DatabaseException {
    try {
      task.get();
    } catch (ExecutionException e) {
      return;
    } catch (InterruptedException e) {
      throw ended(e);
    }
  }

  static void await(CountDownLatch latch) throws DatabaseException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw ended(e);
    }
  }

  private static DatabaseException ended(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new DatabaseException(FailureKind.CONNECTION_LOST, "the rule was ended", e);
  }

  /** Whether another thread ends within this time. */
  static boolean endsWithin(FutureTask<?> task, long millis) {
    try {
      task.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Interrupts all sessions of the rule, and those that it opens later. */
  void abort() {
    aborted = true;
    sessions.forEach(Session::abort);
  }

  /** Closes all sessions and drops all tables; the first failure is thrown at the end. */
  @Override
  public void close() throws DatabaseException {
    List<Exception> failures = new ArrayList<>();
    for (Session session : sessions) {
      attempt(() -> close(session), failures);
    }
    for (Table table : List.copyOf(created)) {
      attempt(() -> drop(table), failures);
    }
    for (String drop : dropStatements) {
      attempt(() -> database.execute(drop), failures);
    }
    if (!failures.isEmpty()) {
      Exception first = failures.get(0);
      failures.subList(1, failures.size()).forEach(first::addSuppressed);
      throw first instanceof DatabaseException failure
          ? failure
          : new DatabaseException(FailureKind.FATAL, first.toString(), first);
    }
  }

  private static void attempt(Expect.Call call, List<Exception> failures) {
    try {
      call.run();
    } catch (DatabaseException | RuntimeException e) {
      failures.add(e);
    }
  }
}
