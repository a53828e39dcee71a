package io.ibench.contract;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import java.util.List;
import java.util.stream.LongStream;

/** Inserts: single rows, batches and generated keys. */
final class InsertRules extends RuleGroup {

  private static final int BATCH = 4;

  InsertRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  private Prepared batchOfThings() throws DatabaseException {
    return session.prepare(insertOf(Tables.THINGS, BATCH));
  }

  private static void add(Prepared batch, long... ids) {
    for (long id : ids) {
      bindThing(batch, 1, id, 0, id, 0, LABEL);
      batch.addBatch();
    }
  }

  private void expectIds(List<Long> expected) throws DatabaseException {
    Expect.list("ids", expected, things().stream().map(thing -> thing.get(1)).toList());
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  private static void expectDuplicate(Prepared insert) {
    Expect.fails(FailureKind.DUPLICATE_KEY, "execute", insert::execute);
  }

  private Prepared noteWithoutKey(int maxBatch) throws DatabaseException {
    return session.prepare(
        new Command.Insert(Tables.NOTES, List.of("amount", "content"), maxBatch));
  }

  private static void bindNote(Prepared insert, long amount) {
    insert.setLong(0, amount);
    insert.setBytes(1, LABEL, LABEL.length);
  }

  @Rule("An insert adds one row with every value that was bound.")
  void addsOneRow() throws DatabaseException {
    Prepared insert = session.prepare(insertOf(Tables.THINGS, 1));
    bindThing(insert, 7, 3, 1, -9, 12, LABEL);
    expectCount(1, insert);
    expectThings(row(7, 3, 1, -9, 12));
    Expect.bytes("label", LABEL, label(7, 3));
  }

  @Rule("Parameters are in the order of the command's columns, not of the table's.")
  void takesColumnsInTheOrderOfTheCommand() throws DatabaseException {
    List<String> columns = List.of("label", "size", "weight", "state", "kind", "id");
    Prepared insert = session.prepare(new Command.Insert(Tables.THINGS, columns, 1));
    insert.setBytes(0, LABEL, LABEL.length);
    for (int parameter = 1; parameter < columns.size(); parameter++) {
      insert.setLong(parameter, parameter);
    }
    insert.execute();
    expectThings(row(4, 5, 3, 2, 1));
  }

  @Rule("Full and shorter batches add all their rows; after each, the next batch is empty.")
  void addsFullAndShorterBatches() throws DatabaseException {
    Prepared batch = batchOfThings();
    add(batch, 1, 2, 3, 4);
    expectCount(4, batch);
    add(batch, 5, 6, 7);
    expectCount(3, batch);
    add(batch, 8);
    expectCount(1, batch);
    add(batch, 9, 10, 11);
    expectCount(3, batch);
    add(batch, 12, 13, 14, 15);
    expectCount(4, batch);
    expectIds(upTo(15));
    List<Long> weights = things().stream().map(thing -> thing.get(3)).toList();
    Expect.list("weights", upTo(15), weights);
  }

  @Rule("An empty batch, and one row too many, are refused with an IllegalStateException.")
  void refusesAnEmptyBatchAndOneRowTooMany() throws DatabaseException {
    Prepared batch = batchOfThings();
    Expect.refuses(IllegalStateException.class, "execute an empty batch", batch::execute);
    add(batch, 1, 2, 3, 4);
    Expect.refuses(IllegalStateException.class, "a fifth row of four", () -> add(batch, 5));
  }

  @Rule("An insert whose key exists fails with DUPLICATE_KEY and inserts no row.")
  void refusesARowWhoseKeyExists() throws DatabaseException {
    thing(1, 2, 1, 10, 20);
    Expect.fails(FailureKind.DUPLICATE_KEY, "execute", () -> thing(1, 2, 0, 11, 21));
    expectThings(row(1, 2, 1, 10, 20));
  }

  @Rule("A batch with a key that exists fails with DUPLICATE_KEY and inserts no row.")
  void keepsNoneOfABatchWithAKeyThatExists() throws DatabaseException {
    thing(1, 3, 1, 10, 20);
    Prepared batch = batchOfThings();
    add(batch, 1, 2, 3, 4);
    expectDuplicate(batch);
    expectThings(row(1, 3, 1, 10, 20));
  }

  @Rule("A batch that names a key twice fails with DUPLICATE_KEY and inserts no row.")
  void keepsNoneOfABatchThatNamesAKeyTwice() throws DatabaseException {
    Prepared batch = batchOfThings();
    add(batch, 1, 2, 2);
    expectDuplicate(batch);
    expectThings();
    add(batch, 2, 3, 4, 5);
    expectCount(4, batch);
    expectIds(row(2, 3, 4, 5));
  }

  /** More parameters than most products allow in one statement. */
  @Rule("A batch of 24,000 rows is inserted completely, or not at all.")
  void keepsAllOrNoneOfAVeryLargeBatch() throws DatabaseException {
    int rows = 24_000;
    Prepared batch = session.prepare(insertOf(Tables.THINGS, rows));
    add(batch, LongStream.range(1, rows).toArray());
    add(batch, 1);
    expectDuplicate(batch);
    expectThings();
    add(batch, LongStream.rangeClosed(1, rows).toArray());
    expectCount(rows, batch);
    expectIds(upTo(rows));
  }

  @Rule("A batch that is executed again, without binding, has the same rows.")
  void repeatsTheSameBatch() throws DatabaseException {
    thing(1, 3, 1, 10, 20);
    Prepared batch = batchOfThings();
    add(batch, 2, 3);
    expectDuplicate(batch);
    session.prepare(new Command.Delete(Tables.THINGS, List.of(), 0)).execute();
    expectCount(2, batch);
    expectIds(row(2, 3));
    expectDuplicate(batch);
  }

  @Rule("A row that is executed again has the same values, except those bound again.")
  void repeatsTheSameRow() throws DatabaseException {
    Prepared insert = session.prepare(insertOf(Tables.THINGS, 1));
    bindThing(insert, 1, 1, 0, 0, 0, LABEL);
    insert.execute();
    expectDuplicate(insert);
    insert.setLong(0, 2);
    expectCount(1, insert);
    expectIds(row(1, 2));
  }

  @Rule("Generated keys begin at 1, and go on above all keys that were inserted before.")
  void generatesTheKeyAfterTheHighestOne() throws DatabaseException {
    workspace.create(Tables.NOTES);
    Prepared insert = noteWithoutKey(1);
    bindNote(insert, 50);
    expectCount(1, insert);
    note(41, 51, LABEL);
    note(7, 52, LABEL);
    bindNote(insert, 53);
    insert.execute();
    insert.execute();
    expectNotes(row(1, 50), row(7, 52), row(41, 51), row(42, 53), row(43, 53));
  }

  @Rule("Keys are generated for a batch, in the order of its rows, after a batch with keys.")
  void generatesKeysForABatch() throws DatabaseException {
    workspace.create(Tables.NOTES);
    Prepared loaded = session.prepare(insertOf(Tables.NOTES, BATCH));
    for (long id = 10; id < 13; id++) {
      loaded.setLong(0, id);
      loaded.setLong(1, id);
      loaded.setBytes(2, LABEL, LABEL.length);
      loaded.addBatch();
    }
    loaded.execute();
    Prepared batch = noteWithoutKey(BATCH);
    for (long amount = 100; amount < 103; amount++) {
      bindNote(batch, amount);
      batch.addBatch();
    }
    expectCount(3, batch);
    expectNotes(row(10, 10), row(11, 11), row(12, 12), row(13, 100), row(14, 101), row(15, 102));
  }

  @Rule("The key of a row that was deleted is not generated again.")
  void neverGeneratesAKeyTwice() throws DatabaseException {
    workspace.create(Tables.NOTES);
    note(5, 1, LABEL);
    Prepared delete =
        session.prepare(new Command.Delete(Tables.NOTES, List.of(Condition.eq("id")), 0));
    delete.setLong(0, 5);
    delete.execute();
    Prepared insert = noteWithoutKey(1);
    bindNote(insert, 2);
    insert.execute();
    expectNotes(row(6, 2));
  }
}
