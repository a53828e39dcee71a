package io.ibench.workload.custom;

import io.ibench.db.Column;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.Table;
import io.ibench.workload.simple.Check;
import java.util.List;
import java.util.Locale;

/**
 * Every value of a column is in a range. Immutable.
 *
 * @param least hundredths for a FLOAT column
 */
record RangeCheck(Table table, Column column, long least, long most) implements Check {

  @Override
  public void check(Context context) throws DatabaseException, InterruptedException {
    Rows rows =
        context.scan(new Scan(table, List.of(column.name()), List.of(), table.primaryKey()));
    long all = 0;
    long wrong = 0;
    while (rows.next()) {
      long value = rows.getLong(0);
      all++;
      wrong += value < least || value > most ? 1 : 0;
    }
    String name = table.name() + "." + column.name();
    if (wrong > 0) {
      context.problem(String.format(Locale.ROOT, "%,d values of %s are out of range", wrong, name));
    } else {
      context.fact(String.format(Locale.ROOT, "%,d values of %s are in range", all, name));
    }
  }
}
