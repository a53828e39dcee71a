package io.ibench.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One statement for all products: it describes what to do, not how.
 *
 * <p>An adapter compiles it into the best form that its product has. Parameters are numbered from 0
 * in the order of the record: first the columns or assignments with a parameter, then the additions
 * with one, then the conditions with one. Immutable.
 *
 * <pre>{@code
 * orders.select("id", "note").where("customer").by("by_customer").last(10, "created", "id")
 * orders.update().set("status").add("changes", 1).where("id")
 * }</pre>
 */
public sealed interface Command {

  Table table();

  /** The column of each parameter, in order; a LONG column for an addition. */
  List<Column> parameters();

  /** The conditions, empty for an insert or upsert. Their parameters are the last ones. */
  default List<Condition> where() {
    return List.of();
  }

  /** The number of the first parameter of a condition; without one, the number of parameters. */
  default int firstOfConditions() {
    return parameters().size() - (int) where().stream().filter(Condition::takesParameter).count();
  }

  /**
   * Checks the number of values, of which a list takes its maximum.
   *
   * @throws IllegalArgumentException when it is wrong
   */
  default void checkValues(List<Long> values) {
    int lists = where().stream().mapToInt(condition -> condition.values() - 1).sum();
    int needed = parameters().size() + lists;
    if (needed != values.size()) {
      throw new IllegalArgumentException(values.size() + " values for " + needed + " parameters");
    }
  }

  /** Only integers can be added to, or have their old value reported. */
  private static void requireWholeNumbers(Table table, List<Add> add, Optional<String> old) {
    Stream.concat(add.stream().map(Add::column), old.stream())
        .filter(name -> !table.column(name).type().isWholeNumber())
        .forEach(
            name -> {
              throw new IllegalArgumentException(
                  table.name() + "." + name + " is no whole number to count or report");
            });
  }

  private static List<Column> columns(Table table, Stream<String> names) {
    return names.map(table::column).toList();
  }

  private static <T> List<T> with(List<T> list, T more) {
    List<T> all = new ArrayList<>(list);
    all.add(more);
    return all;
  }

  private static Stream<String> parameters(List<Condition> where) {
    return where.stream().filter(Condition::takesParameter).map(Condition::column);
  }

  /** Calls the compiler's method for this kind: the Java compiler finds adapters that lack one. */
  <R> R compile(Compiler<R> compiler);

  /** One method per kind of command. */
  interface Compiler<R> {
    R insert(Insert insert);

    R upsert(Upsert upsert);

    R update(Update update);

    R delete(Delete delete);

    R select(Select select);
  }

  /**
   * Inserts rows. If the key of any row exists, it fails with DUPLICATE_KEY and inserts no row.
   *
   * @param columns the columns with values: all, or all but the generated key
   * @param maxBatch maximum rows per execution; above 1 each row ends with {@code addBatch}
   */
  record Insert(Table table, List<String> columns, int maxBatch) implements Command {
    public Insert {
      columns = List.copyOf(columns);
    }

    @Override
    public List<Column> parameters() {
      return Command.columns(table, columns.stream());
    }

    @Override
    public <R> R compile(Compiler<R> compiler) {
      return compiler.insert(this);
    }
  }

  /**
   * Inserts a row, or changes the row with the same primary key. When several sessions insert the
   * same new row at once, one inserts it and the others change it: only one is told ABSENT. The
   * others may fail with DEADLOCK or LOCK_TIMEOUT, never with DUPLICATE_KEY.
   *
   * @param columns the parameters: the primary key and the other columns of a new row
   * @param set the columns of {@code columns} that an existing row gets too
   * @param add constants for counters; a new row gets the constant itself
   * @param old the column whose old value {@link Prepared#old()} returns, if any; its values are
   *     never negative, and the table has no generated key: some products report both in the same
   *     place
   */
  record Upsert(
      Table table, List<String> columns, List<String> set, List<Add> add, Optional<String> old)
      implements Command {
    public Upsert {
      columns = List.copyOf(columns);
      set = List.copyOf(set);
      add = List.copyOf(add);
      requireWholeNumbers(table, add, old);
      if (add.stream().anyMatch(each -> each.constant().isEmpty())) {
        throw new IllegalArgumentException(table.name() + ": an upsert adds constants only");
      }
      if (old.isPresent() && table.generatedKey()) {
        throw new IllegalArgumentException(table.name() + ": no old value beside a generated key");
      }
    }

    @Override
    public List<Column> parameters() {
      return Command.columns(table, columns.stream());
    }

    @Override
    public <R> R compile(Compiler<R> compiler) {
      return compiler.upsert(this);
    }
  }

