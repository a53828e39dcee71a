package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UpdateContractTest extends DatabaseContract {

  private Prepared update(
      List<Assign> set, List<Add> add, List<Condition> where, Optional<String> old)
      throws DatabaseException {
    return session.prepare(new Command.Update(THINGS, set, add, where, old));
  }

  /** Sets the state to 0 by key and reports the old one. */
  private Prepared hide() throws DatabaseException {
    return update(List.of(Assign.constant("state", 0)), List.of(), THING_KEY, Optional.of("state"));
  }

  private static void bindKey(Prepared command, int first, long kind, long id) {
    command.setLong(first, kind);
    command.setLong(first + 1, id);
  }

  @Test
  void changesTheRowsThatMatchAndCountsThem() throws DatabaseException {
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
    assertThat(update.execute()).isEqualTo(2);
    assertThat(things())
        .containsExactly(row(1, 1, 5, 77, 88), row(1, 2, 5, 77, 88), row(2, 1, 1, 12, 22));
  }

  @Test
  void countsRowsThatMatchAndStayAsTheyAre() throws DatabaseException {
    thing(1, 1, 0, 10, 20);
    Prepared update =
        update(List.of(Assign.parameter("weight")), List.of(), THING_KEY, Optional.empty());
    update.setLong(0, 10);
    bindKey(update, 1, 1, 1);
    assertThat(update.execute()).isEqualTo(1);
    assertThat(update.execute()).isEqualTo(1);
  }

  @Test
  void countsNothingWhereNothingMatches() throws DatabaseException {
    thing(1, 1, 0, 10, 20);
    Prepared update = update(List.of(), List.of(new Add("weight", 1)), THING_KEY, Optional.empty());
    bindKey(update, 0, 1, 2);
    assertThat(update.execute()).isZero();
    assertThat(things()).containsExactly(row(1, 1, 0, 10, 20));
  }

  @Test
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
    assertThat(update.execute()).isEqualTo(1);
    assertThat(things()).containsExactly(row(1, 1, 0, -20, 28));
    assertThat(label(1, 1)).containsExactly(9);
  }

  @Test
  void reportsTheOldValueOrThatThereIsNoRow() throws DatabaseException {
    thing(1, 1, 1, 10, 20);
    Prepared hide = hide();
    long[][] expected = {{1, 1, 1}, {1, 1, 0}, {2, 0, Prepared.ABSENT}, {1, 1, 0}};
    for (long[] step : expected) {
      bindKey(hide, 0, 1, step[0]);
      assertThat(hide.execute()).isEqualTo((int) step[1]);
      assertThat(hide.old()).isEqualTo(step[2]);
    }
    assertThat(things()).containsExactly(row(1, 1, 0, 10, 20));
  }

  @Test
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
    assertThat(sets.execute()).isEqualTo(1);
    assertThat(sets.old()).isEqualTo(10);
    Prepared adds =
        update(List.of(), List.of(new Add("weight", 5)), THING_KEY, Optional.of("weight"));
    bindKey(adds, 0, 1, 1);
    assertThat(adds.execute()).isEqualTo(1);
    assertThat(adds.old()).isEqualTo(11);
    Prepared leaves =
        update(List.of(Assign.constant("state", 0)), List.of(), THING_KEY, Optional.of("weight"));
    bindKey(leaves, 0, 1, 1);
    assertThat(leaves.execute()).isEqualTo(1);
    assertThat(leaves.old()).isEqualTo(16);
    assertThat(things()).containsExactly(row(1, 1, 0, 16, 21));
  }

  @Test
  void reportsNoOldValueWhenAnotherConditionFails() throws DatabaseException {
    thing(1, 1, 1, 10, 20);
    List<Condition> where = new ArrayList<>(THING_KEY);
    where.add(Condition.of("weight", Condition.Op.GT));
    Prepared update =
        update(List.of(Assign.constant("state", 0)), List.of(), where, Optional.of("state"));
    bindKey(update, 0, 1, 1);
    update.setLong(2, 10);
    assertThat(update.execute()).isZero();
    assertThat(update.old()).isEqualTo(Prepared.ABSENT);
    update.setLong(2, 9);
    assertThat(update.execute()).isEqualTo(1);
    assertThat(update.old()).isEqualTo(1);
  }

  @Test
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
    assertThat(update.execute()).isEqualTo(1);
    assertThat(update.old()).isEqualTo(2);
    assertThat(things()).containsExactly(row(1, 1, 1, 10, 20), row(3, 1, 4, 13, 20));
  }
}
