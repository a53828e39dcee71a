package io.ibench.workload.script;

import io.ibench.config.Suggestion;
import io.ibench.db.NativeLanguage;
import io.ibench.workload.script.Item.Piece;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Divides a file into sections, and these into statements and meta commands, by the rules of the
 * product's language. Not thread-safe.
 */
final class Lexer {

  private static final String DIRECTIVE = "--@";
  private static final Pattern KEY = Pattern.compile("(?:^|\\s)([A-Za-z_]\\w*)\\s*=");
  private static final Pattern TAG = Pattern.compile("\\$(?:[A-Za-z_]\\w*)?\\$");
  private static final Pattern CHOICE = Pattern.compile("\\{([A-Za-z_]\\w*)\\}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private final String file;
  private final String text;
  private final NativeLanguage language;
  private final String product;
  private final Mistakes mistakes;
  private final List<Section> sections = new ArrayList<>();
  private final List<Item> items = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();
  private Optional<Section> current = Optional.empty();
  private int at;
  private int line = 1;

  /**
   * @param file as the user named it
   * @param product whose sections are read; the items of others are left out
   */
  Lexer(String file, String text, NativeLanguage language, String product, Mistakes mistakes) {
    this.file = file;
    this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
    this.language = language;
    this.product = product;
    this.mistakes = mistakes;
  }

  /**
   * Reads the file.
   *
   * @param name of the transaction, if the file has no directive
   */
  List<Section> read(String name) {
    while (at < text.length()) {
      readNext();
    }
    if (sections.isEmpty() && current.isEmpty()) {
      return List.of(
          new Section(Section.Kind.TRANSACTION, name, Map.of(), Set.of(), here(1), items));
    }
    closeSection();
    return sections;
  }

  private void readNext() {
    char next = text.charAt(at);
    if (isDirective()) {
      directive();
    } else if (Character.isWhitespace(next)) {
      advance();
    } else if (startsWith("--") || language.hashComments() && next == '#') {
      skipLine();
    } else if (startsWith("/*") && !language.isDocuments()) {
      comment();
      literal.setLength(0);
    } else if (next == '\\') {
      meta();
    } else {
      statement();
    }
  }

  private Place here() {
    return here(line);
  }

  private Place here(int number) {
    return new Place(file, number);
  }

  private boolean startsWith(String begin) {
    return text.startsWith(begin, at);
  }

  private boolean isDirective() {
    return startsWith(DIRECTIVE) && (at == 0 || text.charAt(at - 1) == '\n');
  }

  /** Moves one character on, and counts lines. */
  private char advance() {
    char passed = text.charAt(at++);
    if (passed == '\n') {
      line++;
    }
    return passed;
  }

  private void skipLine() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  /** The rest of the line, or of several whose ends are escaped. */
  private String restOfLine() {
    StringBuilder rest = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '\n') {
      if (startsWith("\\\n") || startsWith("\\\r\n")) {
        rest.append(' ');
        at += text.charAt(at + 1) == '\n' ? 1 : 2;
        advance();
      } else {
        rest.append(advance());
      }
    }
    return rest.toString().strip();
  }

  private void closeSection() {
    if (current.isPresent()) {
      sections.add(current.get().with(items));
    } else if (!items.isEmpty()) {
      mistakes.add(
          items.get(0).place(),
          "belongs to no section; allowed: a line --@ transaction NAME before it");
    }
    items.clear();
  }

