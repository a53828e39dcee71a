package io.ibench.db;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One statement, described once for every product as what is wanted rather than how.
 *
 * <p>An adapter compiles it into the best thing its product has. Parameters are numbered from 0 in
 * the order in which the record lists them: first the columns or assignments that take one, then
 * the conditions that take one.
 */
public sealed interface Command {

  Table table();

  /** The column that each parameter belongs to, in order. */
  List<Column> parameters();

  /** Its conditions, if it can have any; theirs are the last parameters. */
  default List<Condition> where() {
    return List.of();
  }

  /** Refuses another number of values than the parameters take, a list its max of them. */
  default void checkValues(List<Long> values) {
    int lists = where().stream().mapToInt(condition -> condition.max() - 1).sum();
    int needed = parameters().size() + lists;
    if (needed != values.size()) {
      throw new IllegalArgumentException(values.size() + " values for " + needed + " parameters");
    }
  }

  /** Only whole numbers are counted up, or reported as they were. */
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

  private static Stream<String> parameters(List<Condition> where) {
    return where.stream().filter(Condition::takesParameter).map(Condition::column);
  }

  /** Calls the compiler's method for this kind, so that a new kind breaks every adapter. */
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
   * Adds rows; a row whose key exists already is an error of kind DUPLICATE_KEY and adds none.
   *
   * @param columns those given; all, or all but the generated key
   * @param maxBatch rows per execution at most; above 1 each row ends with {@code addBatch}
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
   * Adds a row, or changes the one with the same primary key.
   *
   * @param columns parameters: the primary key and what a new row gets
   * @param set those of {@code columns} that an existing row gets as well
   * @param add counters; a new row gets the delta itself
   * @param old the column whose former value is reported by {@link Prepared#old()}, if any; its
   *     values are never negative, and the table has no generated key: some products report both in
   *     the same place
   */
  record Upsert(
      Table table, List<String> columns, List<String> set, List<Add> add, Optional<String> old)
      implements Command {
    public Upsert {
      columns = List.copyOf(columns);
      set = List.copyOf(set);
      add = List.copyOf(add);
      requireWholeNumbers(table, add, old);
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
   * Changes the rows that fulfil {@code where}.
   *
   * @param old as for {@link Upsert}; then {@code where} names the whole primary key
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

    @Override
    public List<Column> parameters() {
      Stream<String> assigned =
          set.stream().filter(assign -> assign.constant().isEmpty()).map(Assign::column);
      return Command.columns(table, Stream.concat(assigned, Command.parameters(where)));
    }

    @Override
    public <R> R compile(Compiler<R> compiler) {
      return compiler.update(this);
    }
  }

  /**
   * Removes the rows that fulfil {@code where}.
   *
   * @param limit above 0: only that many, the first ones in primary key order
   */
  record Delete(Table table, List<Condition> where, int limit) implements Command {
    public Delete {
      where = List.copyOf(where);
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
   * @param by the secondary index to use; none: the primary key
   * @param orderBy empty: any order. A limited select must name a total order, or contents differ
   *     between products
   * @param limit 0: no limit
   */
  public record Select(
      Table table,
      List<String> columns,
      List<Condition> where,
      Optional<Index> by,
      List<String> orderBy,
      boolean descending,
      int limit,
      int offset)
      implements Command {
    public Select {
      columns = List.copyOf(columns);
      where = List.copyOf(where);
      orderBy = List.copyOf(orderBy);
    }

    /** Reads by primary key, unordered and unlimited. */
    public static Select of(Table table, List<String> columns, List<Condition> where) {
      return new Select(table, columns, where, Optional.empty(), List.of(), false, 0, 0);
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
