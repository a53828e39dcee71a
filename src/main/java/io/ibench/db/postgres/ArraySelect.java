package io.ibench.db.postgres;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.jdbc.Binder;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.JdbcPrepared;
import io.ibench.db.jdbc.RowBuffer;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.postgresql.core.Oid;

/**
 * A select with a list of integers, which it sends as one array: one statement for all lengths, and
 * 12 bytes per number, where the driver allocates 24 for a parameter. Not thread-safe.
 */
final class ArraySelect extends JdbcPrepared.Select {

  private final BinaryValue list = new BinaryValue("_int8");
  private final int listParameter;
  private final int max;

  /**
   * @param source prepares a statement with one placeholder for the list
   */
  ArraySelect(
      StatementSource source,
      Binder binder,
      Failures failures,
      RowBuffer rows,
      Command.Select select) {
    super(source, binder, failures, rows);
    List<Condition> parameters = select.where().stream().filter(Condition::takesParameter).toList();
    List<Condition> lists =
        parameters.stream().filter(condition -> condition.op().takesList()).toList();
    if (lists.size() != 1) {
      throw new IllegalArgumentException("one IN condition at most");
    }
    listParameter = parameters.indexOf(lists.get(0));
    max = lists.get(0).max();
    // Binds it once, so that it is bound again after a connection loss.
    list.array(Oid.INT8, 0);
    setLong(listParameter, 0);
  }

  @Override
  public void setLongs(int parameter, long[] values, int count) {
    if (parameter != listParameter || count < 1 || count > max) {
      throw new IllegalArgumentException(
          count + " values for parameter " + parameter + "; a list takes 1 to " + max);
    }
    list.array(Oid.INT8, count);
    for (int i = 0; i < count; i++) {
      list.addLong(values[i]);
    }
    setLong(listParameter, 0);
  }

  /** Binds the list in place of its dummy number. */
  @Override
  public void bind(int parameter, Binder numberBinder, long value) throws SQLException {
    if (parameter == listParameter) {
      Objects.requireNonNull(statement).setObject(parameter + 1, list);
    } else {
      super.bind(parameter, numberBinder, value);
    }
  }
}
