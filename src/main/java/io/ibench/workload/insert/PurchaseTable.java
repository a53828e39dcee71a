package io.ibench.workload.insert;

import io.ibench.config.Config;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Partitions;
import io.ibench.db.Table;
import io.ibench.workload.Step;
import io.ibench.workload.insert.InsertKeys.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One table of purchases, and the statements on it. Immutable.
 *
 * @param table with the secondary indexes of the settings
 */
record PurchaseTable(Table table, PurchaseColumns columns, boolean clientIds, int rowsPerQuery) {

  private static final String KEY = PurchaseColumns.KEY;

  /** The tables of a plan, with the partitions of the settings. */
  static List<PurchaseTable> all(Config config, InsertSettings settings, List<Step> steps) {
    long inserts =
        steps.stream()
            .filter(step -> step instanceof Step.Work)
            .mapToLong(step -> ((Step.Work) step).rows().orElse(0))
            .sum();
    Optional<Partitions> partitions = partitions(config, inserts / settings.tableCount());
    List<PurchaseTable> tables = new ArrayList<>();
    for (int number = 0; number < settings.tableCount(); number++) {
      tables.add(of(settings, number, partitions));
    }
    return List.copyOf(tables);
  }

  private static Optional<Partitions> partitions(Config config, long insertsPerTable) {
    int count = Math.toIntExact(config.get(InsertKeys.PARTITIONS));
    long rows = config.get(InsertKeys.ROWS_PER_PARTITION);
    if (count == 0 && rows > 0) {
      config.problem(
          "needs insert.num_partitions above 1",
          InsertKeys.ROWS_PER_PARTITION,
          InsertKeys.PARTITIONS);
    } else if (count == 1) {
      config.problem("is no division; allowed: 0, or 2 and more", InsertKeys.PARTITIONS);
    }
    return count < 2
        ? Optional.empty()
        : Optional.of(
            new Partitions(count, rows > 0 ? rows : Math.max(1, insertsPerTable / count)));
  }

  /**
   * Creates a table.
   *
   * @param number of the table, from 0
   */
  private static PurchaseTable of(
      InsertSettings settings, int number, Optional<Partitions> partitions) {
    String name = "pi" + (number + 1);
    PurchaseColumns columns = settings.columns();
    boolean clientIds = settings.ids() == Ids.CLIENT;
    Table table =
        new Table(
            name,
            columns.all(),
            List.of(KEY),
            !clientIds,
            indexes(name, columns).subList(0, settings.indexes()),
            partitions);
    return new PurchaseTable(table, columns, clientIds, settings.rowsPerQuery());
  }

  private static List<Index> indexes(String table, PurchaseColumns columns) {
    String register = columns.cashregister();
    String customer = columns.customer();
    String price = columns.price();
    boolean old = columns.hasOldPrices();
    return List.of(
        new Index(
            table + "_marketsegment",
            old ? List.of(price, customer) : List.of(columns.product(), customer, price)),
        new Index(
            table + "_registersegment",
            old ? List.of(register, price, customer) : List.of(register, customer, price)),
        new Index(table + "_pdc", List.of(price, columns.time(), customer)));
  }

  String name() {
    return table.name();
  }

  /** The columns that an insert binds, in order. */
  private List<String> inserted() {
    List<String> names = new ArrayList<>(table.columns().stream().map(Column::name).toList());
    if (!clientIds) {
      names.remove(KEY);
    }
    return names;
  }

  /** One statement of several rows. */
  Command.Insert insert(int rows) {
    return new Command.Insert(table, inserted(), Math.max(2, rows));
  }

  /** Deletes the first rows from a key on. */
  Command.Delete deleteOldest(int rows) {
    return new Command.Delete(table, List.of(Condition.of(KEY, Op.GE)), rows);
  }

  /** Deletes all rows from a key on, below another key. */
  Command.Delete deleteRange() {
    return new Command.Delete(
        table, List.of(Condition.of(KEY, Op.GE), Condition.of(KEY, Op.LT)), 0);
  }

  /** A range query on a covering index. */
  Command.Select rangeQuery(InsertOperation query) {
    Index index = table.indexes().get(InsertOperation.RANGE_QUERIES.indexOf(query));
    Op from = query == InsertOperation.REGISTER ? Op.GT : Op.GE;
    return new Command.Select(
        table,
        index.columns(),
        List.of(Condition.of(index.columns().get(0), from)),
        Optional.of(index),
        index.columns(),
        false,
        rowsPerQuery,
        0);
  }

  /** Reads rows by their keys. */
  Command.Select pointQuery() {
    return Command.Select.of(
        table,
        List.of(KEY, columns.product(), columns.payload()),
        List.of(Condition.in(KEY, rowsPerQuery)));
  }

  /** Reads the lowest key, or the highest. */
  Command.Select extremeKey(boolean highest) {
    return new Command.Select(
        table, List.of(KEY), List.of(), Optional.empty(), List.of(KEY), highest, 1, 0);
  }

  /** Reads the identifying columns of the last rows in key order. */
  Command.Select lastRows(int rows) {
    return new Command.Select(
        table,
        List.of(columns.cashregister(), columns.customer(), columns.product(), columns.price()),
        List.of(),
        Optional.empty(),
        List.of(KEY),
        true,
        rows,
        0);
  }

  /**
   * Refuses a step on an empty table.
   *
   * @param keys the keys, just read
   */
  void requireRows(String step, KeyRange keys) throws DatabaseException {
    if (keys.highest() == 0) {
      throw new DatabaseException(
          FailureKind.NOT_FOUND,
          step + " needs rows, but " + name() + " is empty; load first with l.i0");
    }
  }

  /** Reads one key from a key on, below another key. */
  Command.Select anyInRange() {
    return new Command.Select(
        table,
        List.of(KEY),
        List.of(Condition.of(KEY, Op.GE), Condition.of(KEY, Op.LT)),
        Optional.empty(),
        List.of(KEY),
        false,
        1,
        0);
  }
}
