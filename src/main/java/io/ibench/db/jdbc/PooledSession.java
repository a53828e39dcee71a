package io.ibench.db.jdbc;

import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A session as an application with a pool has it: for each operation a connection is borrowed,
 * statements are prepared on it (the driver keeps those of each connection), and it is given back.
 * A transaction switches autocommit off, and the pool switches it on again.
 */
public final class PooledSession implements Session {

  private static final int VALID_WITHIN_SECONDS = 1;

  private final ConnectionPool pool;
  private final SessionRegister sessions;
  private final JdbcCompiler compiler;
  private final Failures failures;
  private final PooledTransaction transaction = new PooledTransaction();

  /** What has open statements on the connection that is lent now. */
  private final List<Repreparable> used = new ArrayList<>();

  private volatile Connection lent;

  /** The driver's own behind what is lent now, or was lent last. */
  private Connection lastLent;

  private volatile Thread borrower;
  private volatile boolean aborted;

  /**
   * @param sessions where the pool's connections are registered
   * @param compiler without a connection
   */
  public PooledSession(ConnectionPool pool, SessionRegister sessions, JdbcCompiler compiler) {
    this.pool = pool;
    this.sessions = sessions;
    this.compiler = compiler;
    this.failures = compiler.failures;
  }

  @Override
  public boolean isBorrowing() {
    return true;
  }

  @Override
  public void borrow() throws DatabaseException {
    borrower = Thread.currentThread();
    try {
      lent = pool.borrow();
      lastLent = lent.unwrap(Connection.class);
    } catch (SQLException e) {
      giveBack();
      throw failures.of(e);
    } finally {
      borrower = null;
    }
    compiler.lend(lent);
    if (aborted) {
      abort(); // It came while the pool was being waited for.
    }
  }

  /** Borrows unless there is a connection; says whether it did. */
  private boolean borrowIfNeeded() throws DatabaseException {
    if (lent != null) {
      return false;
    }
    borrow();
    return true;
  }

  @Override
  public void giveBack() {
    Connection returned = lent;
    lent = null;
    compiler.takeBack();
    try (returned) {
      for (Repreparable renewable : used) {
        renewable.release();
      }
    } catch (SQLException e) {
      // A connection that is broken: the pool finds out by itself, and replaces it.
      return;
    } finally {
      used.clear();
    }
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    Repreparable prepared = compiler.prepare(command);
    if (command instanceof Command.Select) {
      return new OnLoan(prepared, prepared);
    }
    Prepared whole =
        prepared instanceof BatchInsert batch
            ? new AtomicBatch(batch, compiler, failures)
            : prepared;
    return new AutocommittedPrepared(
        new OnLoan(compiler.around(command, whole), prepared), failures);
  }

  @Override
  public Transaction transaction() {
    return transaction;
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    boolean own = borrowIfNeeded();
    try {
      Cursor cursor = compiler.scan(scan, parameters);
      return own ? new LastingLoan(cursor) : cursor;
    } catch (DatabaseException e) {
      if (own) {
        giveBack();
      }
      throw e;
    }
  }

  /**
   * Whether the pool can give a connection that works. It looks by itself only at those that were
   * idle for a while: one that is lost is removed here, or the next operation would get it.
   */
  @Override
  public void renew() throws DatabaseException {
    borrow();
    try {
      if (!lent.isValid(VALID_WITHIN_SECONDS)) {
        pool.discard(lent);
        throw new DatabaseException(
            FailureKind.CONNECTION_LOST, "the pool's next connection is lost as well");
      }
    } catch (SQLException e) {
      throw failures.of(e);
    } finally {
      giveBack();
    }
  }

  /** The lost one is never lent again: {@link #lost} has seen to it. */
  @Override
  public Aftermath aftermath() {
    return lastLent == null
        ? Aftermath.NONE
        : sessions.aftermath(List.of(lastLent), question -> ask(question));
  }

  private Aftermath.State ask(AdminConnection.Question<Aftermath.State> question)
      throws DatabaseException {
    borrow();
    try {
      return question.ask(lent);
    } catch (SQLException e) {
      throw failures.of(e);
    } finally {
      giveBack();
    }
  }

  /** A connection on which something failed so is not to be lent to anybody else. */
  private DatabaseException lost(DatabaseException failure) {
    boolean loss =
        failure.kind().isConnectionLoss() || failure.kind() == FailureKind.OUTCOME_UNKNOWN;
    if (loss && lent != null) {
      pool.discard(lent);
    }
    return failure;
  }

  @Override
  public void abort() {
    aborted = true;
    Thread waiting = borrower;
    if (waiting != null) {
      waiting.interrupt();
    }
    Connection open = lent;
    if (open != null) {
      Connections.breakOff(open);
    }
  }

  @Override
  public void close() {
    if (lent != null) {
      giveBack();
    }
  }

  /** A command whose statements are prepared anew on the connection that is lent. */
  private final class OnLoan extends ForwardingPrepared {

    private final Repreparable statements;

    OnLoan(Prepared command, Repreparable statements) {
      super(command);
      this.statements = statements;
    }

    @Override
    public int execute() throws DatabaseException {
      boolean own = borrowIfNeeded();
      try {
        if (!used.contains(statements)) {
          used.add(statements);
          statements.prepareForOne();
        }
        return inner.execute();
      } catch (SQLException e) {
        throw lost(failures.of(e));
      } catch (DatabaseException e) {
        throw lost(e);
      } finally {
        if (own) {
          giveBack();
        }
      }
    }
  }

  /** A cursor that gives its connection back. */
  private final class LastingLoan implements Cursor {

    private final Cursor cursor;

    LastingLoan(Cursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public boolean next() throws DatabaseException {
      return cursor.next();
    }

    @Override
    public long getLong(int column) throws DatabaseException {
      return cursor.getLong(column);
    }

    @Override
    public void close() throws DatabaseException {
      try {
        cursor.close();
      } finally {
        giveBack();
      }
    }
  }

  /** Transactions, each within a loan; one of its own where none is under way. */
  private final class PooledTransaction implements Transaction {

    private boolean open;
    private boolean ownLoan;

    @Override
    public Prepared prepare(Command command) throws DatabaseException {
      Repreparable prepared = compiler.prepare(command);
      return new OnLoan(compiler.around(command, prepared), prepared);
    }

    @Override
    public Prepared prepareLast(Command command) throws DatabaseException {
      return new CommittingPrepared(prepare(command), this);
    }

    @Override
    public void begin() throws DatabaseException {
      ownLoan = borrowIfNeeded();
      try {
        lent.setAutoCommit(false);
        open = true;
      } catch (SQLException e) {
        end();
        throw failures.of(e);
      }
    }

    private void end() {
      open = false;
      if (ownLoan) {
        ownLoan = false;
        giveBack();
      } else if (lent != null) {
        commitByItself();
      }
    }

    /** As the pool would before the next borrower; a connection that is lost is found out later. */
    private void commitByItself() {
      try {
        lent.setAutoCommit(true);
      } catch (SQLException e) {
        // The transaction is over, one way or the other, and that is what the caller must hear.
        return;
      }
    }

    @Override
    public void commit() throws DatabaseException {
      try {
        lent.commit();
      } catch (SQLException e) {
        throw lost(failures.ofCommit(e));
      }
      end();
    }

    /** One whose connection was given back is undone already. */
    @Override
    public void rollback() throws DatabaseException {
      if (!open) {
        return;
      }
      try {
        if (lent != null) {
          lent.rollback();
        }
      } catch (SQLException e) {
        throw failures.of(e);
      } finally {
        end();
      }
    }
  }
}
