package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UpsertContractTest extends DatabaseContract {

  private static final byte[] OTHER = "another label".getBytes(StandardCharsets.US_ASCII);

  /** Replaces state, weight and label, but not size; reports the old state. */
  private Prepared reportingState() throws DatabaseException {
    return session.prepare(
        new Command.Upsert(
            THINGS,
            THINGS.columnNames(),
            List.of("label", "state", "weight"),
            List.of(),
            Optional.of("state")));
  }

  private Prepared counting(Optional<String> old, long delta) throws DatabaseException {
    return session.prepare(
        new Command.Upsert(
            THINGS,
            List.of("kind", "id", "state", "label", "size"),
            List.of("state"),
            List.of(new Add("weight", delta)),
            old));
  }

  private static void bindCount(Prepared counting, long id, long state, long size) {
    counting.setLong(0, 1);
    counting.setLong(1, id);
    counting.setLong(2, state);
    counting.setBytes(3, LABEL, LABEL.length);
    counting.setLong(4, size);
  }

  @Test
  void addsANewRowAndReportsThatThereWasNone() throws DatabaseException {
    Prepared upsert = reportingState();
    bindThing(upsert, 1, 2, 1, 30, 40, LABEL);
    assertThat(upsert.execute()).isEqualTo(1);
    assertThat(upsert.old()).isEqualTo(Prepared.ABSENT);
    assertThat(things()).containsExactly(row(1, 2, 1, 30, 40));
    assertThat(label(1, 2)).isEqualTo(LABEL);
  }

  @Test
  void replacesWhatIsSetAndReportsTheOldValue() throws DatabaseException {
    Prepared upsert = reportingState();
    for (long old : new long[] {0, 1, 2, 127}) {
      for (long state : new long[] {0, 1, 127}) {
        long id = 1000 * old + state;
        thing(1, id, old, 30, 40);
        bindThing(upsert, 1, id, state, 31, 41, OTHER);
        assertThat(upsert.execute()).isEqualTo(1);
        assertThat(upsert.old()).as("old state").isEqualTo(old);
        assertThat(things()).contains(row(1, id, state, 31, 40));
        assertThat(label(1, id)).isEqualTo(OTHER);
      }
    }
  }

  @Test
  void countsOneForARowThatStaysAsItIs() throws DatabaseException {
    Prepared upsert = reportingState();
    bindThing(upsert, 1, 2, 1, 30, 40, LABEL);
    upsert.execute();
    assertThat(upsert.execute()).isEqualTo(1);
    assertThat(upsert.old()).isEqualTo(1);
    assertThat(things()).containsExactly(row(1, 2, 1, 30, 40));
  }

  @Test
  void reportsEachExecutionByItself() throws DatabaseException {
    Prepared upsert = reportingState();
    long[] expected = {Prepared.ABSENT, 1, Prepared.ABSENT, 1, 0};
    long[][] writes = {{5, 1}, {5, 0}, {6, 1}, {6, 1}, {5, 1}};
    for (int i = 0; i < writes.length; i++) {
      bindThing(upsert, 1, writes[i][0], writes[i][1], 0, 0, LABEL);
      upsert.execute();
      assertThat(upsert.old()).as("write %d", i).isEqualTo(expected[i]);
    }
  }

  @Test
  void countsFromZeroForANewRowAndOnwardsForAnOldOne() throws DatabaseException {
    Prepared up = counting(Optional.empty(), 3);
    bindCount(up, 9, 1, 50);
    assertThat(up.execute()).isEqualTo(1);
    assertThat(things()).containsExactly(row(1, 9, 1, 3, 50));
    bindCount(up, 9, 0, 51);
    assertThat(up.execute()).isEqualTo(1);
    assertThat(up.execute()).isEqualTo(1);
    assertThat(things()).containsExactly(row(1, 9, 0, 9, 50));
    Prepared down = counting(Optional.empty(), -10);
    bindCount(down, 9, 0, 51);
    assertThat(down.execute()).isEqualTo(1);
    bindCount(down, 10, 0, 51);
    down.execute();
    assertThat(things()).containsExactly(row(1, 9, 0, -1, 50), row(1, 10, 0, -10, 51));
  }

  @Test
  void reportsACounterAsItWasBefore() throws DatabaseException {
    Prepared up = counting(Optional.of("weight"), 3);
    bindCount(up, 9, 1, 50);
    up.execute();
    assertThat(up.old()).isEqualTo(Prepared.ABSENT);
    up.execute();
    assertThat(up.old()).isEqualTo(3);
    up.execute();
    assertThat(up.old()).isEqualTo(6);
    assertThat(things()).containsExactly(row(1, 9, 1, 9, 50));
  }

  @Test
  void leavesAnOldColumnThatIsNotSet() throws DatabaseException {
    Prepared upsert = counting(Optional.of("size"), 1);
    thing(1, 9, 1, 30, 4_000_000_000L);
    bindCount(upsert, 9, 0, 51);
    upsert.execute();
    assertThat(upsert.old()).isEqualTo(4_000_000_000L);
    assertThat(things()).containsExactly(row(1, 9, 0, 31, 4_000_000_000L));
  }

  @Test
  void reportsLargeOldValues() throws DatabaseException {
    Prepared upsert = counting(Optional.of("weight"), 1);
    thing(1, 9, 1, 1L << 60, 1);
    bindCount(upsert, 9, 0, 51);
    upsert.execute();
    assertThat(upsert.old()).isEqualTo(1L << 60);
    assertThat(things()).containsExactly(row(1, 9, 0, (1L << 60) + 1, 1));
  }

  @Test
  void refusesAnOldValueBesideAGeneratedKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Command.Upsert(
                    NOTES,
                    NOTES.columnNames(),
                    List.of("amount"),
                    List.of(),
                    Optional.of("amount")));
  }

  @Test
  void replacesARowWithAGeneratedKey() throws DatabaseException {
    Prepared upsert =
        session.prepare(
            new Command.Upsert(
                NOTES, NOTES.columnNames(), List.of("amount"), List.of(), Optional.empty()));
    upsert.setLong(0, 17);
    upsert.setLong(1, 4);
    upsert.setBytes(2, LABEL, LABEL.length);
    assertThat(upsert.execute()).isEqualTo(1);
    upsert.setLong(1, 5);
    assertThat(upsert.execute()).isEqualTo(1);
    assertThat(notes()).containsExactly(row(17, 5));
  }
}
