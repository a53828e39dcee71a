package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ibench.db.Condition.Op;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplainContractTest extends DatabaseContract {

  private static final Command.Select BY_INDEX =
      new Command.Select(
          THINGS,
          List.of("kind", "state", "weight"),
          List.of(Condition.of("kind", Op.GE), Condition.in("state", 3)),
          Optional.of(BY_WEIGHT),
          List.of("kind", "state", "weight", "id"),
          false,
          10,
          0);

  private static final Command LIMITED_DELETE =
      new Command.Delete(NOTES, List.of(Condition.of("id", Op.GE)), 2);

  private void fill() throws DatabaseException {
    database.createIndex(THINGS, BY_WEIGHT);
    for (long id = 1; id <= 20; id++) {
      thing(id % 4, id, 0, id, 0);
      note(id, id, LABEL);
    }
  }

  @Test
  void namesTheIndexThatASelectWalks() throws DatabaseException {
    fill();
    List<String> lines = database.explain(BY_INDEX, List.of(2L, 0L, 1L, 2L));
    assertThat(String.join("\n", lines)).contains("by_weight");
    if (product.isMysqlFamily()) {
      assertThat(lines).hasSize(2);
      assertThat(lines.get(0)).startsWith("id  select_type  table ").contains(" key ");
      int key = lines.get(0).indexOf(" key ") + 1;
      assertThat(lines.get(1).substring(key)).startsWith("by_weight");
    }
  }

  @Test
  void explainsEveryChangeAndMakesNone() throws DatabaseException {
    fill();
    List<List<Long>> things = things();
    List<List<Long>> notes = notes();
    List<String> columns = THINGS.columnNames();
    List<Long> row = List.of(1L, 1L, 1L, 1L, 1L, 0L);
    assertThat(database.explain(LIMITED_DELETE, List.of(3L))).isNotEmpty();
    assertThat(database.explain(new Command.Delete(THINGS, THING_KEY, 0), List.of(1L, 1L)))
        .isNotEmpty();
    Command update =
        new Command.Update(
            THINGS,
            List.of(Assign.parameter("label"), Assign.constant("size", 9)),
            List.of(new Add("weight", 1)),
            THING_KEY,
            Optional.of("state"));
    assertThat(database.explain(update, List.of(0L, 1L, 1L))).isNotEmpty();
    Command upsert =
        new Command.Upsert(THINGS, columns, List.of("size"), List.of(), Optional.of("state"));
    assertThat(database.explain(upsert, row)).isNotEmpty();
    assertThat(database.explain(new Command.Insert(THINGS, columns, 1), row)).isNotEmpty();
    assertThat(database.explain(new Command.Insert(THINGS, columns, 100), row)).isNotEmpty();
    assertThat(things()).isEqualTo(things);
    assertThat(notes()).isEqualTo(notes);
  }

  @Test
  void doesNotFindAMissingTable() {
    Table missing = NOTES.renamed("never_made");
    assertFails(
        FailureKind.NOT_FOUND,
        () -> database.explain(new Command.Delete(missing, List.of(), 0), List.of()));
  }

  @Test
  void refusesAnotherNumberOfValues() {
    for (List<Long> values : List.of(List.of(1L), List.of(1L, 2L, 3L, 4L, 5L))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> database.explain(BY_INDEX, values))
          .withMessageContaining("for 4 parameters");
    }
  }
}
