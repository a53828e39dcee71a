package io.ibench.learn.sql;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * A statement without its values. Immutable.
 *
 * @param id from 0, in the order in which forms are first seen
 * @param pieces its text: words of the statement, and places of values between them
 * @param tables the tables that it names, without numbers at their ends
 * @param commits whether it is a compound statement that ends the transaction
 * @param results the columns that it returns, as far as its text names them; empty: none, or
 *     unknown
 */
public record Form(
    int id,
    Verb verb,
    List<Piece> pieces,
    List<Slot> slots,
    List<TableName> tables,
    List<Result> results,
    boolean commits) {

  private static final Pattern CONFLICT =
      Pattern.compile("(?i)\\bON\\s+(DUPLICATE\\s+KEY|CONFLICT)\\b|\\bINSERT\\s+IGNORE\\b");

  private static final String COMPOUND = "BEGIN NOT ATOMIC ";

  /** What kind of statement it is. */
  public enum Verb {
    SELECT,
    INSERT,
    REPLACE,
    UPDATE,
    DELETE,
    BEGIN,
    COMMIT,
    ROLLBACK,
    /** Sets something of the session, or asks for it: no part of the load. */
    SESSION,
    /** Creates, alters, drops or grants something: no part of the load. */
    ADMINISTRATION,
    /** Starts a transaction without BEGIN: {@code SET autocommit = 0}. */
    AUTOCOMMIT_OFF,
    AUTOCOMMIT_ON,
    /** Copies data from or to the client, or uses a cursor. */
    STREAM,
    CALL,
    OTHER
  }

  /** Words of the text, or the place of values: then the slot is 0 or more. */
  public record Piece(String text, int slot) {}

  /** A table and the name by which the statement calls it. */
  public record TableName(String table, String alias) {}

  /** A column that it returns: the name of the result, and the column or expression behind it. */
  public record Result(String name, String column, boolean aggregate) {}

  /** The text with something in the place of each value. */
  public String text(IntFunction<String> value) {
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces) {
      text.append(piece.slot() < 0 ? piece.text() : value.apply(piece.slot()));
    }
    return text.toString();
  }

  /** The text for a reader: values are question marks. */
  public String fingerprint() {
    return text(
        slot ->
            switch (slots.get(slot).use()) {
              case NAME -> "N";
              case IN -> "?+";
              default -> "?";
            });
  }

  /** Whether it is {@code BEGIN NOT ATOMIC ... END}. */
  public boolean isCompound() {
    return !pieces.isEmpty()
        && pieces.get(0).text().regionMatches(true, 0, COMPOUND, 0, COMPOUND.length());
  }

  /** The statements in a compound one, without END. */
  public List<String> compoundParts(IntFunction<String> value) {
    String inner = text(value).substring(COMPOUND.length());
    return Arrays.stream(inner.split(";\\s*"))
        .map(String::strip)
        .filter(part -> !part.isEmpty() && !part.equalsIgnoreCase("END"))
        .toList();
  }

  /** Whether it is part of what an application wants of its data. */
  public boolean isLoad() {
    return switch (verb) {
      case SELECT, INSERT, REPLACE, UPDATE, DELETE, CALL, OTHER -> true;
      default -> false;
    };
  }

  /** Whether it is an INSERT that changes a row which has the key already. */
  public boolean replacesRows() {
    return pieces.stream().anyMatch(piece -> CONFLICT.matcher(piece.text()).find());
  }
}
