package io.ibench.db.memory;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Table;
import io.ibench.db.memory.MemoryPrepared.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Compiles commands into actions on {@link MemoryTable}s. */
final class MemoryCompiler implements Command.Compiler<MemoryPrepared> {

  private final MemoryDatabase database;
  private final MemorySession session;

  MemoryCompiler(MemoryDatabase database, MemorySession session) {
    this.database = database;
    this.session = session;
  }

  private MemoryPrepared prepared(
      List<Parameter> parameters, int maxBatch, MemoryPrepared.Action action) {
    return new MemoryPrepared(database, session, parameters, maxBatch, action);
  }

  private static List<Parameter> single(List<Column> columns) {
    return columns.stream().map(Parameter::single).toList();
  }

  /** The parameters; those of conditions, the last ones, may be lists. */
  private static List<Parameter> parameters(Command command, List<Condition> where) {
    List<Parameter> parameters = new ArrayList<>(single(command.parameters()));
    List<Condition> taking = where.stream().filter(Condition::takesParameter).toList();
    int first = parameters.size() - taking.size();
    for (int i = 0; i < taking.size(); i++) {
      Column column = parameters.get(first + i).column();
      Condition condition = taking.get(i);
      int least = condition.op() == Condition.Op.IN ? 1 : condition.values();
      parameters.set(first + i, new Parameter(column, least, condition.values()));
    }
    return parameters;
  }

  @Override
  public MemoryPrepared insert(Command.Insert insert) {
    Table table = insert.table();
    requireAllColumns(table, insert.columns(), List.of());
    return prepared(
        single(insert.parameters()),
        insert.maxBatch(),
        (prepared, batch) -> insertRows(insert, batch));
  }

  private int insertRows(Command.Insert insert, List<Object[]> batch) throws DatabaseException {
    MemoryTable rows = database.table(insert.table());
    List<Object[]> added = new ArrayList<>();
    for (Object[] values : batch) {
      Object[] row = row(insert.table(), insert.columns(), values);
      if (insert.columns().size() < insert.table().columns().size()) {
        row[insert.table().position(insert.table().primaryKey().get(0))] = rows.generateKey();
      }
      if (!rows.find(rows.key(row)).isEmpty()) {
        added.forEach(rows::remove);
        throw new DatabaseException(
            FailureKind.DUPLICATE_KEY, "duplicate primary key in " + insert.table().name());
      }
      rows.put(row);
      added.add(row);
    }
    added.forEach(row -> session.onRollback(() -> rows.remove(row)));
    return added.size();
  }

  private static Object[] row(Table table, List<String> columns, Object[] values) {
    Object[] row = new Object[table.columns().size()];
    for (int i = 0; i < columns.size(); i++) {
      row[table.position(columns.get(i))] = values[i];
    }
    return row;
  }

  /** Refuses a command that leaves a column of a new row null. */
  private static void requireAllColumns(Table table, List<String> columns, List<Add> add) {
    for (Column column : table.columns()) {
      boolean generated = table.generatedKey() && table.primaryKey().contains(column.name());
      boolean added = add.stream().anyMatch(a -> a.column().equals(column.name()));
      if (!columns.contains(column.name()) && !added && !generated) {
        throw new IllegalArgumentException("nothing sets " + table.name() + "." + column.name());
      }
    }
  }

  @Override
  public MemoryPrepared upsert(Command.Upsert upsert) {
    Table table = upsert.table();
    requireAllColumns(table, upsert.columns(), upsert.add());
    if (!upsert.columns().containsAll(upsert.set())
        || !upsert.columns().containsAll(table.primaryKey())) {
      throw new IllegalArgumentException("an upsert's columns hold its key and all that it sets");
    }
    return prepared(
        single(upsert.parameters()),
        1,
        (prepared, batch) -> upsertRow(upsert, prepared, batch.get(0)));
  }

  private int upsertRow(Command.Upsert upsert, MemoryPrepared prepared, Object[] values)
      throws DatabaseException {
    Table table = upsert.table();
    MemoryTable rows = database.table(table);
    Object[] given = row(table, upsert.columns(), values);
    List<Object[]> found = rows.find(rows.key(given));
    if (found.isEmpty()) {
      upsert
          .add()
          .forEach(add -> given[table.position(add.column())] = add.constant().orElseThrow());
      rows.put(given);
      session.onRollback(() -> rows.remove(given));
      return 1;
    }
    Object[] before = found.get(0);
    Object[] after = before.clone();
    upsert.set().forEach(name -> after[table.position(name)] = given[table.position(name)]);
    upsert.add().forEach(add -> add(table, after, add.column(), add.constant().orElseThrow()));
    change(rows, before, after);
    upsert.old().ifPresent(name -> prepared.setOld((Long) before[table.position(name)]));
    return 1;
  }

