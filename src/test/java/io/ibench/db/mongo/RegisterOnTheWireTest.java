package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.internal.TableRegister;
import io.ibench.db.internal.TableRegister.Row;
import io.ibench.db.internal.TableRegister.State;
import io.ibench.testing.MongoReaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows that the end of a step writes, on a server that aborts transactions. */
class RegisterOnTheWireTest extends OnTheWire {

  private static final List<Row> ROWS = List.of(row("counts"), row("links"));

  private static Row row(String table) {
    return new Row(
        table,
        "demo",
        "run",
        1,
        2,
        3,
        Map.of(),
        Optional.of(Map.of("rows", 4L)),
        State.LOADED,
        true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"update", "commitTransaction"})
  void aConflictIsTriedAgain(String at) throws Exception {
    server.script().next(at, MongoReaction.writeConflict());
    server.script().nth(at, 1, MongoReaction.writeConflict());
    TableRegister register = new TableRegister(database);
    register.write(ROWS);

    assertThat(server.script().pending()).isZero();
    assertThat(register.rows(List.of("counts", "links")).values()).containsExactlyElementsOf(ROWS);
    assertThat(server.openTransactions()).isZero();
  }

  @Test
  void itsFieldsAreNamedAlikeWhateverMongoNamesSays() throws Exception {
    new TableRegister(database).write(ROWS);
    try (Database other =
        Adapters.open("mongodb", Map.of("url", server.url(), "mongo.names", "short"))) {
      assertThat(new TableRegister(other).rows(List.of("counts", "links")).values())
          .containsExactlyElementsOf(ROWS);
    }
  }

  @Test
  void aConflictThatDoesNotEndIsToldAfterTenAttempts() {
    server.script().always("update", MongoReaction.writeConflict());

    assertThatThrownBy(() -> new TableRegister(database).write(ROWS))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DEADLOCK));
    assertThat(server.commands("update")).hasSize(10);
    assertThat(server.openTransactions()).isZero();
  }
}
