package io.ibench.contract;

import io.ibench.contract.ContractRule.Level;
import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans of commands. */
final class ExplainRules extends RuleGroup {

  private static final Command.Select BY_INDEX =
      new Command.Select(
          Tables.THINGS,
          List.of("kind", "state", "weight"),
          List.of(Condition.of("kind", Op.GE), Condition.in("state", 3)),
          Optional.of(Tables.BY_WEIGHT),
          List.of("kind", "state", "weight", "id"),
          false,
          10,
          0);

  ExplainRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS, Tables.NOTES);
  }

  private void fill() throws DatabaseException {
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    for (long id = 1; id <= 20; id++) {
      thing(id % 4, id, 0, id, 0);
      note(id, id, LABEL);
    }
  }

  private static Map<Command, List<Long>> changes() {
    List<String> columns = Tables.THINGS.columnNames();
    List<Long> values = List.of(1L, 1L, 1L, 1L, 1L, 0L);
    Optional<String> state = Optional.of("state");
    Map<Command, List<Long>> changes = new LinkedHashMap<>();
    changes.put(
        new Command.Delete(Tables.NOTES, List.of(Condition.of("id", Op.GE)), 2), List.of(3L));
    changes.put(new Command.Delete(Tables.THINGS, THING_KEY, 0), List.of(1L, 1L));
    changes.put(
        new Command.Update(
            Tables.THINGS,
            List.of(Assign.parameter("label"), Assign.constant("size", 9)),
            List.of(new Add("weight", 1)),
            THING_KEY,
            state),
        List.of(0L, 1L, 1L));
    changes.put(
        Tables.THINGS.update().set("label").add("weight").where("kind").where("id"),
        List.of(0L, -5L, 1L, 1L));
    changes.put(
        new Command.Upsert(Tables.THINGS, columns, List.of("size"), List.of(), state), values);
    changes.put(insertOf(Tables.THINGS, 1), values);
    changes.put(insertOf(Tables.THINGS, 100), values);
    return changes;
  }

  @Rule(
      value = "explain has lines for every command, and executes and changes nothing.",
      needs = {})
  void explainsEveryChangeAndMakesNone() throws DatabaseException {
    fill();
    List<List<Long>> things = things();
    List<List<Long>> notes = notes();
    for (Map.Entry<Command, List<Long>> change : changes().entrySet()) {
      List<String> lines = database.explain(change.getKey(), change.getValue());
      Expect.that(
          !lines.isEmpty(), "lines for " + change.getKey().getClass().getSimpleName(), "none");
    }
    Expect.that(
        !database.explain(BY_INDEX, List.of(2L, 0L, 1L, 2L)).isEmpty(), "lines for Select", "none");
    Expect.list("things afterwards", things, things());
    Expect.list("notes afterwards", notes, notes());
  }

  @Rule(value = "explain names the index that a select reads.", level = Level.OPTIONAL)
  void namesTheIndexThatASelectReads() throws DatabaseException {
    fill();
    List<String> lines = database.explain(BY_INDEX, List.of(2L, 0L, 1L, 2L));
    Expect.that(
        String.join("\n", lines).contains(Tables.BY_WEIGHT.name()),
        "a plan with the index " + Tables.BY_WEIGHT.name(),
        lines);
  }

  @Rule(value = "explain does not find a missing table: NOT_FOUND.", level = Level.OPTIONAL)
  void doesNotFindAMissingTable() {
    Command delete = new Command.Delete(Tables.ABSENT, List.of(), 0);
    Expect.fails(FailureKind.NOT_FOUND, "explain", () -> database.explain(delete, List.of()));
  }

  @Rule(
      value = "explain refuses another number of values with an IllegalArgumentException.",
      level = Level.OPTIONAL)
  void refusesAnotherNumberOfValues() {
    for (List<Long> values : List.of(List.of(1L), List.of(1L, 2L, 3L, 4L, 5L))) {
      Expect.refuses(
          IllegalArgumentException.class,
          "explain with " + values.size() + " values for 4 parameters",
          () -> database.explain(BY_INDEX, values));
    }
  }
}
