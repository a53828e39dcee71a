package io.ibench.workload.script;

import io.ibench.db.DatabaseException;
import io.ibench.db.NativePrepared;
import io.ibench.db.Session;

/**
 * Inserts rows whose number is not known in advance, such as those of loops: many with one
 * statement, and the last ones each by itself. Allocates nothing. Confined to the worker's thread.
 */
final class TurnBatch {

  private final StatementCode statement;
  private final int[] slots;
  private final NativePrepared several;
  private final NativePrepared one;
  private final boolean isOneStatement;
  private final int most;
  private final byte[] kinds;
  private final long[] bits;
  private final String[] texts;
  private int rows;

  TurnBatch(StatementCode statement, LoadSection.Batch batch, Session session)
      throws DatabaseException {
    this.statement = statement;
    slots = statement.parameters().stream().mapToInt(Integer::intValue).toArray();
    several = session.prepare(batch.statement());
    one = session.prepare(statement.natives().get(0));
    isOneStatement = batch.isOneStatement();
    most = batch.rows();
    int values = isOneStatement ? most * slots.length : 0;
    kinds = new byte[values];
    bits = new long[values];
    texts = new String[values];
  }

  /** Forgets the rows of an attempt that has failed. */
  void begin() {
    rows = 0;
  }

  /** Adds the row that the variables are; returns the rows that are inserted now. */
  int add(Machine machine) throws DatabaseException {
    for (int i = 0; i < slots.length; i++) {
      if (isOneStatement) {
        int at = rows * slots.length + i;
        kinds[at] = machine.kind(slots[i]);
        bits[at] = machine.bits(slots[i]);
        texts[at] = machine.text(slots[i]);
      } else {
        Parameters.bind(machine, slots[i], several, i);
      }
    }
    if (!isOneStatement) {
      several.addBatch(rows);
    }
    rows++;
    if (rows < most) {
      return 0;
    }
    rows = 0;
    bind(several, 0, isOneStatement ? most : 0);
    return execute(several);
  }

  /** Inserts the last rows. */
  int flush() throws DatabaseException {
    int last = rows;
    rows = 0;
    if (!isOneStatement) {
      return last == 0 ? 0 : execute(several);
    }
    int inserted = 0;
    for (int row = 0; row < last; row++) {
      bind(one, row, 1);
      inserted += execute(one);
    }
    return inserted;
  }

  private void bind(NativePrepared to, int first, int count) throws DatabaseException {
    for (int i = 0; i < count * slots.length; i++) {
      int from = first * slots.length + i;
      Parameters.bind(kinds[from], bits[from], texts[from], to, i);
    }
  }

  private int execute(NativePrepared prepared) throws DatabaseException {
    try {
      return prepared.execute();
    } catch (DatabaseException e) {
      throw Interpreter.at(statement.place(), e);
    }
  }
}
