package io.ibench.contract;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Updates, with and without an old value. */
final class UpdateRules extends RuleGroup {

  UpdateRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  private Prepared update(
      List<Assign> set, List<Add> add, List<Condition> where, Optional<String> old)
      throws DatabaseException {
    return session.prepare(new Command.Update(Tables.THINGS, set, add, where, old));
  }

  @Rule("An update changes all rows that match, and no other; it returns their number.")
  void changesTheRowsThatMatch() throws DatabaseException {
    thing(1, 1, 0, 10, 20);
    thing(1, 2, 1, 11, 21);
    thing(2, 1, 1, 12, 22);
    Prepared update =
        update(
            List.of(
                Assign.parameter("weight"), Assign.constant("state", 5), Assign.parameter("size")),
            List.of(),
            List.of(Condition.eq("kind")),
            Optional.empty());
    update.setLong(0, 77);
    update.setLong(1, 88);
    update.setLong(2, 1);
    expectCount(2, update);
    expectThings(row(1, 1, 5, 77, 88), row(1, 2, 5, 77, 88), row(2, 1, 1, 12, 22));
  }

  @Rule("An update counts rows that match and stay as they are.")
  void countsRowsThatMatchAndStayAsTheyAre() throws DatabaseException {
    thing(1, 1, 0, 10, 20);
    Prepared update =
        update(List.of(Assign.parameter("weight")), List.of(), THING_KEY, Optional.empty());
    update.setLong(0, 10);
    bindKey(update, 1, 1, 1);
    expectCount(1, update);
    expectCount(1, update);
  }

  @Rule("An update where no row matches returns 0 and changes nothing.")
  void countsNothingWhereNothingMatches() throws DatabaseException {
    thing(1, 1, 0, 10, 20);
    Prepared update = update(List.of(), List.of(new Add("weight", 1)), THING_KEY, Optional.empty());
    bindKey(update, 0, 1, 2);
    expectCount(0, update);
    expectThings(row(1, 1, 0, 10, 20));
  }

  @Rule("An update adds to several counters, and sets other columns, in one statement.")
  void addsToCountersBesideWhatItSets() throws DatabaseException {
    thing(1, 1, 0, 10, 20);
    Prepared update =
        update(
            List.of(Assign.parameter("label")),
            List.of(new Add("weight", -15), new Add("size", 4)),
            THING_KEY,
            Optional.empty());
    update.setBytes(0, new byte[] {9}, 1);
    bindKey(update, 1, 1, 1);
    update.execute();
    expectCount(1, update);
    expectThings(row(1, 1, 0, -20, 28));
    Expect.bytes("label", new byte[] {9}, label(1, 1));
  }

  @Rule("An update adds parameters, negative ones too, to columns of all whole types and all rows.")
  void addsParameters() throws DatabaseException {
    thing(1, 1, 100, 10, 20);
    thing(1, 2, 101, Long.MAX_VALUE, 21);
    Prepared update =
        session.prepare(
            Tables.THINGS
                .update()
                .set("label")
                .add("weight")
                .add("state")
                .add("size", 2)
                .where("kind"));
    long[][] deltas = {{-7, 3}, {-4_000_000_000L, -100}};
    for (long[] delta : deltas) {
      update.setBytes(0, new byte[] {9}, 1);
      update.setLong(1, delta[0]);
      update.setLong(2, delta[1]);
      update.setLong(3, 1);
      expectCount(2, update);
    }
    long sum = -4_000_000_007L;
    expectThings(row(1, 1, 3, 10 + sum, 24), row(1, 2, 4, Long.MAX_VALUE + sum, 25));
    Expect.bytes("label", new byte[] {9}, label(1, 2));
  }

