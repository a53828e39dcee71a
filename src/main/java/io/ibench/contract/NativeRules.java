package io.ibench.contract;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.Native.Control;
import io.ibench.db.NativeKind;
import io.ibench.db.NativePrepared;
import io.ibench.db.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Statements in the product's own language: SQL, or JSON documents. */
final class NativeRules extends RuleGroup {

  private static final String TABLE = Tables.NATIVES.name();
  private static final int MOST = Integer.MAX_VALUE;
  private static final int LEAST = Integer.MIN_VALUE;

  private final boolean documents;
  private final Session natives;
  private final NativePrepared insert;

  NativeRules(Workspace workspace) throws DatabaseException {
    super(workspace);
    documents = workspace.adapter().language().orElseThrow().isDocuments();
    workspace.create(
        text(
            "CREATE TABLE #T# (id INTEGER NOT NULL PRIMARY KEY, amount INTEGER,"
                + " ratio DOUBLE PRECISION, word VARCHAR(40))",
            "{'create': '#T#'}"),
        text("DROP TABLE #T#", "{'drop': '#T#'}"));
    natives = workspace.ownSession();
    insert =
        prepare(
            "INSERT INTO #T# (id, amount, ratio, word) VALUES (?, ?, ?, ?)",
            "{'insert': '#T#', 'documents':"
                + " [{'_id': ':0', 'amount': ':1', 'ratio': ':2', 'word': ':3'}]}",
            4,
            0);
  }

  /** With #T# for the table; a document may have ' for ". */
  private String text(String sql, String document) {
    return documents
        ? document.replace("#T#", TABLE).replace('\'', '"')
        : sql.replace("#T#", TABLE);
  }

  private NativePrepared prepare(String sql, String document, int parameters, int keptRows)
      throws DatabaseException {
    return natives.prepare(new Native(text(sql, document), parameters, Control.NONE, keptRows));
  }

  /** Reads all columns of rows from an id on. */
  private NativePrepared select(Session session, boolean descending, int keptRows)
      throws DatabaseException {
    String text =
        text(
            "SELECT id, amount, ratio, word FROM #T# WHERE id >= ? ORDER BY id"
                + (descending ? " DESC" : ""),
            "{'find': '#T#', 'filter': {'_id': {'$gte': ':0'}}, 'sort': {'_id': "
                + (descending ? -1 : 1)
                + "}, 'projection': {'_id': 1, 'amount': 1, 'ratio': 1, 'word': 1}}");
    return session.prepare(new Native(text, 1, Control.NONE, keptRows));
  }

  private void bind(long id, long amount, double ratio, String word) throws DatabaseException {
    insert.setLong(0, id);
    insert.setLong(1, amount);
    insert.setDouble(2, ratio);
    insert.setText(3, word);
  }

  private void insert(long id, long amount, double ratio, String word) throws DatabaseException {
    bind(id, amount, ratio, word);
    Expect.equal("rows that an insert has changed", 1, insert.execute());
    Expect.equal("an insert is a read", false, insert.isRead());
  }

  private void insertThree() throws DatabaseException {
    insert(1, 10, 0.5, "one");
    insert(2, 20, 0.25, "two");
    insert(3, 30, 0.125, "three");
  }

  private static void expectRows(int expected, NativePrepared select, long from)
      throws DatabaseException {
    select.setLong(0, from);
    Expect.equal("rows with an id from " + from + " on", expected, select.execute());
    Expect.equal("a query is a read", true, select.isRead());
  }

