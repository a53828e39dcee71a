package io.ibench.contract;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.RowHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Columns of text, and of numbers of 32 bits with a sign. */
final class TextRules extends RuleGroup {

  TextRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.TEXTS);
  }

  private void text(long id, long amount, String code, String name) throws DatabaseException {
    Prepared insert = session.prepare(insertOf(Tables.TEXTS, 1));
    bind(insert, id, amount, code, name);
    insert.execute();
  }

  private static void bind(Prepared insert, long id, long amount, String code, String name) {
    insert.setLong(0, id);
    insert.setLong(1, amount);
    insert.setBytes(2, ascii(code), code.length());
    insert.setBytes(3, ascii(name), name.length());
  }

  private static String read(Prepared select, int row, int column) {
    return new String(bytes(select, row, column), StandardCharsets.US_ASCII);
  }

  /** Code and name of each row, in this order. */
  private List<String> texts(String order) throws DatabaseException {
    Prepared select = session.prepare(Tables.TEXTS.select("code", "name").ordered(order));
    int rows = select.execute();
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      texts.add(read(select, row, 0) + "|" + read(select, row, 1));
    }
    return texts;
  }

  @Rule("Text is read as it was written, also after an update and from a batch.")
  void keepsText() throws DatabaseException {
    text(1, 0, "12-34-56-789", "a name, marks %_'");
    Prepared batch = session.prepare(insertOf(Tables.TEXTS, 2));
    bind(batch, 2, 0, "00-00-00-000", "");
    batch.addBatch();
    bind(batch, 3, 0, "99", "x");
    batch.addBatch();
    batch.execute();
    Prepared update = session.prepare(Tables.TEXTS.update().set("code").set("name").where("id"));
    update.setBytes(0, ascii("55-55"), 5);
    update.setBytes(1, ascii("changed"), 7);
    update.setLong(2, 3);
    expectCount(1, update);
    Expect.list(
        "code and name",
        List.of("12-34-56-789|a name, marks %_'", "00-00-00-000|", "55-55|changed"),
        texts("id"));
  }

  @Rule("Blanks at the end of text of a fixed length are not read, whatever fills the column.")
  void readsNoBlanksThatFillAFixedLength() throws DatabaseException {
    text(1, 0, "ab", "n");
    text(2, 0, "ab  ", "n");
    Expect.list("code and name", List.of("ab|n", "ab|n"), texts("id"));
    Prepared select = session.prepare(Tables.TEXTS.select("code").where("id"));
    for (long id = 1; id <= 2; id++) {
      select.setLong(0, id);
      select.execute();
      long expected = RowHash.end(RowHash.bytes(0, 0, ascii("ab"), 2), 0, false);
      Expect.equal("hash of the row", expected, select.resultHash());
    }
  }

  @Rule("Digits at the same places order text as they order numbers.")
  void ordersTextByItsCharacters() throws DatabaseException {
    text(1, 0, "31-00-00-000", "c");
    text(2, 0, "04-00-00-000", "a");
    text(3, 0, "04-00-00-001", "b");
    List<String> ordered = List.of("04-00-00-000|a", "04-00-00-001|b", "31-00-00-000|c");
    Expect.list("by code", ordered, texts("code"));
    Expect.list("by name", ordered, texts("name"));
  }

  @Rule("Rows are found by the length of their text, or none of them.")
  void findsTextByItsLength() throws DatabaseException {
    text(1, 0, "1", "abc");
    text(2, 0, "2", "abcdef");
    Command.Select shorter =
        Tables.TEXTS.select("id").where(Condition.shorter("name", 4)).ordered("id");
    Expect.list("names shorter than 4", row(1), readOne(session.prepare(shorter)));
    Command.Select none = Tables.TEXTS.select("id").where(Condition.shorter("name", 0));
    Expect.list("names shorter than 0", row(), readOne(session.prepare(none)));
  }

  @Rule("A number of 32 bits with a sign has every value from -2^31 to 2^31 - 1, also as a key.")
  void keepsNumbersOf32BitsWithASign() throws DatabaseException {
    long[] values = {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE};
    for (long value : values) {
      text(value, value, "", "");
    }
    Prepared select = session.prepare(Tables.TEXTS.select("id", "amount").ordered("id"));
    List<List<Long>> expected = new ArrayList<>();
    for (long value : values) {
      expected.add(row(value, value));
    }
    Expect.list("rows (id, amount)", expected, read(select, 2));
    Prepared one = session.prepare(Tables.TEXTS.select("amount").where("id"));
    one.setLong(0, Integer.MIN_VALUE);
    Expect.list("amount", row(Integer.MIN_VALUE), readOne(one));
  }

  @Rule("There is no difference between a table with text and what it was created as.")
  void findsNoDifference() throws DatabaseException {
    text(1, 1, "1", "1");
    database.createIndex(Tables.TEXTS, Tables.BY_AMOUNT);
    Expect.list("differences", List.of(), database.differences(Tables.TEXTS));
  }
}