  /**
   * Changes the rows that match {@code where}.
   *
   * @param old as for {@link Upsert}; then {@code where} covers the whole primary key
   */
  record Update(
      Table table, List<Assign> set, List<Add> add, List<Condition> where, Optional<String> old)
      implements Command {
    public Update {
      set = List.copyOf(set);
      add = List.copyOf(add);
      where = List.copyOf(where);
      requireWholeNumbers(table, add, old);
    }

    /** Also sets a column to a parameter. */
    public Update set(String column) {
      return new Update(table, with(set, Assign.parameter(column)), add, where, old);
    }

    /** Also sets a column to a constant. */
    public Update set(String column, long constant) {
      return new Update(table, with(set, Assign.constant(column, constant)), add, where, old);
    }

    /** Also adds a parameter to a column. */
    public Update add(String column) {
      return new Update(table, set, with(add, Add.parameter(column)), where, old);
    }

    /** Also adds a constant to a column. */
    public Update add(String column, long constant) {
      return new Update(table, set, with(add, new Add(column, constant)), where, old);
    }

    /** Only rows whose column equals a parameter. */
    public Update where(String column) {
      return where(Condition.eq(column));
    }

    /** Only rows that also match the condition. */
    public Update where(Condition condition) {
      return new Update(table, set, add, with(where, condition), old);
    }

    @Override
    public List<Column> parameters() {
      Stream<String> assigned =
          set.stream().filter(assign -> assign.constant().isEmpty()).map(Assign::column);
      List<Column> parameters = new ArrayList<>(Command.columns(table, assigned));
      add.stream()
          .filter(each -> each.constant().isEmpty())
          .forEach(each -> parameters.add(Column.number(each.column(), ColumnType.LONG)));
      parameters.addAll(Command.columns(table, Command.parameters(where)));
      return parameters;
    }

    @Override
    public <R> R compile(Compiler<R> compiler) {
      return compiler.update(this);
    }
  }

  /**
   * Deletes the rows that match {@code where}.
   *
   * @param limit above 0: at most that many, the first in primary key order; 0: no limit
   */
  record Delete(Table table, List<Condition> where, int limit) implements Command {
    public Delete {
      where = List.copyOf(where);
    }

    /** Only rows whose column equals a parameter. */
    public Delete where(String column) {
      return where(Condition.eq(column));
    }

    /** Only rows that also match the condition. */
    public Delete where(Condition condition) {
      return new Delete(table, with(where, condition), limit);
    }

    /** At most so many rows, the first in primary key order. */
    public Delete first(int rows) {
      return new Delete(table, where, rows);
    }

    @Override
    public List<Column> parameters() {
      return Command.columns(table, Command.parameters(where));
    }

    @Override
    public <R> R compile(Compiler<R> compiler) {
      return compiler.delete(this);
    }
  }

