package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.Native.Control;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The statements in the product's own language of one session, and the transaction that they have
 * begun. Its connection commits by itself; a transaction is begun and ended by statements, as the
 * user writes them. Confined to the session's thread.
 */
public class Natives {

  private final Failures failures;
  private final List<NativeStatement> prepared = new ArrayList<>();
  private List<String> setup = List.of();
  private Connection connection;
  private boolean open;

  public Natives(Connection connection, Failures failures) {
    this.connection = connection;
    this.failures = failures;
  }

  /** Prepares a statement. */
  public final NativeStatement prepare(Native statement) throws DatabaseException {
    NativeStatement made = create(statement);
    try {
      made.prepare();
    } catch (SQLException e) {
      throw failures.of(e);
    }
    prepared.add(made);
    return made;
  }

  /** See {@link io.ibench.db.Session#onConnect}. */
  public final void onConnect(List<String> statements) throws DatabaseException {
    setup = List.copyOf(statements);
    setUp();
  }

  private void setUp() throws DatabaseException {
    try {
      for (String text : setup) {
        run(text);
      }
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** Prepares all statements again, on this connection. The former transaction is gone. */
  public final void renew(Connection replacement) throws DatabaseException {
    connection = replacement;
    open = false;
    release();
    setUp();
    try {
      for (NativeStatement each : prepared) {
        each.prepare();
      }
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** See {@link io.ibench.db.Session#rollbackNative}. */
  public final void rollback() throws DatabaseException {
    if (!open) {
      return;
    }
    open = false;
    try {
      rollBack();
    } catch (SQLException e) {
      throw failures.of(e);
    } finally {
      release();
    }
  }

  /** Executes a statement that is not prepared. */
  protected final void run(String text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  protected final Connection connection() {
    return connection;
  }

  final Failures failures() {
    return failures;
  }

  final boolean isOpen() {
    return open;
  }

  /** A new statement of the product. */
  protected NativeStatement create(Native statement) {
    return new NativeStatement(this, statement);
  }

  /** Prepares a text so that the server refuses it now. */
  protected PreparedStatement prepareNow(String text) throws SQLException {
    return connection.prepareStatement(text);
  }

  /** The text of a control in the product's usual way. */
  protected String usual(Control control) {
    return control.name();
  }

  /** Ends a transaction that has failed; the product may have rolled it back already. */
  protected void rollBack() throws SQLException {
    run(usual(Control.ROLLBACK));
  }

  /** Called before a transaction begins, and before a single change. */
  protected void enter(String text) {}

  /** Called after a transaction or a single change. */
  protected void release() {}

  /** Executes a control. */
  final void control(Control control, String text, NativeStatement statement)
      throws DatabaseException {
    if (control == Control.BEGIN) {
      enter(text);
    }
    try {
      statement.executeControl();
      open = control == Control.BEGIN;
    } catch (SQLException e) {
      throw control == Control.COMMIT ? failures.ofCommit(e) : failures.of(e);
    } finally {
      if (!open) {
        release();
      }
    }
  }

  /** The failure of a statement that is no control. */
  final DatabaseException failed(SQLException failure, boolean read) {
    DatabaseException classified = failures.of(failure);
    boolean commits = !open && !read;
    return commits && failures.mayBeCommitted(classified.kind())
        ? new DatabaseException(
            FailureKind.OUTCOME_UNKNOWN, String.valueOf(classified.getMessage()), classified)
        : classified;
  }

  /**
   * For a product with one writer at a time: transactions that begin as writers, and single
   * changes, wait for a lock of this process.
   */
  public static class WithOneWriter extends Natives {

    private final ReentrantLock writers;

    /**
     * @param writers held by this process's writer
     */
    public WithOneWriter(Connection connection, Failures failures, ReentrantLock writers) {
      super(connection, failures);
      this.writers = writers;
    }

    @Override
    protected void enter(String text) {
      String upper = text.toUpperCase(Locale.ROOT);
      if (!upper.startsWith("BEGIN")
          || upper.contains("IMMEDIATE")
          || upper.contains("EXCLUSIVE")) {
        writers.lock();
      }
    }

    @Override
    protected void release() {
      if (writers.isHeldByCurrentThread()) {
        writers.unlock();
      }
    }

    @Override
    protected String usual(Control control) {
      return control == Control.BEGIN ? "BEGIN IMMEDIATE" : control.name();
    }

    /** After some failures, such as a full disk, the product rolls back by itself. */
    @Override
    protected void rollBack() throws SQLException {
      try {
        super.rollBack();
      } catch (SQLException e) {
        if (!String.valueOf(e.getMessage()).contains("no transaction is active")) {
          throw e;
        }
      }
    }
  }

  /**
   * Transactions by JDBC's autocommit, for products whose words are unknown: what begins with words
   * that many products share, and no others. A begin that says more is the product's own.
   */
  static final class ByAutocommit extends Natives {

    private static final Pattern BEGIN =
        Pattern.compile("(?is)\\s*(BEGIN(\\s+(WORK|TRANSACTION))?|START\\s+TRANSACTION)?\\s*");

    private boolean switched;

    /** The transactions of a connection. */
    interface Controls {
      TransactionControl of(Connection connection) throws SQLException;
    }

    private final Controls controls;

    /** Null before the first transaction of the current connection. */
    @SuppressWarnings("NullAway.Init") // made with the connection that it controls
    private TransactionControl transactions;

    private @Nullable Connection controlled;

    ByAutocommit(Connection connection, Failures failures, Controls controls) {
      super(connection, failures);
      this.controls = controls;
    }

    @Override
    protected String usual(Control control) {
      return "";
    }

    private TransactionControl transactions() throws SQLException {
      if (controlled != connection()) {
        transactions = controls.of(connection());
        controlled = connection();
      }
      return transactions;
    }

    void switchAutocommit(Control control) throws SQLException {
      switch (control) {
        case BEGIN -> transactions().begin();
        case COMMIT -> transactions().commit();
        default -> transactions().rollback();
      }
      switched = control == Control.BEGIN;
    }

    @Override
    protected void rollBack() throws SQLException {
      if (switched) {
        switchAutocommit(Control.ROLLBACK);
      } else {
        run(Control.ROLLBACK.name());
      }
    }

    @Override
    protected NativeStatement create(Native statement) {
      boolean passedOn =
          statement.control() == Control.NONE
              || statement.control() == Control.BEGIN && !BEGIN.matcher(statement.text()).matches();
      return passedOn ? super.create(statement) : new Switching(this, statement);
    }

    private static final class Switching extends NativeStatement {

      private final ByAutocommit owner;
      private final Native statement;

      Switching(ByAutocommit owner, Native statement) {
        super(owner, statement);
        this.owner = owner;
        this.statement = statement;
      }

      @Override
      protected void prepare() {}

      /** Also ends a transaction that the product's own words have begun. */
      @Override
      protected void executeControl() throws SQLException {
        Control control = statement.control();
        if (control == Control.BEGIN || owner.switched) {
          owner.switchAutocommit(control);
        } else {
          owner.run(statement.text().isEmpty() ? control.name() : statement.text());
        }
      }
    }
  }
}
