package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.jdbc.ForwardingPrepared;
import java.sql.SQLException;

/** An insert that has its keys generated. */
final class GeneratedKeyInsert extends ForwardingPrepared {

  private final PostgresCompiler compiler;
  private final KeySequence sequence;

  GeneratedKeyInsert(Prepared insert, PostgresCompiler compiler, KeySequence sequence) {
    super(insert);
    this.compiler = compiler;
    this.sequence = sequence;
  }

  /** Moves the sequence behind keys that were given, on the compiler's present connection. */
  GeneratedKeyInsert advance() throws DatabaseException {
    if (sequence.isBehind()) {
      try {
        sequence.advance(compiler.connection());
      } catch (SQLException e) {
        throw compiler.failures.of(e);
      }
    }
    return this;
  }

  @Override
  public int execute() throws DatabaseException {
    advance();
    return inner.execute();
  }
}
