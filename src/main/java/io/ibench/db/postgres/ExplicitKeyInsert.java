package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.jdbc.ForwardingPrepared;

/** A command that names the keys of a table whose keys may also be generated. */
final class ExplicitKeyInsert extends ForwardingPrepared {

  private final KeySequence sequence;
  private final int keyParameter;
  private long highest;

  ExplicitKeyInsert(Prepared command, KeySequence sequence, int keyParameter) {
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
    sequence.give(highest);
    return inner.execute();
  }
}