  /** The ids that another session sees. */
  private List<Long> ids() throws DatabaseException {
    Session other = workspace.ownSession();
    NativePrepared select = select(other, false, MOST);
    select.setLong(0, 0);
    int rows = select.execute();
    List<Long> ids = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      ids.add(select.getLong(row, 0));
    }
    workspace.close(other);
    return ids;
  }

  @Rule(
      value = "A statement of the user's returns the rows that it has changed, or read.",
      needs = {Need.DATA, Need.NATIVE})
  void countsWhatItHasChangedOrRead() throws DatabaseException {
    insertThree();
    expectRows(2, select(natives, false, 0), 2);
    NativePrepared update =
        prepare(
            "UPDATE #T# SET amount = amount + ? WHERE id >= ?",
            "{'update': '#T#', 'updates': [{'q': {'_id': {'$gte': ':1'}},"
                + " 'u': {'$inc': {'amount': ':0'}}, 'multi': true}]}",
            2,
            0);
    update.setLong(0, 5);
    update.setLong(1, 2);
    Expect.equal("rows that an update has changed", 2, update.execute());
    update.setLong(0, 5);
    update.setLong(1, 4);
    Expect.equal("rows that an update of no row has changed", 0, update.execute());
    NativePrepared delete =
        prepare(
            "DELETE FROM #T# WHERE id >= ?",
            "{'delete': '#T#', 'deletes': [{'q': {'_id': {'$gte': ':0'}}, 'limit': 0}]}",
            1,
            0);
    delete.setLong(0, 2);
    Expect.equal("rows that a delete has changed", 2, delete.execute());
    Expect.equal("rows that are left", List.of(1L), ids());
    expectRows(0, select(natives, false, 0), 2);
  }

  @Rule(
      value = "Values that are bound to a statement of the user's come back with their kinds.",
      needs = {Need.DATA, Need.NATIVE})
  void readsBackWhatIsBound() throws DatabaseException {
    String word = "it's \\ 100 % ? :0 $1 \"";
    insert(1, LEAST, -0.5, word);
    insert(2, MOST, 1e-9, "");
    NativePrepared select = select(natives, false, 2);
    expectRows(2, select, 1);
    Expect.list(
        "columns",
        List.of(documents ? "_id" : "id", "amount", "ratio", "word"),
        select.columns().stream().map(name -> name.toLowerCase(Locale.ROOT)).toList());
    Expect.list(
        "kinds",
        List.of(NativeKind.INTEGER, NativeKind.INTEGER, NativeKind.DOUBLE, NativeKind.TEXT),
        List.of(select.kind(0, 0), select.kind(0, 1), select.kind(0, 2), select.kind(0, 3)));
    Expect.list("amounts", row(LEAST, MOST), List.of(select.getLong(0, 1), select.getLong(1, 1)));
    Expect.list(
        "ratios", List.of(-0.5, 1e-9), List.of(select.getDouble(0, 2), select.getDouble(1, 2)));
    Expect.equal("text", word, select.getText(0, 3));
    Expect.equal("amount as text", "" + LEAST, select.getText(0, 1));
  }

  @Rule(
      value = "NULL that is bound to a statement of the user's comes back as NULL.",
      needs = {Need.DATA, Need.NATIVE})
  void readsBackNull() throws DatabaseException {
    insert(1, 0, 0, "");
    insert.setLong(0, 2);
    insert.setNull(1);
    insert.setNull(2);
    insert.setNull(3);
    Expect.equal("rows that an insert has changed", 1, insert.execute());
    NativePrepared select = select(natives, false, 1);
    expectRows(1, select, 2);
    for (int column = 1; column < 4; column++) {
      Expect.equal("kind of column " + column, NativeKind.NULL, select.kind(0, column));
      Expect.equal("text of column " + column, "", select.getText(0, column));
    }
  }

  @Rule(
      value = "A statement of the user's keeps as many of the first rows as asked, or the last.",
      needs = {Need.DATA, Need.NATIVE})
  void keepsTheFirstRowsOrTheLast() throws DatabaseException {
    insertThree();
    NativePrepared first = select(natives, false, 2);
    expectRows(3, first, 1);
    Expect.equal("kept rows", 2, first.keptRows());
    Expect.list("ids", row(1, 2), List.of(first.getLong(0, 0), first.getLong(1, 0)));
    NativePrepared last = select(natives, false, Native.LAST_ROW);
    expectRows(3, last, 1);
    Expect.equal("kept rows", 1, last.keptRows());
    Expect.equal("id", 3L, last.getLong(0, 0));
    expectRows(0, last, 4);
    Expect.equal("kept rows", 0, last.keptRows());
  }

  @Rule(
      value = "The hash of a statement of the user's is that of its rows, in whatever order.",
      needs = {Need.DATA, Need.NATIVE})
  void hashesItsRowsInWhateverOrder() throws DatabaseException {
    insertThree();
    NativePrepared up = select(natives, false, 0);
    NativePrepared down = select(natives, true, 0);
    expectRows(3, up, 1);
    expectRows(3, down, 1);
    long all = up.resultHash();
    Expect.equal("hash in descending order", all, down.resultHash());
    expectRows(2, up, 2);
    Expect.that(up.resultHash() != all, "another hash for other rows", up.resultHash());
    insert(4, 0, 0, "four");
    Expect.equal("hash of a change", 0L, insert.resultHash());
    expectRows(1, down, 4);
    long four = down.resultHash();
    expectRows(4, down, 1);
    Expect.equal("hash of all, which is the sum of parts", all + four, down.resultHash());
  }

  @Rule(
      value = "A statement of the user's that is refused fails, and the session goes on.",
      needs = {Need.DATA, Need.NATIVE})
  void goesOnAfterARefusedStatement() throws DatabaseException {
    insert(1, 10, 0.5, "one");
    bind(1, 11, 1, "again");
    Expect.fails(FailureKind.DUPLICATE_KEY, "a second row of a key", insert::execute);
    try {
      prepare("SELECT nothing FROM #T#", "{'ibench_no_such_command': '#T#'}", 0, 0).execute();
    } catch (DatabaseException e) {
      insert(2, 20, 0.25, "two");
      Expect.equal("ids", row(1, 2), ids());
      return;
    }
    throw new Violation("a failure of a statement that the product does not know", "no failure");
  }

  @Rule(
      value = "Transactions of the user's statements are committed, or rolled back whole.",
      needs = {Need.DATA, Need.NATIVE, Need.TRANSACTIONS})
  void commitsOrRollsBackWhole() throws DatabaseException {
    NativePrepared begin = natives.prepare(Native.of(Control.BEGIN));
    NativePrepared commit = natives.prepare(Native.of(Control.COMMIT));
    NativePrepared rollback = natives.prepare(Native.of(Control.ROLLBACK));
    insert(1, 10, 0.5, "one");
    begin.execute();
    insert(2, 20, 0.25, "two");
    insert(3, 30, 0.125, "three");
    rollback.execute();
    Expect.list("ids after a rollback", row(1), ids());
    begin.execute();
    insert(4, 40, 0, "four");
    insert(5, 50, 0, "five");
    commit.execute();
    Expect.list("ids after a commit", row(1, 4, 5), ids());
    begin.execute();
    insert(6, 60, 0, "six");
    bind(1, 11, 1, "again");
    Expect.fails(FailureKind.DUPLICATE_KEY, "a second row of a key", insert::execute);
    natives.rollbackNative();
    natives.rollbackNative();
    insert(7, 70, 0, "seven");
    Expect.list("ids after a failure and Session.rollbackNative", row(1, 4, 5, 7), ids());
  }

  @Rule(
      value = "A renewed session has the user's statements, and not the transaction that was open.",
      needs = {Need.DATA, Need.NATIVE, Need.TRANSACTIONS, Need.SERVER})
  void hasItsStatementsWhenRenewed() throws DatabaseException {
    NativePrepared begin = natives.prepare(Native.of(Control.BEGIN));
    NativePrepared select = select(natives, false, 1);
    begin.execute();
    insert(1, 10, 0.5, "one");
    natives.renew();
    insert(2, 20, 0.25, "two");
    expectRows(1, select, 1);
    Expect.equal("id", 2L, select.getLong(0, 0));
    Expect.list("ids that another session sees", row(2), ids());
  }
}
