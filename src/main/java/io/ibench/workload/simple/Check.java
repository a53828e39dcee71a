package io.ibench.workload.simple;

import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.Table;
import java.util.OptionalLong;

/** A check of the data by the step {@code verify}. Changes nothing. */
@FunctionalInterface
public interface Check {

  /** Reads what it needs, and reports facts and problems. */
  void check(Context context) throws DatabaseException, InterruptedException;

  /** The services for a check. Confined to its thread. */
  interface Context {

    /** Streams rows on a session of its own; closed when the check ends. */
    Rows scan(Scan scan, long... parameters) throws DatabaseException;

    /** The rows that the table must have; empty when unknown, as after a run that died. */
    OptionalLong rows(Table table);

    /** The number of writes in this run whose outcome is unknown: each may have happened. */
    long unknownOutcomes();

    /** Adds a line to the report. */
    void fact(String line);

    /** Reports an error in the data: the run fails. */
    void problem(String line);
  }

  /** A cursor that counts as progress, and that an interrupt ends. */
  interface Rows {

    /** Moves to the next row; false after the last one. */
    boolean next() throws DatabaseException, InterruptedException;

    /** A number of the current row; see {@link Cursor#getLong}. */
    long getLong(int column) throws DatabaseException;
  }
}