  @Rule("An update that adds a parameter repeats it without new values, and reports the old value.")
  void addsAParameterBesideAnOldValue() throws DatabaseException {
    thing(1, 1, 1, 100, 20);
    Prepared update =
        update(
            List.of(Assign.parameter("size")),
            List.of(Add.parameter("weight")),
            List.of(Condition.eq("size", 20), Condition.eq("kind"), Condition.eq("id")),
            Optional.of("weight"));
    update.setLong(0, 20);
    update.setLong(1, -15);
    bindKey(update, 2, 1, 1);
    expectCount(1, update);
    expectOld(100, update);
    expectCount(1, update);
    expectOld(85, update);
    expectThings(row(1, 1, 1, 70, 20));
  }

  @Rule("An update reports the value before it, or ABSENT (-1) when there is no such row.")
  void reportsTheOldValueOrThatThereIsNoRow() throws DatabaseException {
    thing(1, 1, 1, 10, 20);
    Prepared hide =
        update(List.of(Assign.constant("state", 0)), List.of(), THING_KEY, Optional.of("state"));
    long[][] expected = {{1, 1, 1}, {1, 1, 0}, {2, 0, Prepared.ABSENT}, {1, 1, 0}};
    for (long[] step : expected) {
      bindKey(hide, 0, 1, step[0]);
      expectCount((int) step[1], hide);
      expectOld(step[2], hide);
    }
    expectThings(row(1, 1, 0, 10, 20));
  }

  @Rule("The old value is of a column that the update sets, adds to or leaves.")
  void reportsTheOldValueOfWhatItSetsAddsToOrLeaves() throws DatabaseException {
    thing(1, 1, 1, 10, 20);
    Prepared sets =
        update(
            List.of(Assign.parameter("size"), Assign.parameter("weight")),
            List.of(),
            THING_KEY,
            Optional.of("weight"));
    sets.setLong(0, 21);
    sets.setLong(1, 11);
    bindKey(sets, 2, 1, 1);
    expectCount(1, sets);
    expectOld(10, sets);
    Prepared adds =
        update(List.of(), List.of(new Add("weight", 5)), THING_KEY, Optional.of("weight"));
    bindKey(adds, 0, 1, 1);
    expectCount(1, adds);
    expectOld(11, adds);
    Prepared leaves =
        update(List.of(Assign.constant("state", 0)), List.of(), THING_KEY, Optional.of("weight"));
    bindKey(leaves, 0, 1, 1);
    expectCount(1, leaves);
    expectOld(16, leaves);
    expectThings(row(1, 1, 0, 16, 21));
  }

  @Rule("When a condition beside the key fails, there is no old value, and nothing changes.")
  void reportsNoOldValueWhenAnotherConditionFails() throws DatabaseException {
    thing(1, 1, 1, 10, 20);
    List<Condition> where = new ArrayList<>(THING_KEY);
    where.add(Condition.of("weight", Condition.Op.GT));
    Prepared update =
        update(List.of(Assign.constant("state", 0)), List.of(), where, Optional.of("state"));
    bindKey(update, 0, 1, 1);
    update.setLong(2, 10);
    expectCount(0, update);
    expectOld(Prepared.ABSENT, update);
    expectThings(row(1, 1, 1, 10, 20));
    update.setLong(2, 9);
    expectCount(1, update);
    expectOld(1, update);
  }

  @Rule("Conditions with constants need no parameter, also beside an old value.")
  void reportsTheOldValueBesideConstantConditions() throws DatabaseException {
    thing(1, 1, 1, 10, 20);
    thing(3, 1, 2, 10, 20);
    Prepared update =
        update(
            List.of(Assign.constant("state", 4), Assign.parameter("weight")),
            List.of(),
            List.of(Condition.eq("size", 20), Condition.eq("kind", 3), Condition.eq("id")),
            Optional.of("state"));
    update.setLong(0, 13);
    update.setLong(1, 1);
    expectCount(1, update);
    expectOld(2, update);
    expectThings(row(1, 1, 1, 10, 20), row(3, 1, 4, 13, 20));
  }
}
