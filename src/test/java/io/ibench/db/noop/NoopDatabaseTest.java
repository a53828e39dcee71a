package io.ibench.db.noop;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Partitions;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoopDatabaseTest {

  private static final Table TABLE =
      new Table(
          "any",
          List.of(Column.number("id", ColumnType.LONG), Column.number("at", ColumnType.TIME)),
          List.of("id"),
          true,
          List.of(),
          Optional.of(new Partitions(2, 10)));

  private final NoopDatabase database = new NoopDatabase();

  @Test
  void aLimitedDeleteAnswersItsLimitEachTime() throws DatabaseException {
    database.create(TABLE);
    try (Session session = database.session()) {
      List<Condition> from = List.of(Condition.of("id", Condition.Op.GE));
      Prepared oldest = session.prepare(new Command.Delete(TABLE, from, 50));
      oldest.setLong(0, 7);
      assertThat(oldest.execute()).isEqualTo(50);
      assertThat(oldest.execute()).isEqualTo(50);
      Prepared one = session.prepare(new Command.Delete(TABLE, from, 0));
      assertThat(one.execute()).isEqualTo(1);
    }
  }

  @Test
  void saysThatThereIsNothingToExplainOrToBringToRest() throws DatabaseException {
    Command delete = new Command.Delete(TABLE, List.of(), 5);
    assertThat(database.explain(delete, List.of())).hasSize(1).first().asString().contains("noop");
    try (var quiescence = database.quiesce(List.of(TABLE))) {
      assertThat(quiescence.isSettled()).isTrue();
      assertThat(quiescence.facts()).isEmpty();
    }
  }

  @Test
  void everyStatementComputesItsRounds() {
    long once = 1 * 6364136223846793005L + 1442695040888963407L;
    assertThat(NoopWork.NOTHING.compute(1)).isEqualTo(1);
    assertThat(new NoopWork(1).compute(1)).isEqualTo(once);
    assertThat(new NoopWork(2).compute(1)).isEqualTo(new NoopWork(1).compute(once));
  }
}
