package io.ibench.workload.oltp;

import io.ibench.db.Add;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One of the tables sbtest1, sbtest2 ..., and its statements. Immutable. */
final class OltpTable {

  static final String ID = "id";
  static final String K = "k";
  static final String C = "c";
  static final String PAD = "pad";

  private static final int C_LENGTH = 120;
  private static final int PAD_LENGTH = 60;

  private final Table table;
  private final OltpKeys.InList inList;
  private final Optional<String> index;

  /**
   * @param number from 1 on
   */
  OltpTable(OltpSettings settings, int number) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.number(ID, ColumnType.SIGNED));
    columns.add(Column.number(K, ColumnType.SIGNED));
    if (!settings.bulk()) {
      columns.add(text(settings.text(), C, C_LENGTH));
      columns.add(text(settings.text(), PAD, PAD_LENGTH));
    }
    Table plain = new Table("sbtest" + number, columns, List.of(ID), settings.autoInc(), List.of());
    String name = "k_" + number;
    table = settings.secondary() ? plain.index(name, K) : plain;
    index = settings.secondary() ? Optional.of(name) : Optional.empty();
    inList = settings.inList();
  }

  private static Column text(OltpKeys.Text type, String name, int length) {
    return switch (type) {
      case CHAR -> Column.fixedText(name, length);
      case VARCHAR -> Column.text(name, length);
      case BYTES -> Column.bytes(name, length);
    };
  }

  Table table() {
    return table;
  }

  Command.Select point() {
    return table.select(C).where(ID);
  }

  /** Whether there is a row. */
  Command.Select idOf() {
    return table.select(ID).where(ID);
  }

  Command.Select range() {
    return table.select(C).where(Condition.between(ID));
  }

  Command.Select sum() {
    return table.select(K).where(Condition.between(ID)).sum();
  }

  Command.Select ordered() {
    return range().ordered(C);
  }

  Command.Select distinct() {
    return range().distinct().ordered(C);
  }

  Command.Select countOfRange() {
    return range().count();
  }

  Command.Update addToK() {
    return new Command.Update(table, List.of(), List.of(new Add(K, 1)), List.of(), Optional.empty())
        .where(ID);
  }

  Command.Update setC() {
    return table.update().set(C).where(ID);
  }

  Command.Update setCOfList(int ids) {
    return table.update().set(C).where(list(ID, ids));
  }

  Command.Delete delete() {
    return table.delete().where(ID);
  }

  /** With the id. */
  Command.Insert insert(int maxBatch) {
    return new Command.Insert(table, table.columnNames(), maxBatch);
  }

  /** Without the id, which the server generates. */
  Command.Insert insertWithoutId() {
    return new Command.Insert(table, List.of(K, C, PAD), 1);
  }

  Command.Select rowsOfList(int numbers) {
    return byK(table.select().where(list(K, numbers)));
  }

  Command.Select countOfRanges(int ranges) {
    return byK(table.select(K).where(Condition.ranges(K, ranges)).count());
  }

  Command.Select cOfList(int ids) {
    return table.select(C).where(list(ID, ids));
  }

  /** By a list; covered: reads nothing but the searched column. */
  Command.Select pointsOn(OltpKeys.On on, boolean covered, int numbers) {
    return searched(on, covered, list(column(on), numbers));
  }

  /** By a range; covered: reads nothing but the searched column. */
  Command.Select rangeOn(OltpKeys.On on, boolean covered) {
    return searched(on, covered, Condition.between(column(on)));
  }

  private Command.Select searched(OltpKeys.On on, boolean covered, Condition condition) {
    Command.Select select = covered ? table.select(column(on)) : table.select(column(on), C);
    return on == OltpKeys.On.K ? byK(select.where(condition)) : select.where(condition);
  }

  private static String column(OltpKeys.On on) {
    return on == OltpKeys.On.K ? K : ID;
  }

  /** Every row is read, and none returned. */
  Command.Select scan() {
    return table.select().where(Condition.shorter(C, 0));
  }

  private Command.Select byK(Command.Select select) {
    return index.map(select::unhinted).orElse(select);
  }

  private Condition list(String column, int numbers) {
    return inList == OltpKeys.InList.ARRAY
        ? Condition.in(column, numbers)
        : Condition.exactly(column, numbers);
  }
}