  private static void add(Table table, Object[] row, String column, long delta) {
    int position = table.position(column);
    row[position] = (Long) row[position] + delta;
  }

  private void change(MemoryTable rows, Object[] before, Object[] after) {
    rows.put(after);
    session.onRollback(() -> rows.put(before));
  }

  @Override
  public MemoryPrepared update(Command.Update update) {
    Table table = update.table();
    update.set().forEach(assign -> table.position(assign.column()));
    MemorySearch search = MemorySearch.of(table, update.where());
    return prepared(
        parameters(update, update.where()),
        1,
        (prepared, batch) -> updateRows(update, search, prepared, batch.get(0)));
  }

  private int updateRows(
      Command.Update update, MemorySearch search, MemoryPrepared prepared, Object[] values)
      throws DatabaseException {
    Table table = update.table();
    MemoryTable rows = database.table(table);
    List<Object[]> found = search.rows(rows, values, update.firstOfConditions());
    for (Object[] before : found) {
      Object[] after = before.clone();
      int parameter = 0;
      for (Assign assign : update.set()) {
        after[table.position(assign.column())] =
            assign.constant().isPresent() ? assign.constant().get() : values[parameter++];
      }
      for (Add add : update.add()) {
        long delta = add.constant().isPresent() ? add.constant().get() : (Long) values[parameter++];
        add(table, after, add.column(), delta);
      }
      change(rows, before, after);
      update.old().ifPresent(name -> prepared.setOld((Long) before[table.position(name)]));
    }
    return found.size();
  }

  @Override
  public MemoryPrepared delete(Command.Delete delete) {
    MemorySearch search = MemorySearch.of(delete);
    return prepared(
        parameters(delete, delete.where()),
        1,
        (prepared, batch) -> deleteRows(delete, search, batch.get(0)));
  }

  private int deleteRows(Command.Delete delete, MemorySearch search, Object[] values)
      throws DatabaseException {
    MemoryTable rows = database.table(delete.table());
    List<Object[]> found = search.rows(rows, values, 0);
    for (Object[] row : found) {
      rows.remove(row);
      session.onRollback(() -> rows.put(row));
    }
    return found.size();
  }

  @Override
  public MemoryPrepared select(Command.Select select) {
    if (select.limit() > 0 && select.orderBy().isEmpty()) {
      throw new IllegalArgumentException("a limited select needs an order");
    }
    int[] positions = select.columns().stream().mapToInt(select.table()::position).toArray();
    MemorySearch search = MemorySearch.of(select);
    return prepared(
        parameters(select, select.where()),
        1,
        (prepared, batch) -> selectRows(select, search, positions, prepared, batch.get(0)));
  }

  private int selectRows(
      Command.Select select,
      MemorySearch search,
      int[] positions,
      MemoryPrepared prepared,
      Object[] values)
      throws DatabaseException {
    List<Object[]> found = search.rows(database.table(select.table()), values, 0);
    boolean ordered = !select.orderBy().isEmpty();
    return switch (select.result()) {
      case ROWS -> {
        found.forEach(row -> prepared.addRow(pick(row, positions), ordered));
        yield found.size();
      }
      case DISTINCT -> {
        NavigableMap<Object[], Object[]> seen = new TreeMap<>(MemoryTable.KEY_ORDER);
        int rows = 0;
        for (Object[] row : found) {
          Object[] read = pick(row, positions);
          if (seen.put(read, read) == null) {
            prepared.addRow(read, ordered);
            rows++;
          }
        }
        yield rows;
      }
      case SUM -> {
        long sum = found.stream().mapToLong(row -> (Long) row[positions[0]]).sum();
        prepared.addRow(new Object[] {sum}, false);
        yield 1;
      }
      case COUNT -> {
        prepared.addRow(new Object[] {(long) found.size()}, false);
        yield 1;
      }
    };
  }

  private static Object[] pick(Object[] row, int[] positions) {
    Object[] picked = new Object[positions.length];
    for (int i = 0; i < picked.length; i++) {
      picked[i] = row[positions[i]];
    }
    return picked;
  }
}
