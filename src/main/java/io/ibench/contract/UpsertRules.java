package io.ibench.contract;

import io.ibench.db.Add;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Upserts, with and without counters and an old value. */
final class UpsertRules extends RuleGroup {

  private static final byte[] OTHER = ascii("another label");

  UpsertRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  /** Replaces state, weight and label, but not size; reports the old state. */
  private Prepared reportingState() throws DatabaseException {
    return session.prepare(
        new Command.Upsert(
            Tables.THINGS,
            Tables.THINGS.columnNames(),
            List.of("label", "state", "weight"),
            List.of(),
            Optional.of("state")));
  }

  private Prepared counting(Optional<String> old, long delta) throws DatabaseException {
    return session.prepare(
        new Command.Upsert(
            Tables.THINGS,
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

  @Rule("An upsert adds a row that is missing, returns 1 and reports ABSENT (-1).")
  void addsANewRowAndReportsThatThereWasNone() throws DatabaseException {
    Prepared upsert = reportingState();
    bindThing(upsert, 1, 2, 1, 30, 40, LABEL);
    expectCount(1, upsert);
    expectOld(Prepared.ABSENT, upsert);
    expectThings(row(1, 2, 1, 30, 40));
    Expect.bytes("label", LABEL, label(1, 2));
  }

  @Rule("An upsert replaces only what it sets in a row that exists, and reports the old value.")
  void replacesWhatIsSetAndReportsTheOldValue() throws DatabaseException {
    Prepared upsert = reportingState();
    List<List<Long>> expected = new ArrayList<>();
    for (long old : new long[] {0, 1, 2, 127}) {
      for (long state : new long[] {0, 1, 127}) {
        long id = 1000 * old + state;
        thing(1, id, old, 30, 40);
        bindThing(upsert, 1, id, state, 31, 41, OTHER);
        expectCount(1, upsert);
        expectOld(old, upsert);
        Expect.bytes("label", OTHER, label(1, id));
        expected.add(row(1, id, state, 31, 40));
      }
    }
    Expect.list("rows", expected, things());
  }

  @Rule("An upsert returns 1 for a row that stays as it is.")
  void countsOneForARowThatStaysAsItIs() throws DatabaseException {
    Prepared upsert = reportingState();
    bindThing(upsert, 1, 2, 1, 30, 40, LABEL);
    upsert.execute();
    expectCount(1, upsert);
    expectOld(1, upsert);
    expectThings(row(1, 2, 1, 30, 40));
  }

  @Rule("Each execution of an upsert reports the old value of its own row.")
  void reportsEachExecutionByItself() throws DatabaseException {
    Prepared upsert = reportingState();
    long[] expected = {Prepared.ABSENT, 1, Prepared.ABSENT, 1, 0};
    long[][] writes = {{5, 1}, {5, 0}, {6, 1}, {6, 1}, {5, 1}};
    for (int i = 0; i < writes.length; i++) {
      bindThing(upsert, 1, writes[i][0], writes[i][1], 0, 0, LABEL);
      upsert.execute();
      expectOld(expected[i], upsert);
    }
  }

  @Rule("A counter of an upsert begins with its delta in a new row, and adds it to an old one.")
  void countsFromTheDeltaAndOnwards() throws DatabaseException {
    Prepared up = counting(Optional.empty(), 3);
    bindCount(up, 9, 1, 50);
    expectCount(1, up);
    expectThings(row(1, 9, 1, 3, 50));
    bindCount(up, 9, 0, 51);
    expectCount(1, up);
    expectCount(1, up);
    expectThings(row(1, 9, 0, 9, 50));
    Prepared down = counting(Optional.empty(), -10);
    bindCount(down, 9, 0, 51);
    expectCount(1, down);
    bindCount(down, 10, 0, 51);
    expectCount(1, down);
    expectThings(row(1, 9, 0, -1, 50), row(1, 10, 0, -10, 51));
  }

  @Rule("The old value of a counter is its value before the upsert.")
  void reportsACounterAsItWasBefore() throws DatabaseException {
    Prepared up = counting(Optional.of("weight"), 3);
    bindCount(up, 9, 1, 50);
    for (long old : new long[] {Prepared.ABSENT, 3, 6}) {
      up.execute();
      expectOld(old, up);
    }
    expectThings(row(1, 9, 1, 9, 50));
  }

  @Rule("An upsert leaves the old column as it is, if it does not set it.")
  void leavesAnOldColumnThatIsNotSet() throws DatabaseException {
    Prepared upsert = counting(Optional.of("size"), 1);
    thing(1, 9, 1, 30, 4_000_000_000L);
    bindCount(upsert, 9, 0, 51);
    upsert.execute();
    expectOld(4_000_000_000L, upsert);
    expectThings(row(1, 9, 0, 31, 4_000_000_000L));
  }

  @Rule("Old values of 60 bits are reported exactly.")
  void reportsLargeOldValues() throws DatabaseException {
    Prepared upsert = counting(Optional.of("weight"), 1);
    thing(1, 9, 1, 1L << 60, 1);
    bindCount(upsert, 9, 0, 51);
    upsert.execute();
    expectOld(1L << 60, upsert);
    expectThings(row(1, 9, 0, (1L << 60) + 1, 1));
  }

  @Rule("An upsert takes a key that could also be generated.")
  void replacesARowWithAGeneratedKey() throws DatabaseException {
    workspace.create(Tables.NOTES);
    Prepared upsert =
        session.prepare(
            new Command.Upsert(
                Tables.NOTES,
                Tables.NOTES.columnNames(),
                List.of("amount"),
                List.of(),
                Optional.empty()));
    upsert.setLong(0, 17);
    upsert.setLong(1, 4);
    upsert.setBytes(2, LABEL, LABEL.length);
    expectCount(1, upsert);
    upsert.setLong(1, 5);
    expectCount(1, upsert);
    expectNotes(row(17, 5));
  }
}
