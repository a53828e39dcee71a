package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.internal.TableRegister;
import io.ibench.db.internal.TableRegister.Row;
import io.ibench.db.internal.TableRegister.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableRegisterTest extends DatabaseContract {

  private static final Map<String, String> SETTINGS = settings();

  private static final Row THINGS_ROW =
      new Row(
          "things",
          "demo",
          "größe-1",
          3,
          -7,
          1_700_000_000_000L,
          SETTINGS,
          Optional.of(Map.of("rows", 5_000_000_000L)),
          State.LOADED,
          true);

  private static final Row NOTES_ROW =
      new Row(
          "notes",
          "demo",
          "größe-1",
          0,
          Long.MAX_VALUE,
          0,
          Map.of(),
          Optional.empty(),
          State.CREATED,
          false);

  private static Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("z.last", "a = b");
    settings.put("a.first", "");
    settings.put("m.middle", "äöü " + "x".repeat(40_000));
    return settings;
  }

  private TableRegister register() {
    return new TableRegister(database);
  }

  private Map<String, Row> rows() throws DatabaseException {
    return register().rows(List.of("things", "notes", "never_made"));
  }

  @Test
  void knowsNothingAndMakesNothingBeforeTheFirstRow() throws DatabaseException {
    assertThat(rows()).isEmpty();
    register().remove("things");
    assertThat(database.exists("ibench_tables")).isFalse();
  }

  @Test
  void keepsEverythingThatItIsGiven() throws DatabaseException {
    register().write(List.of(THINGS_ROW, NOTES_ROW));
    assertThat(rows())
        .containsExactly(Map.entry("things", THINGS_ROW), Map.entry("notes", NOTES_ROW));
    assertThat(rows().get("things").settings().keySet())
        .containsExactly("z.last", "a.first", "m.middle");
  }

  @Test
  void replacesTheRowOfTheSameTable() throws DatabaseException {
    register().write(List.of(THINGS_ROW, NOTES_ROW));
    Row working = THINGS_ROW.working(4);
    register().write(List.of(working));
    assertThat(rows()).containsEntry("things", working).containsEntry("notes", NOTES_ROW);
    assertThat(working.totals()).isEmpty();
    Row worked = working.worked(Map.of("rows", 6L, "uncertain", 1L));
    register().write(List.of(worked));
    assertThat(rows()).containsEntry("things", worked);
    assertThat(worked.runsServed()).isEqualTo(4);
  }

  @Test
  void tellsTotalsThatNobodyKnowsFromNoTotals() throws DatabaseException {
    register().write(List.of(NOTES_ROW));
    assertThat(rows().get("notes").totals()).isEmpty();
    register().write(List.of(NOTES_ROW.loaded(Map.of())));
    assertThat(rows().get("notes").totals()).contains(Map.of());
    assertThat(rows().get("notes").state()).isEqualTo(State.LOADED);
  }

  @Test
  void removesTheRowOfOneTable() throws DatabaseException {
    register().write(List.of(THINGS_ROW, NOTES_ROW));
    register().remove("things");
    register().remove("never_made");
    assertThat(rows()).containsOnlyKeys("notes");
  }

  @Test
  void saysSoWhenARowCannotBeRead() throws DatabaseException {
    register().write(List.of(THINGS_ROW));
    Prepared update =
        session.prepare(
            new Command.Update(
                TableRegister.TABLE,
                List.of(Assign.parameter("totals")),
                List.of(),
                List.of(),
                Optional.empty()));
    byte[] damaged = "rows".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    update.setBytes(0, damaged, damaged.length);
    update.execute();
    assertFails(FailureKind.FATAL, this::rows);
  }
}
