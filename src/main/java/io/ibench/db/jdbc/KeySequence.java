package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sequence of a table's generated keys. Many products do not advance it when an insert contains
 * an explicit key, so this class does, in a separate statement, before the next key is generated
 * and when a session with explicit keys ends. That is one statement for the explicit keys of all
 * sessions. A session announces an explicit key before it inserts it, so that no session generates
 * a key that another one has inserted.
 *
 * <p>It does not see explicit keys that another process inserts at the same time. Thread-safe;
 * shared by the sessions of a database.
 */
public final class KeySequence {

  private static final long UNKNOWN = -1;

  private final Table table;
  private final Advance advance;
  private final AtomicLong maxExplicit = new AtomicLong();

  /** The sequence is at least here. */
  private final AtomicLong advancedTo = new AtomicLong(UNKNOWN);

  /** Advances a table's sequence on the server. */
  public interface Advance {

    /**
     * Advances it beyond the greatest explicit key and all existing keys; never sets it back.
     *
     * @param highest the greatest explicit key of this process; 0: none
     */
    void to(Connection connection, Table table, long highest) throws SQLException;
  }

  KeySequence(Table table, Advance advance) {
    this.table = table;
    this.advance = advance;
  }

  /** Announces an explicit key. Called before its row is inserted. */
  private void announce(long key) {
    if (key > maxExplicit.get()) {
      maxExplicit.accumulateAndGet(key, Math::max);
    }
  }

  /** Whether the sequence may generate a key that exists. */
  public boolean isBehind() {
    return advancedTo.get() < maxExplicit.get();
  }

  /**
   * Advances the sequence, if necessary. A rollback does not undo this. It waits for other
   * transactions that have inserted rows, to find the greatest key.
   */
  public void advance(Connection connection) throws SQLException {
    long highest = maxExplicit.get();
    advance.to(connection, table, highest);
    advancedTo.accumulateAndGet(highest, Math::max);
  }

  /** A command with explicit keys for a table whose keys may be generated. Not thread-safe. */
  public static final class ExplicitKeyInsert extends ForwardingPrepared {

    private final KeySequence sequence;
    private final int keyParameter;
    private long highest;

    public ExplicitKeyInsert(Prepared command, KeySequence sequence, int keyParameter) {
      super(command);
      this.sequence = sequence;
      this.keyParameter = keyParameter;
    }

    @Override
    public void setLong(int parameter, long value) {
      if (parameter == keyParameter) {
        highest = Math.max(highest, value);
      }
      super.setLong(parameter, value);
    }

    @Override
    public int execute() throws DatabaseException {
      sequence.announce(highest);
      return inner.execute();
    }
  }

  /** An insert whose keys the server generates. Not thread-safe. */
  public static final class GeneratedKeyInsert extends ForwardingPrepared {

    private final JdbcCompiler compiler;
    private final KeySequence sequence;

    public GeneratedKeyInsert(Prepared insert, JdbcCompiler compiler, KeySequence sequence) {
      super(insert);
      this.compiler = compiler;
      this.sequence = sequence;
    }

    /** Advances the sequence beyond explicit keys, on the compiler's current connection. */
    public void advance() throws DatabaseException {
      if (sequence.isBehind()) {
        try {
          sequence.advance(compiler.connection());
        } catch (SQLException e) {
          throw compiler.failures.of(e);
        }
      }
    }

    @Override
    public int execute() throws DatabaseException {
      advance();
      return inner.execute();
    }
  }
}
