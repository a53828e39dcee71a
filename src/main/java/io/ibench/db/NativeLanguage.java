package io.ibench.db;

/**
 * How a product's own language is divided into statements, and how values are found in it.
 * Immutable.
 *
 * @param isDocuments whether a statement is a JSON document; everything else is then false
 * @param backslashEscapes whether a backslash in a quoted text escapes the next character
 * @param hashComments whether {@code #} begins a comment
 * @param blankAfterDashes whether {@code --} begins a comment only before a blank
 * @param dollarQuotes whether {@code $tag$ ... $tag$} is a quoted text, and {@code E'..'} has
 *     escapes
 * @param nestedComments whether comments are nested
 * @param questionMark the text that stands for a question mark in a prepared statement; empty: it
 *     is always a parameter
 * @param lowerCaseNames whether the product stores names without quotes in lower case
 */
public record NativeLanguage(
    boolean isDocuments,
    boolean backslashEscapes,
    boolean hashComments,
    boolean blankAfterDashes,
    boolean dollarQuotes,
    boolean nestedComments,
    String questionMark,
    boolean lowerCaseNames) {

  /** Standard SQL. */
  public static final NativeLanguage SQL =
      new NativeLanguage(false, false, false, false, false, false, "", false);

  /** A JSON document for each statement. */
  public static final NativeLanguage DOCUMENTS =
      new NativeLanguage(true, false, false, false, false, false, "", false);
}