  /**
   * Reads rows.
   *
   * @param by the secondary index to use; empty: the primary key
   * @param orderBy empty: any order. A limited select needs a total order, or results differ
   *     between products
   * @param limit 0: no limit
   * @param result what becomes of the rows that match
   * @param hinted whether the product is told to use the index of {@code by}; otherwise it chooses
   */
  record Select(
      Table table,
      List<String> columns,
      List<Condition> where,
      Optional<Index> by,
      List<String> orderBy,
      boolean descending,
      int limit,
      int offset,
      Result result,
      boolean hinted)
      implements Command {

    /** What a select returns of the rows that match. */
    public enum Result {
      /** The rows. */
      ROWS,
      /** The rows, equal ones once. */
      DISTINCT,
      /** One row with the sum of the only column as a LONG; 0 without rows. */
      SUM,
      /** One row with the number of rows as a LONG. The column is never null. */
      COUNT;

      /** Whether it is always one row. */
      public boolean isAggregate() {
        return this == SUM || this == COUNT;
      }
    }

    public Select {
      columns = List.copyOf(columns);
      where = List.copyOf(where);
      orderBy = List.copyOf(orderBy);
      requirePossible(table, columns, orderBy, limit, result);
    }

    /** Returns the rows, and names the index to the product. */
    public Select(
        Table table,
        List<String> columns,
        List<Condition> where,
        Optional<Index> by,
        List<String> orderBy,
        boolean descending,
        int limit,
        int offset) {
      this(table, columns, where, by, orderBy, descending, limit, offset, Result.ROWS, true);
    }

    private static void requirePossible(
        Table table, List<String> columns, List<String> orderBy, int limit, Result result) {
      boolean possible =
          switch (result) {
            case ROWS -> true;
            case DISTINCT -> columns.containsAll(orderBy) && limit == 0;
            case SUM, COUNT -> columns.size() == 1 && orderBy.isEmpty() && limit == 0;
          };
      if (possible && result == Result.SUM) {
        possible = table.column(columns.get(0)).type().isWholeNumber();
      }
      if (!possible) {
        String called = table.name() + ".select(" + String.join(", ", columns) + ")";
        throw new IllegalArgumentException(
            called
                + switch (result) {
                  case SUM -> ".sum(): the sum of one column of whole numbers, no order, no limit";
                  case COUNT -> ".count(): has one column, no order and no limit";
                  default -> ".distinct(): is ordered by columns that it selects, and has no limit";
                });
      }
    }

    /** Reads by primary key, without order and limit. */
    public static Select of(Table table, List<String> columns, List<Condition> where) {
      return new Select(table, columns, where, Optional.empty(), List.of(), false, 0, 0);
    }

    /** Only rows whose column equals a parameter. */
    public Select where(String column) {
      return where(Condition.eq(column));
    }

    /** Only rows that also match the condition. */
    public Select where(Condition condition) {
      return new Select(
          table,
          columns,
          with(where, condition),
          by,
          orderBy,
          descending,
          limit,
          offset,
          result,
          hinted);
    }

    /**
     * Through a secondary index.
     *
     * @throws java.util.NoSuchElementException when the table has no such index
     */
    public Select by(String index) {
      return by(index, true);
    }

    /** Through a secondary index that no hint names: the product chooses. */
    public Select unhinted(String index) {
      return by(index, false);
    }

    private Select by(String index, boolean withHint) {
      return new Select(
          table,
          columns,
          where,
          Optional.of(table.index(index)),
          orderBy,
          descending,
          limit,
          offset,
          result,
          withHint);
    }

    /** Equal rows once; ordered, if at all, by columns that are selected, and without limit. */
    public Select distinct() {
      return returning(Result.DISTINCT);
    }

    /** The sum of the only column, which has whole numbers; without order and limit. */
    public Select sum() {
      return returning(Result.SUM);
    }

    /**
     * The number of rows; without order and limit. If this selects one column, that column is
     * counted; otherwise the first one of the index that {@link #by} has named, or of the primary
     * key.
     */
    public Select count() {
      List<String> key = by.map(Index::columns).orElse(table.primaryKey());
      return returning(columns.size() == 1 ? columns : key.subList(0, 1), Result.COUNT);
    }

    private Select returning(Result other) {
      return returning(columns, other);
    }

    private Select returning(List<String> read, Result other) {
      return new Select(table, read, where, by, orderBy, descending, limit, offset, other, hinted);
    }

    /** The columns of the answer. */
    public List<Column> resultColumns() {
      return result.isAggregate()
          ? List.of(Column.number(columns.get(0), ColumnType.LONG))
          : columns.stream().map(table::column).toList();
    }

    private Select ordered(int rows, boolean down, String... order) {
      return new Select(
          table, columns, where, by, List.of(order), down, rows, offset, result, hinted);
    }

    /** The first rows in the ascending order of these columns, which are a total order. */
    public Select first(int rows, String... order) {
      return ordered(rows, false, order);
    }

    /** The last rows in the ascending order of these columns, the last one first. */
    public Select last(int rows, String... order) {
      return ordered(rows, true, order);
    }

    /** All rows, in the ascending order of these columns. */
    public Select ordered(String... order) {
      return ordered(0, false, order);
    }

    @Override
    public List<Column> parameters() {
      return Command.columns(table, Command.parameters(where));
    }

    @Override
    public <R> R compile(Compiler<R> compiler) {
      return compiler.select(this);
    }
  }
}
