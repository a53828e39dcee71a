package io.ibench.db.jdbc;

import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A session that works like an application with a pool: for each operation it borrows a connection,
 * prepares statements on it (the driver caches those of each connection), and gives it back. A
 * transaction switches autocommit off; the pool switches it on again. Confined to the worker's
 * thread, except {@link #abort}.
 */
public final class PooledSession implements Session {

  /** A server with much work may need more than a second; more connections would not help it. */
  private static final int VALID_WITHIN_SECONDS = 5;

  private final ConnectionPool pool;
  private final SessionRegister sessions;
  private final JdbcCompiler compiler;
  private final Failures failures;
  private final PooledTransaction transaction = new PooledTransaction();

  /** Commands with open statements on the borrowed connection. */
  private final List<Repreparable> used = new ArrayList<>();

  private volatile @Nullable Connection lent;

  /** Since the last {@link #renew} the server has refused a write because it is read-only. */
  private boolean readOnly;

  /** The driver's own connection inside the last borrowed one. */
  private @Nullable Connection lastLent;

  /** The thread while it waits for the pool, unless it was interrupted. */
  private final AtomicReference<Thread> borrower = new AtomicReference<>();

  /**
   * @param sessions registers the pool's connections
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
    borrower.set(Thread.currentThread());
    try {
      lent = pool.borrow();
      lastLent = lent.unwrap(Connection.class);
    } catch (SQLException e) {
      giveBack();
      throw failures.of(e);
    } finally {
      endWait();
    }
    compiler.lend(lent);
  }

  /** The interrupt of {@link #abort} is for the wait alone. */
  private void endWait() {
    if (borrower.getAndSet(null) == null) {
      while (!Thread.interrupted()) {
        Thread.onSpinWait(); // It comes in a moment.
      }
    }
  }

  /** Borrows a connection unless there is one; returns whether it did. */
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
      for (Repreparable command : used) {
        command.release();
      }
    } catch (SQLException e) {
      // The connection is broken: the pool notices and replaces it.
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
    Prepared around = compiler.around(command, AtomicBatch.of(prepared, compiler));
    return new ForwardingPrepared.Autocommitted(new OnLoan(around, prepared), failures);
  }

  /** A transaction that the user's statement begins could outlive the loan. */
  @Override
  public NativePrepared prepare(Native statement) throws DatabaseException {
    throw DatabaseException.invalidSetting(
        "the user's own statements need a connection for each thread; allowed: session = worker");
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
      return own ? new BorrowingCursor(cursor) : cursor;
    } catch (DatabaseException e) {
      if (own) {
        giveBack();
      }
      throw e;
    }
  }

  /**
   * Checks that the pool has a working connection. The pool itself checks only connections that
   * were idle for a while: a lost one is removed here, or the next operation would get it. So is
   * one after a failure of kind READ_ONLY: a new one may reach another server.
   */
  @Override
  public void renew() throws DatabaseException {
    if (lent != null) {
      giveBack(); // Which ends an open transaction.
    }
    borrow();
    try {
      if (readOnly) {
        readOnly = false;
        pool.discard(Objects.requireNonNull(lent));
      } else if (!Objects.requireNonNull(lent).isValid(VALID_WITHIN_SECONDS)) {
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

  /** {@link #lost} has removed the lost connection from the pool. */
  @Override
  public Aftermath aftermath() {
    return lastLent == null
        ? Aftermath.NONE
        : sessions.aftermath(List.of(lastLent), question -> ask(question));
  }

  private Aftermath.State ask(Administration.Question<Aftermath.State> question)
      throws SQLException, DatabaseException {
    borrow();
    try {
      return question.ask(Objects.requireNonNull(lent));
    } finally {
      giveBack();
    }
  }

  /** Removes the borrowed connection from the pool if the failure means that it is lost. */
  private DatabaseException lost(DatabaseException failure) {
    boolean loss =
        failure.kind().isConnectionLoss() || failure.kind() == FailureKind.OUTCOME_UNKNOWN;
    if (loss && lent != null) {
      pool.discard(lent);
    }
    readOnly |= failure.kind() == FailureKind.READ_ONLY;
    return failure;
  }

  @Override
  public void abort() {
    Thread waiting = borrower.getAndSet(null);
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

  /** A command that is prepared again on each borrowed connection. */
  private final class OnLoan extends ForwardingPrepared {

    private final @Nullable Repreparable statements;

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
          Objects.requireNonNull(statements).prepareForOne();
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

  /** A cursor that returns its connection when it is closed. */
  private final class BorrowingCursor extends ForwardingCursor {

    BorrowingCursor(Cursor cursor) {
      super(cursor);
    }

    @Override
    protected void closed() {
      giveBack();
    }
  }

  /** Transactions on the borrowed connection; without one, a transaction borrows its own. */
  private final class PooledTransaction implements Transaction {

    private boolean open;
    private boolean ownLoan;

    /** Null unless statements of their own begin and end the open transaction. */
    private @Nullable TransactionStatements statements;

    @Override
    public Prepared prepare(Command command) throws DatabaseException {
      Repreparable prepared = compiler.prepare(command);
      return new OnLoan(compiler.around(command, prepared), prepared);
    }

    @Override
    public Prepared prepareLast(Command command) throws DatabaseException {
      return new ForwardingPrepared.Committing(prepare(command), this);
    }

    @Override
    public void begin() throws DatabaseException {
      ownLoan = borrowIfNeeded();
      try {
        Objects.requireNonNull(lent).setAutoCommit(false);
        open = true;
      } catch (SQLException e) {
        end();
        throw failures.of(e);
      }
    }

    @Override
    public void begin(Begin how) throws DatabaseException {
      if (!how.isTrip()) {
        begin();
        return;
      }
      ownLoan = borrowIfNeeded();
      try {
        statements = new TransactionStatements(Objects.requireNonNull(lent));
        statements.begin();
        open = true;
      } catch (SQLException e) {
        end();
        throw failures.of(e);
      }
    }

    private void end() {
      open = false;
      boolean switched = statements == null;
      statements = null;
      if (ownLoan) {
        ownLoan = false;
        giveBack();
      } else if (lent != null && switched) {
        switchAutocommitOn();
      }
    }

    /** As the pool does before the next borrower. */
    private void switchAutocommitOn() {
      try {
        Objects.requireNonNull(lent).setAutoCommit(true);
      } catch (SQLException e) {
        // The transaction has ended, which the caller must learn; the next statement finds a loss.
        return;
      }
    }

    @Override
    public void commit() throws DatabaseException {
      try {
        if (statements == null) {
          Objects.requireNonNull(lent).commit();
        } else {
          statements.commit();
        }
      } catch (SQLException e) {
        throw lost(failures.ofCommit(e));
      }
      end();
    }

    /** A transaction whose connection was given back is rolled back already. */
    @Override
    public void rollback() throws DatabaseException {
      if (!open) {
        return;
      }
      try {
        if (lent != null && statements == null) {
          lent.rollback();
        } else if (lent != null) {
          Objects.requireNonNull(statements).rollback();
        }
      } catch (SQLException e) {
        throw failures.of(e);
      } finally {
        end();
      }
    }
  }
}
