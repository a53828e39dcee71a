package io.ibench.db.memory;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.Kind;
import io.ibench.db.Table;
import io.ibench.db.memory.MemoryPrepared.Parameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns commands into actions on {@link MemoryTable}s. */
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

  private static List<Parameter> parametersOf(Table table, List<String> columns) {
    return columns.stream().map(name -> new Parameter(table.column(name), 1)).toList();
  }

  private static List<Parameter> parametersOf(Table table, Collection<Condition> where) {
    return where.stream()
        .filter(Condition::takesParameter)
        .map(condition -> new Parameter(table.column(condition.column()), condition.max()))
        .toList();
  }

  @Override
  public MemoryPrepared insert(Command.Insert insert) {
    Table table = insert.table();
    requireAllColumns(table, insert.columns(), List.of());
    return prepared(
        parametersOf(table, insert.columns()),
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
            Kind.DUPLICATE_KEY, "duplicate primary key in " + insert.table().name());
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

  /** A column that nothing sets would be null, which no column may be. */
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
        parametersOf(table, upsert.columns()),
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
      upsert.add().forEach(add -> given[table.position(add.column())] = add.delta());
      rows.put(given);
      session.onRollback(() -> rows.remove(given));
      return 1;
    }
    Object[] before = found.get(0);
    Object[] after = before.clone();
    upsert.set().forEach(name -> after[table.position(name)] = given[table.position(name)]);
    change(table, rows, upsert.add(), before, after);
    upsert.old().ifPresent(name -> prepared.setOld((Long) before[table.position(name)]));
    return 1;
  }

  private void change(
      Table table, MemoryTable rows, List<Add> adds, Object[] before, Object[] after) {
    for (Add add : adds) {
      int position = table.position(add.column());
      after[position] = (Long) after[position] + add.delta();
    }
    rows.put(after);
    session.onRollback(() -> rows.put(before));
  }

  @Override
  public MemoryPrepared update(Command.Update update) {
    Table table = update.table();
    List<Parameter> parameters = new ArrayList<>();
    for (Assign assign : update.set()) {
      if (assign.constant().isEmpty()) {
        parameters.add(new Parameter(table.column(assign.column()), 1));
      }
    }
    parameters.addAll(parametersOf(table, update.where()));
    return prepared(parameters, 1, (prepared, batch) -> updateRows(update, prepared, batch.get(0)));
  }

  private int updateRows(Command.Update update, MemoryPrepared prepared, Object[] values)
      throws DatabaseException {
    Table table = update.table();
    MemoryTable rows = database.table(table);
    int assigned = (int) update.set().stream().filter(a -> a.constant().isEmpty()).count();
    List<Object[]> found =
        matching(table, update.where(), Optional.empty(), values, assigned, rows);
    for (Object[] before : found) {
      Object[] after = before.clone();
      int parameter = 0;
      for (Assign assign : update.set()) {
        after[table.position(assign.column())] =
            assign.constant().isPresent() ? assign.constant().get() : values[parameter++];
      }
      change(table, rows, update.add(), before, after);
      update.old().ifPresent(name -> prepared.setOld((Long) before[table.position(name)]));
    }
    return found.size();
  }

  @Override
  public MemoryPrepared delete(Command.Delete delete) {
    return prepared(
        parametersOf(delete.table(), delete.where()),
        1,
        (prepared, batch) -> deleteRows(delete, batch.get(0)));
  }

  private int deleteRows(Command.Delete delete, Object[] values) throws DatabaseException {
    MemoryTable rows = database.table(delete.table());
    List<Object[]> found =
        matching(delete.table(), delete.where(), Optional.empty(), values, 0, rows);
    int count = delete.limit() > 0 ? Math.min(delete.limit(), found.size()) : found.size();
    for (Object[] row : found.subList(0, count)) {
      rows.remove(row);
      session.onRollback(() -> rows.put(row));
    }
    return count;
  }

  @Override
  public MemoryPrepared select(Command.Select select) {
    if (select.limit() > 0 && select.orderBy().isEmpty()) {
      throw new IllegalArgumentException("a limited select needs an order");
    }
    select.columns().forEach(select.table()::position);
    return prepared(
        parametersOf(select.table(), select.where()),
        1,
        (prepared, batch) -> selectRows(select, prepared, batch.get(0)));
  }

  private int selectRows(Command.Select select, MemoryPrepared prepared, Object[] values)
      throws DatabaseException {
    Table table = select.table();
    List<Object[]> found =
        matching(table, select.where(), select.by(), values, 0, database.table(table));
    if (!select.orderBy().isEmpty()) {
      Comparator<Object[]> order = order(table, select.orderBy());
      found.sort(select.descending() ? order.reversed() : order);
    }
    int from = Math.min(select.offset(), found.size());
    int to = select.limit() > 0 ? Math.min(from + select.limit(), found.size()) : found.size();
    int[] positions = select.columns().stream().mapToInt(table::position).toArray();
    for (Object[] row : found.subList(from, to)) {
      Object[] read = new Object[positions.length];
      for (int i = 0; i < read.length; i++) {
        read[i] = row[positions[i]];
      }
      prepared.addRow(read, !select.orderBy().isEmpty());
    }
    return to - from;
  }

  private static Comparator<Object[]> order(Table table, List<String> columns) {
    int[] positions = columns.stream().mapToInt(table::position).toArray();
    return (a, b) -> {
      for (int position : positions) {
        int order = MemoryTable.compare(a[position], b[position]);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  private static List<Object[]> matching(
      Table table,
      List<Condition> where,
      Optional<Index> by,
      Object[] values,
      int firstParameter,
      MemoryTable rows)
      throws DatabaseException {
    Object[] operands = operands(where, values, firstParameter);
    Map<String, Object> equal = new HashMap<>();
    for (int i = 0; i < operands.length; i++) {
      if (where.get(i).op() == Condition.Op.EQ) {
        equal.put(where.get(i).column(), operands[i]);
      }
    }
    Collection<Object[]> candidates =
        by.isPresent() ? rows.byIndex(by.get(), equal) : rows.byKey(equal);
    List<Object[]> found = new ArrayList<>();
    for (Object[] row : candidates) {
      if (holds(table, where, operands, row)) {
        found.add(row);
      }
    }
    return found;
  }

  private static Object[] operands(List<Condition> where, Object[] values, int firstParameter) {
    Object[] operands = new Object[where.size()];
    int parameter = firstParameter;
    for (int i = 0; i < operands.length; i++) {
      Condition condition = where.get(i);
      operands[i] =
          condition.takesParameter() ? values[parameter++] : condition.constant().orElseThrow();
    }
    return operands;
  }

  private static boolean holds(
      Table table, List<Condition> where, Object[] operands, Object[] row) {
    for (int i = 0; i < operands.length; i++) {
      Object value = row[table.position(where.get(i).column())];
      if (!holds(where.get(i).op(), value, operands[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(Condition.Op op, Object value, Object operand) {
    if (op == Condition.Op.IN) {
      for (long listed : (long[]) operand) {
        if (listed == (Long) value) {
          return true;
        }
      }
      return false;
    }
    int order = MemoryTable.compare(value, operand);
    return switch (op) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case GT -> order > 0;
      case GE -> order >= 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case IN -> throw new IllegalStateException("handled above");
    };
  }
}
