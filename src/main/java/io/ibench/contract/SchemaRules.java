package io.ibench.contract;

import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Index;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.List;
import java.util.Optional;

/** Tables and indexes: created, found, dropped, missing. */
final class SchemaRules extends RuleGroup {

  SchemaRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  private void expectExists(boolean expected) throws DatabaseException {
    Expect.equal("exists", expected, database.exists(Tables.OTHERS.name()));
  }

  @Rule("A table exists from its creation until it is dropped.")
  void knowsWhichTablesExist() throws DatabaseException {
    expectExists(false);
    workspace.create(Tables.OTHERS);
    expectExists(true);
    workspace.drop(Tables.OTHERS);
    expectExists(false);
    workspace.create(Tables.OTHERS);
    expectExists(true);
  }

  @Rule("A table that is created again has none of its former rows.")
  void createsATableAgainWithoutItsFormerRows() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    workspace.close(session);
    workspace.drop(Tables.THINGS);
    workspace.create(Tables.THINGS);
    Session next = workspace.session();
    Expect.list("rows", List.of(), things(next));
  }

  @Rule("A table that exists cannot be created: FATAL, and its rows stay.")
  void refusesToCreateATableTwice() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    Expect.fails(FailureKind.FATAL, "create again", () -> workspace.create(Tables.THINGS));
    expectThings(row(1, 1, 0, 0, 0));
  }

  @Rule("A missing table cannot be dropped, indexed or scanned: NOT_FOUND.")
  void doesNotFindMissingTables() throws DatabaseException {
    Table absent = Tables.ABSENT;
    Expect.fails(FailureKind.NOT_FOUND, "drop", () -> database.drop(absent.name()));
    Expect.fails(
        FailureKind.NOT_FOUND, "createIndex", () -> database.createIndex(absent, Tables.BY_WEIGHT));
    Scan scan = new Scan(absent, List.of("id"), List.of(), List.of("kind", "id"));
    Expect.fails(FailureKind.NOT_FOUND, "scan", () -> session.scan(scan).next());
    Expect.equal("exists", false, database.exists(absent.name()));
  }

  @Rule("Every command on a missing table fails with NOT_FOUND, at the latest when executed.")
  void doesNotFindAMissingTableInAnyCommand() throws DatabaseException {
    Table absent = Tables.ABSENT;
    List<String> columns = absent.columnNames();
    List<String> size = List.of("size");
    List<Command> commands =
        List.of(
            insertOf(absent, 1),
            insertOf(absent, 2),
            new Command.Upsert(absent, columns, size, List.of(), Optional.of("state")),
            new Command.Upsert(absent, columns, size, List.of(), Optional.empty()),
            new Command.Update(
                absent,
                List.of(Assign.constant("size", 1)),
                List.of(),
                THING_KEY,
                Optional.of("state")),
            new Command.Delete(absent, THING_KEY, 0),
            new Command.Delete(absent, THING_KEY, 1),
            Command.Select.of(absent, columns, THING_KEY),
            Command.Select.of(absent, columns, List.of(Condition.in("id", 3))));
    for (Command command : commands) {
      Expect.fails(
          FailureKind.NOT_FOUND,
          command.getClass().getSimpleName(),
          () -> executeWithAnything(command));
    }
  }

  /** Prepares, binds and executes: products find out at different moments. */
  private void executeWithAnything(Command command) throws DatabaseException {
    Prepared prepared = session.prepare(command);
    if (command instanceof Command.Insert || command instanceof Command.Upsert) {
      bindThing(prepared, 1, 1, 1, 1, 1, LABEL);
    } else if (command instanceof Command.Select select
        && select.where().get(0).op() == Condition.Op.IN) {
      prepared.setLongs(0, new long[] {1}, 1);
    } else {
      bindKey(prepared, 0, 1, 1);
    }
    if (command instanceof Command.Insert insert && insert.maxBatch() > 1) {
      prepared.addBatch();
    }
    prepared.execute();
  }

  private static Command.Select idsByWeight() {
    return new Command.Select(
        Tables.THINGS,
        List.of("id"),
        List.of(Condition.eq("kind", 1)),
        Optional.of(Tables.BY_WEIGHT),
        List.of("weight", "id"),
        false,
        0,
        0);
  }

  @Rule(
      value = "A select by an index that does not exist fails with NOT_FOUND.",
      level = ContractRule.Level.OPTIONAL)
  void doesNotFindAMissingIndex() throws DatabaseException {
    thing(1, 1, 1, 5, 0);
    Expect.fails(FailureKind.NOT_FOUND, "select", () -> session.prepare(idsByWeight()).execute());
  }

  @Rule("An index covers the rows that exist before it, and cannot be created twice: FATAL.")
  void indexesTheRowsThatExist() throws DatabaseException {
    for (long id = 1; id <= 3; id++) {
      thing(1, id, 1, -id, 0);
    }
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    Expect.list("ids by weight", row(3, 2, 1), readOne(session.prepare(idsByWeight())));
    Expect.fails(
        FailureKind.FATAL,
        "createIndex again",
        () -> database.createIndex(Tables.THINGS, Tables.BY_WEIGHT));
  }

  @Rule("Several indexes are created together; none, by an empty list.")
  void createsSeveralIndexesTogether() throws DatabaseException {
    thing(1, 1, 1, 5, 0);
    List<Index> both = List.of(Tables.BY_WEIGHT, Tables.BY_STATE);
    database.createIndexes(Tables.THINGS, both);
    Expect.list("differences", List.of(), database.differences(Tables.THINGS.with(both)));
    database.createIndexes(Tables.THINGS, List.of());
    Expect.fails(
        FailureKind.FATAL,
        "createIndexes again",
        () -> database.createIndexes(Tables.THINGS, List.of(Tables.BY_STATE)));
  }

  @Rule("A table is divided into partitions, or refused with FATAL and not created.")
  void dividesATableByRangesOrRefusesIt() throws DatabaseException {
    Table ranges = Tables.RANGES;
    try {
      workspace.create(ranges);
    } catch (DatabaseException e) {
      Expect.equal("kind of the refusal", FailureKind.FATAL, e.kind());
      Expect.equal("exists after the refusal", false, database.exists(ranges.name()));
      return;
    }
    Expect.list("differences", List.of(), database.differences(ranges));
    fill(ranges);
    Prepared oldest =
        session.prepare(
            new Command.Delete(ranges, List.of(Condition.of("id", Condition.Op.GE)), 15));
    oldest.setLong(0, 8);
    expectCount(15, oldest);
    Prepared rest =
        session.prepare(
            new Command.Select(
                ranges,
                List.of("id"),
                List.of(Condition.of("id", Condition.Op.GT)),
                Optional.empty(),
                List.of("id"),
                false,
                3,
                0));
    rest.setLong(0, 6);
    Expect.list("ids after the delete", row(7, 23, 24), readOne(rest));
  }

  /** Ids from 1 to 45, in all partitions. */
  private void fill(Table ranges) throws DatabaseException {
    Prepared insert = session.prepare(insertOf(ranges, 100));
    for (long id = 1; id <= 45; id++) {
      insert.setLong(0, id);
      insert.setLong(1, -id);
      insert.setBytes(2, LABEL, LABEL.length);
      insert.addBatch();
    }
    expectCount(45, insert);
  }
}