  private void directive() {
    Place place = here();
    at += DIRECTIVE.length();
    String rest = restOfLine();
    closeSection();
    Map<String, String> attributes = new LinkedHashMap<>();
    String words = attributes(place, rest, attributes);
    List<String> all = words.isEmpty() ? List.of() : List.of(words.split("\\s+"));
    String label = all.isEmpty() ? "" : all.get(0);
    Optional<Section.Kind> kind = Section.Kind.of(label);
    if (kind.isEmpty()) {
      Set<String> known = new LinkedHashSet<>();
      for (Section.Kind each : Section.Kind.values()) {
        known.add(each.label());
      }
      mistakes.add(
          place,
          "--@ "
              + label
              + " is no section; "
              + Suggestion.question(label, known).map(question -> question + " ").orElse("")
              + "allowed: "
              + String.join(", ", known));
    }
    Section.Kind found = kind.orElse(Section.Kind.SCHEMA);
    for (String key : attributes.keySet()) {
      if (kind.isPresent() && !found.keys().contains(key)) {
        mistakes.add(
            place,
            key
                + " is no key of a section "
                + found.label()
                + "; "
                + Suggestion.question(key, found.keys()).map(q -> q + " ").orElse("")
                + "allowed: "
                + String.join(", ", found.keys()));
      }
    }
    List<String> names = new ArrayList<>(all.subList(Math.min(1, all.size()), all.size()));
    if (found == Section.Kind.LOAD && names.remove("once")) {
      attributes.put("once", "");
    }
    if (names.size() > 1) {
      mistakes.add(place, "has several names: " + String.join(", ", names) + "; allowed: one");
    }
    String name = names.isEmpty() ? "" : names.get(0);
    if (!name.isEmpty() && !NAME.matcher(name).matches()) {
      mistakes.add(place, name + " is no name; allowed: a letter, then letters, digits and _");
      name = "x";
    }
    if (found == Section.Kind.TRANSACTION && name.isEmpty()) {
      mistakes.add(place, "the transaction has no name; allowed: --@ transaction NAME");
    }
    Set<String> products = new LinkedHashSet<>();
    if (attributes.containsKey("on")) {
      products.addAll(List.of(attributes.get("on").split("\\s*,\\s*")));
    }
    current = Optional.of(new Section(found, name, attributes, products, place, List.of()));
    if (!products.isEmpty() && !products.contains(product)) {
      skipSection();
    }
  }

  /** Its language may be another one. */
  private void skipSection() {
    while (at < text.length() && !isDirective()) {
      advance();
    }
  }

  /** Returns the words before the first key. */
  private String attributes(Place place, String rest, Map<String, String> attributes) {
    Matcher keys = KEY.matcher(rest);
    int words = rest.length();
    String key = "";
    int value = 0;
    while (keys.find()) {
      if (key.isEmpty()) {
        words = keys.start();
      } else {
        put(place, attributes, key, rest.substring(value, keys.start()));
      }
      key = keys.group(1);
      value = keys.end();
    }
    if (!key.isEmpty()) {
      put(place, attributes, key, rest.substring(value));
    }
    return rest.substring(0, words).strip();
  }

  private void put(Place place, Map<String, String> attributes, String key, String value) {
    if (value.isBlank()) {
      mistakes.add(place, key + " has no value; allowed: " + key + "=VALUE");
    } else if (attributes.put(key, value.strip()) != null) {
      mistakes.add(place, key + " is given twice; allowed: once");
    }
  }

  private void meta() {
    Place place = here();
    at++;
    int begin = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    if (at == begin && text.startsWith(";", at)) {
      at++;
    }
    String command = text.substring(begin, at).toLowerCase(Locale.ROOT); // pgbench takes any case.
    items.add(new Item.Meta(place, command, restOfLine()));
  }

  private void statement() {
    Place place = here();
    pieces.clear();
    literal.setLength(0);
    int depth = 0;
    while (at < text.length() && !isDirective()) {
      char next = text.charAt(at);
      if (next == ';' && depth <= 0) {
        at++;
        break;
      }
      if (next == '\\') {
        break; // A backslash inside of a text is skipped with the text.
      }
      if (next == '(') {
        depth++;
      } else if (next == ')') {
        depth--;
      }
      if (language.isDocuments()) {
        documentPart(next);
      } else {
        sqlPart(next);
      }
    }
    flush();
    Item.Statement made = new Item.Statement(place, pieces);
    if (!made.plain().isEmpty()) {
      items.add(made);
    }
  }

  private void flush() {
    if (literal.length() > 0) {
      pieces.add(new Piece(Piece.Kind.TEXT, literal.toString(), here()));
      literal.setLength(0);
    }
  }

  private void piece(Piece.Kind kind, String name) {
    flush();
    pieces.add(new Piece(kind, name, here()));
  }

  private void sqlPart(char next) {
    if (next == '\'' || next == '"' || next == '`') {
      quoted(next);
    } else if (startsWith("--") && beginsComment()) {
      skipLine();
    } else if (next == '#' && language.hashComments()) {
      skipLine();
    } else if (startsWith("/*")) {
      comment();
    } else if (next == '$' && language.dollarQuotes() && isTag()) {
      dollarQuoted();
    } else if (next == ':') {
      colon();
    } else if (next == '{' && choice(Piece.Kind.CHOICE)) {
      return;
    } else if (next == '?') {
      questionMark();
    } else {
      literal.append(advance());
    }
  }

  private boolean beginsComment() {
    return !language.blankAfterDashes()
        || at + 2 >= text.length()
        || Character.isWhitespace(text.charAt(at + 2));
  }

  private void questionMark() {
    if (language.questionMark().isEmpty()) {
      mistakes.add(here(), "has a ? outside of quotes; allowed: a value is :name");
    }
    literal.append(language.questionMark());
    at++;
  }

