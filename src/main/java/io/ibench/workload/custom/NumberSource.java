package io.ibench.workload.custom;

import io.ibench.db.Prepared;
import io.ibench.db.Table;
import io.ibench.random.Distribution;
import io.ibench.random.Shuffler;
import io.ibench.workload.simple.Values;

/**
 * Makes numbers: whole ones, hundredths, or times in milliseconds. Immutable.
 *
 * <p>{@link #least} and {@link #most} bound all values, as far as they are known before the run.
 */
sealed interface NumberSource extends Source {

  /**
   * Draws the next number.
   *
   * @param row the number of the loaded row, from 1; 0 for an operation
   */
  long next(Values values, long row);

  @Override
  default void bind(Prepared command, int parameter, Values values, long row) {
    command.setLong(parameter, next(values, row));
  }

  long least();

  long most();

  /** Always the same number. */
  record Constant(long value) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return value;
    }

    @Override
    public long least() {
      return value;
    }

    @Override
    public long most() {
      return value;
    }
  }

  /** Each number of a range, equally likely. */
  record Uniform(long least, long most) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return values.between(least, most);
    }
  }

  /** The numbers of a range, the first one most often. */
  record Skewed(long least, long most, Distribution ranks) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return least + ranks.draw(values.random());
    }
  }

  /** A key of the table, each equally likely; also those that were inserted. */
  record AnyKey(Table table, long most) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return values.any(table);
    }

    @Override
    public long least() {
      return 1;
    }
  }

  /** A key of the table that is not the variable's value, each other one equally likely. */
  record OtherKey(Table table, long most, int variable) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return values.anyBut(table, values.kept(variable));
    }

    @Override
    public long least() {
      return 1;
    }
  }

  /** A loaded key of a table; the frequent ones are scattered over the table. */
  record SkewedKey(Distribution ranks, Shuffler places) implements NumberSource {

    /** So many stretches of the table have frequent keys. */
    private static final int STRETCHES = 1024;

    /** The places follow from the size alone, so that every operation has the same hot keys. */
    static SkewedKey of(Distribution ranks) {
      return new SkewedKey(ranks, new Shuffler(ranks.size(), 13, STRETCHES));
    }

    @Override
    public long next(Values values, long row) {
      return 1 + places.permute(ranks.draw(values.random()));
    }

    @Override
    public long least() {
      return 1;
    }

    @Override
    public long most() {
      return ranks.size();
    }
  }

  /** The key of a row to insert. */
  record NextKey(Table table) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return values.next(table);
    }

    @Override
    public long least() {
      return 1;
    }

    @Override
    public long most() {
      return Long.MAX_VALUE;
    }
  }

  /** One of the last keys of a table. */
  record NewestKey(Table table, Distribution ranks, long most) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return Math.max(1, values.highest(table) - ranks.draw(values.random()));
    }

    @Override
    public long least() {
      return 1;
    }
  }

  /** The number of the row: 1, 2, ... */
  record Row(long most) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return row;
    }

    @Override
    public long least() {
      return 1;
    }
  }

  /** The keys of another table, one after the other, again and again. */
  record InTurn(String table, long most) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return 1 + (row - 1) % most;
    }

    @Override
    public long least() {
      return 1;
    }
  }

  /** How many times {@link InTurn} has begun: 1 for each key's first row. */
  record Round(String table, long keys, long most) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return 1 + (row - 1) / keys;
    }

    @Override
    public long least() {
      return 1;
    }
  }

  /** How many of {@code children} rows are of this row, when they take {@code parents} in turn. */
  record Counted(String child, String column, long children, long parents) implements NumberSource {

    boolean isOf(String otherChild, String otherColumn) {
      return child.equals(otherChild) && column.equals(otherColumn);
    }

    @Override
    public long next(Values values, long row) {
      return (children + parents - row) / parents;
    }

    @Override
    public long least() {
      return 0;
    }

    @Override
    public long most() {
      return (children + parents - 1) / parents;
    }
  }

  /** The time of the operation, or of the load, and a constant. */
  record Now(long plusMillis) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return values.now() + plusMillis;
    }

    @Override
    public long least() {
      return Long.MIN_VALUE;
    }

    @Override
    public long most() {
      return Long.MAX_VALUE;
    }
  }

  /** A time in the last seconds, each equally likely. */
  record Last(long seconds) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return values.now() - 1000 * values.random().nextLong(seconds);
    }

    @Override
    public long least() {
      return Long.MIN_VALUE;
    }

    @Override
    public long most() {
      return Long.MAX_VALUE;
    }
  }

  /** The last seconds, passed through by the rows of a load in their order. */
  record LastInOrder(long seconds, long rows) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      // Two divisions, so that no product overflows.
      long left = rows - row;
      long whole = left * (seconds / rows) + (long) (left * (double) (seconds % rows) / rows);
      return values.now() - 1000 * whole;
    }

    @Override
    public long least() {
      return Long.MIN_VALUE;
    }

    @Override
    public long most() {
      return Long.MAX_VALUE;
    }
  }

  /** What a statement before has drawn or read, and a constant. */
  record Variable(int number, long plus, long least, long most) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return values.kept(number) + plus;
    }
  }

  /** A variable with the other sign. */
  record Negated(int number, long least, long most) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      return -values.kept(number);
    }
  }

  /** The sum of two variables, or what the first is more than the second. */
  record Sum(int first, int second, boolean minus, long least, long most) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      long other = values.kept(second);
      return values.kept(first) + (minus ? -other : other);
    }
  }

  /** Draws a number and keeps it for later statements. */
  record Keeping(NumberSource value, int number) implements NumberSource {
    @Override
    public long next(Values values, long row) {
      long drawn = value.next(values, row);
      values.keep(number, drawn);
      return drawn;
    }

    @Override
    public long least() {
      return value.least();
    }

    @Override
    public long most() {
      return value.most();
    }
  }
}
