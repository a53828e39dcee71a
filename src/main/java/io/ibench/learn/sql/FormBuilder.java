package io.ibench.learn.sql;

import io.ibench.learn.sql.Form.Piece;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes a form while a statement is read for the first time. Not thread-safe. */
final class FormBuilder {

  private final Tokens tokens;
  private final Dialect dialect;
  private final List<Piece> pieces = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  /** Of each slot its first token, the token of its value, and whether it is in rows. */
  private final List<int[]> places = new ArrayList<>();

  private boolean rows;
  private int end = -1;

  FormBuilder(Tokens tokens, Dialect dialect) {
    this.tokens = tokens;
    this.dialect = dialect;
  }

  void token(int at) {
    gap(at);
    text.append(written(at));
    end = end(at);
  }

  void value(int first, int at, int slot) {
    gap(first);
    place(slot, first, at);
    end = end(at);
  }

  void list(int first, int slot) {
    place(slot, first, first);
    end = -1;
  }

  /** {@code IN} and a list in place of the tokens up to a bracket. */
  void arrayList(int at, String word, int slot, int bracket) {
    gap(at);
    text.append(word).append(" (");
    place(slot, at, at);
    text.append(')');
    end = end(bracket);
  }

  void numbered(int at, int slot) {
    gap(at);
    boolean quoted = tokens.kinds[at] == Tokens.NAME;
    String quote = quoted ? quote() : "";
    text.append(quote).append(bytes(tokens.from[at], tokens.digits[at]));
    place(slot, at, at);
    text.append(quote);
    end = end(at);
  }

  void rowsBegin() {
    rows = true;
  }

  void rowsEnd() {
    rows = false;
  }

  private void place(int slot, int first, int at) {
    flush();
    pieces.add(new Piece("", slot));
    places.add(new int[] {first, at, rows ? 1 : 0});
  }

  private void flush() {
    if (text.length() > 0) {
      pieces.add(new Piece(text.toString(), -1));
      text.setLength(0);
    }
  }

  private void gap(int at) {
    int begin = begin(at);
    if (end >= 0 && begin > end || end == -1 && !pieces.isEmpty() && tokens.isName(at)) {
      text.append(' ');
    }
  }

  private int begin(int at) {
    boolean quoted = tokens.kinds[at] == Tokens.STRING || tokens.kinds[at] == Tokens.NAME;
    return tokens.from[at] - (quoted ? 1 : 0);
  }

  private int end(int at) {
    boolean quoted = tokens.kinds[at] == Tokens.STRING || tokens.kinds[at] == Tokens.NAME;
    boolean prefixed =
        tokens.kinds[at] == Tokens.HEX
            && tokens.to[at] < tokens.bytes.length
            && tokens.bytes[tokens.to[at]] == '\'';
    return tokens.to[at] + (quoted || prefixed ? 1 : 0);
  }

  private String quote() {
    return dialect == Dialect.MYSQL ? "`" : "\"";
  }

  private String written(int at) {
    String bytes = bytes(tokens.from[at], tokens.to[at]);
    return switch (tokens.kinds[at]) {
      case Tokens.NAME -> quote() + bytes + quote();
      case Tokens.STRING -> "'" + bytes + "'";
      default -> bytes;
    };
  }

  private String bytes(int from, int to) {
    return new String(tokens.bytes, from, to - from, StandardCharsets.UTF_8);
  }

  Form build(int id, Values values) {
    flush();
    FormNames names = new FormNames(tokens);
    List<Slot> slots = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      int[] place = places.get(i);
      slots.add(new SlotFinder(tokens, names).slot(i, place[0], place[1], place[2] == 1, values));
    }
    return new Form(
        id,
        Verbs.verb(tokens),
        pieces,
        slots,
        names.tables(),
        names.results(),
        Verbs.commitsInside(tokens));
  }
}
