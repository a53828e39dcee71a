package io.ibench.contract;

import io.ibench.contract.ContractRule.Level;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import java.util.List;

/** How an existing table differs from a declared one. */
final class DifferenceRules extends RuleGroup {

  DifferenceRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  /** What is declared, but other columns, another key and another index. */
  private static final Table FOUND =
      new Table(
          Tables.OTHERS.name(),
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("kind", ColumnType.LONG),
              Column.bytes("state", 8),
              Column.bytes("weight", 255),
              Column.number("label", ColumnType.LONG),
              Column.number("further", ColumnType.LONG)),
          List.of("id", "kind"),
          false,
          List.of(new Index(Tables.BY_WEIGHT.name(), List.of("weight", "id", "kind"))));

  private List<String> differencesFromFound() throws DatabaseException {
    workspace.create(FOUND);
    database.createIndex(FOUND, FOUND.indexes().get(0));
    // Some products know only the columns of their rows.
    Prepared insert = session.prepare(insertOf(FOUND, 1));
    for (int column = 0; column < FOUND.columns().size(); column++) {
      if (FOUND.columns().get(column).type().isNumber()) {
        insert.setLong(column, 1);
      } else {
        insert.setBytes(column, LABEL, LABEL.length);
      }
    }
    insert.execute();
    return database.differences(Tables.OTHERS);
  }

  private static void expectLine(List<String> differences, String... words) {
    Expect.that(
        differences.stream().anyMatch(line -> List.of(words).stream().allMatch(line::contains)),
        "a difference that names " + String.join(" and ", words),
        differences);
  }

  @Rule("There is no difference between a table and what it was created as.")
  void findsNoneInTheTablesItCreates() throws DatabaseException {
    workspace.create(Tables.NOTES);
    for (Table table : List.of(Tables.THINGS.with(List.of()), Tables.NOTES)) {
      Expect.list("differences of " + table.name(), List.of(), database.differences(table));
    }
    thing(1, 1, 1, 1, 1);
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    Expect.list("with an index", List.of(), database.differences(Tables.THINGS));
  }

  @Rule("There is no difference between a table of times and hundredths and its declaration.")
  void findsNoneInATableOfTimesAndHundredths() throws DatabaseException {
    createSales();
    Expect.list("differences", List.of(), database.differences(Tables.SALES));
  }

  /** With a row, because some products know only the columns of their rows. */
  private void createSales() throws DatabaseException {
    workspace.create(Tables.SALES);
    database.createIndex(Tables.SALES, Tables.BY_PRICE);
    Prepared insert = session.prepare(insertOf(Tables.SALES, 1));
    insert.setLong(0, 1);
    insert.setLong(1, 0);
    insert.setLong(2, 110);
    insert.setBytes(3, LABEL, LABEL.length);
    insert.execute();
  }

  @Rule("A missing table has no differences: NOT_FOUND.")
  void findsNoTableToCompare() {
    Expect.fails(FailureKind.NOT_FOUND, "differences", () -> database.differences(Tables.ABSENT));
  }

  @Rule(value = "A missing index is a difference.", level = Level.OPTIONAL)
  void namesAMissingIndex() throws DatabaseException {
    List<String> differences = database.differences(Tables.THINGS);
    Expect.equal("number of differences", 1, differences.size());
    expectLine(differences, Tables.BY_WEIGHT.name());
  }

  @Rule(
      value = "A column that is missing, or that cannot store every value, is a difference.",
      level = Level.OPTIONAL)
  void namesColumnsThatAreMissingOrOfAnotherType() throws DatabaseException {
    List<String> differences = differencesFromFound();
    for (String column : List.of("state", "weight", "size", "label")) {
      expectLine(differences, "column " + column);
    }
  }

  @Rule(
      value = "A further column that an insert must fill is a difference.",
      level = Level.OPTIONAL)
  void namesFurtherColumns() throws DatabaseException {
    expectLine(differencesFromFound(), "further");
  }

  @Rule(
      value = "A primary key of other columns, or in another order, is a difference.",
      level = Level.OPTIONAL)
  void namesAnotherPrimaryKey() throws DatabaseException {
    expectLine(differencesFromFound(), "primary key", "(id, kind)", "(kind, id)");
  }

  @Rule(value = "An index over other columns is a difference.", level = Level.OPTIONAL)
  void namesAnIndexOverOtherColumns() throws DatabaseException {
    expectLine(differencesFromFound(), Tables.BY_WEIGHT.name(), "(weight, id, kind)");
  }

  @Rule(
      value = "A time is no hundredth, and a hundredth is no time: both are differences.",
      level = Level.OPTIONAL)
  void tellsTimesFromHundredths() throws DatabaseException {
    createSales();
    Table turned =
        new Table(
            Tables.SALES.name(),
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.number("at", ColumnType.FLOAT),
                Column.number("price", ColumnType.TIME),
                Column.bytes("data", 4000)),
            List.of("id"),
            false,
            List.of());
    List<String> differences = database.differences(turned);
    Expect.equal("number of differences", 2, differences.size());
    expectLine(differences, "column at");
    expectLine(differences, "column price");
  }
}