  private void colon() {
    if (startsWith("::") || startsWith(":=")) {
      literal.append(advance()).append(advance());
      return;
    }
    String name = nameAt(at + 1);
    if (name.isEmpty()) {
      literal.append(advance());
    } else {
      at += 1 + name.length();
      piece(Piece.Kind.VARIABLE, name);
    }
  }

  /** The name of a variable that begins here; empty without one. */
  private String nameAt(int begin) {
    int end = begin;
    while (end < text.length() && isOfName(text.charAt(end))) {
      end++;
    }
    boolean digit = begin < end && Character.isDigit(text.charAt(begin));
    return digit ? "" : text.substring(begin, end);
  }

  private static boolean isOfName(char c) {
    return c == '_' || c < 0x80 && Character.isLetterOrDigit(c);
  }

  private boolean choice(Piece.Kind kind) {
    Matcher matcher = CHOICE.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      return false;
    }
    at = matcher.end();
    piece(kind, matcher.group(1));
    return true;
  }

  private boolean isTag() {
    boolean inName = at > 0 && isOfName(text.charAt(at - 1));
    return !inName && TAG.matcher(text).region(at, text.length()).lookingAt();
  }

  private void dollarQuoted() {
    Place place = here();
    Matcher matcher = TAG.matcher(text).region(at, text.length());
    String tag = matcher.lookingAt() ? matcher.group() : "$$";
    int end = text.indexOf(tag, at + tag.length());
    if (end < 0) {
      mistakes.add(place, "the text that begins with " + tag + " here does not end");
    }
    int stop = end < 0 ? text.length() : end + tag.length();
    while (at < stop) {
      literal.append(advance());
    }
  }

  private void comment() {
    Place place = here();
    int depth = 0;
    do {
      if (at >= text.length()) {
        mistakes.add(place, "the comment that begins with /* here does not end");
        return;
      }
      if (startsWith("/*") && (depth == 0 || language.nestedComments())) {
        depth++;
        literal.append(advance()).append(advance());
      } else if (startsWith("*/")) {
        depth--;
        literal.append(advance()).append(advance());
      } else {
        literal.append(advance());
      }
    } while (depth > 0);
  }

  private void quoted(char quote) {
    Place place = here();
    boolean escapes = quote != '`' && (language.backslashEscapes() || quote == '\'' && isEscape());
    literal.append(advance());
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next == quote && at + 1 < text.length() && text.charAt(at + 1) == quote) {
        literal.append(advance()).append(advance());
      } else if (next == quote) {
        literal.append(advance());
        return;
      } else if (next == '\\' && escapes && at + 1 < text.length()) {
        literal.append(advance()).append(advance());
      } else if (next != '{' || !choice(Piece.Kind.QUOTED_CHOICE)) {
        inQuotes(next);
      }
    }
    mistakes.add(place, "the quote " + quote + " that begins here does not end");
  }

  private void inQuotes(char next) {
    char before = text.charAt(at - 1);
    String name = next == ':' && before != ':' && !isOfName(before) ? nameAt(at + 1) : "";
    if (name.isEmpty()) {
      literal.append(advance());
    } else {
      at += 1 + name.length();
      piece(Piece.Kind.QUOTED_NAME, name);
    }
  }

  /** Whether the quote follows PostgreSQL's E. */
  private boolean isEscape() {
    return language.dollarQuotes()
        && at > 0
        && Character.toUpperCase(text.charAt(at - 1)) == 'E'
        && (at == 1 || !isOfName(text.charAt(at - 2)));
  }

  /** A string that is {@code :name} as a whole is a value. */
  private void documentPart(char next) {
    if (next != '"') {
      if (startsWith("--")) {
        skipLine();
      } else {
        literal.append(advance());
      }
      return;
    }
    Place place = here();
    String name = startsWith("\":") ? nameAt(at + 2) : "";
    int end = at + 2 + name.length();
    if (!name.isEmpty() && end < text.length() && text.charAt(end) == '"') {
      at = end + 1;
      piece(Piece.Kind.VARIABLE, name);
      return;
    }
    literal.append(advance());
    while (at < text.length()) {
      char inside = text.charAt(at);
      if (inside == '\\' && at + 1 < text.length()) {
        literal.append(advance()).append(advance());
      } else if (inside == '"') {
        literal.append(advance());
        return;
      } else if (inside != '{' || !choice(Piece.Kind.QUOTED_CHOICE)) {
        literal.append(advance());
      }
    }
    mistakes.add(place, "the quote \" that begins here does not end");
  }
}
