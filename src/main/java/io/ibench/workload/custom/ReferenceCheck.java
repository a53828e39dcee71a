package io.ibench.workload.custom;

import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.Table;
import io.ibench.workload.simple.Check;
import java.util.List;
import java.util.Locale;

/**
 * Every value of a column is a key of the parent. Immutable.
 *
 * @param column the first column of the child's key or of one of its indexes
 */
record ReferenceCheck(Table child, String column, Table parent) implements Check {

  /** Both sides are read in the order of the key, side by side. */
  @Override
  public void check(Context context) throws DatabaseException, InterruptedException {
    List<String> key = parent.primaryKey();
    Rows parents = context.scan(new Scan(parent, key, List.of(), key));
    Rows children = context.scan(new Scan(child, List.of(column), List.of(), List.of(column)));
    boolean more = parents.next();
    long all = 0;
    long wrong = 0;
    while (children.next()) {
      long value = children.getLong(0);
      while (more && parents.getLong(0) < value) {
        more = parents.next();
      }
      all++;
      wrong += more && parents.getLong(0) == value ? 0 : 1;
    }
    String name = child.name() + "." + column;
    if (wrong > 0) {
      context.problem(
          String.format(
              Locale.ROOT, "%,d values of %s are no key of %s", wrong, name, parent.name()));
    } else {
      context.fact(
          String.format(Locale.ROOT, "%,d values of %s are keys of %s", all, name, parent.name()));
    }
  }
}
