package io.ibench.workload.script;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the lists in a statement's text are. Immutable.
 *
 * @param uses the lists, those of the group first
 * @param places by parameter, the number of its list in {@code uses}; {@link #NONE}: a variable, or
 *     in the group
 * @param group what is repeated for each item; empty: nothing
 */
record ListText(List<ListUse> uses, List<Integer> places, Optional<Group> group) {

  /** A statement without lists. */
  static final ListText EMPTY = new ListText(List.of(), List.of(), Optional.empty());

  static final int NONE = -1;

  private static final Pattern VALUES = Pattern.compile("(?i)\\bVALUES?\\s*(?=\\()");

  private static final Pattern DOCUMENTS =
      Pattern.compile("\"(?:documents|updates|deletes)\"\\s*:\\s*\\[\\s*(?=\\{)");

  /**
   * The parenthesis after VALUES, or the document in a command that takes several.
   *
   * @param begin of its text
   * @param end behind it
   * @param first its first parameter
   * @param last behind its last parameter
   */
  record Group(int begin, int end, int first, int last) {}

  /** A list that a statement names. */
  record Named(int number, String name, int most) {}

  ListText {
    uses = List.copyOf(uses);
    places = List.copyOf(places);
  }

  /**
   * Finds the places.
   *
   * @param text with a mark for each parameter
   * @param lists by parameter, the list that it is; empty: a variable
   */
  static ListText of(String text, boolean isDocument, List<Optional<Named>> lists) {
    if (lists.stream().noneMatch(Optional::isPresent)) {
      return EMPTY;
    }
    Optional<Group> group = group(text, isDocument).filter(found -> repeats(found, text, lists));
    List<ListUse> uses = new ArrayList<>();
    group.ifPresent(found -> uses.add(use(lists.subList(found.first, found.last))));
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < lists.size(); i++) {
      int at = i;
      boolean inside = group.isPresent() && i >= group.get().first && i < group.get().last;
      if (inside || lists.get(i).isEmpty()) {
        places.add(NONE);
      } else {
        ListUse use = use(lists.subList(at, at + 1));
        int known = uses.indexOf(use);
        if (known < 0) {
          known = uses.size();
          uses.add(use);
        }
        places.add(known);
      }
    }
    return new ListText(uses, places, group);
  }

  private static ListUse use(List<Optional<Named>> lists) {
    Set<Named> named = new LinkedHashSet<>();
    lists.forEach(each -> each.ifPresent(named::add));
    return new ListUse(
        named.stream().map(Named::number).toList(),
        named.stream().map(Named::name).toList(),
        named.stream().mapToInt(Named::most).min().orElse(0));
  }

  /** Whether a list of the group is not an array of its own. */
  private static boolean repeats(Group group, String text, List<Optional<Named>> lists) {
    int parameter = group.first;
    for (int i = group.begin; i < group.end; i++) {
      if (text.charAt(i) == StatementCode.SLOT_MARK) {
        String before = text.substring(0, i).stripTrailing();
        if (lists.get(parameter).isPresent() && !before.endsWith("[")) {
          return true;
        }
        parameter++;
      }
    }
    return false;
  }

  private static Optional<Group> group(String text, boolean isDocument) {
    Matcher head = (isDocument ? DOCUMENTS : VALUES).matcher(text);
    int from = 0;
    while (head.find(from)) {
      int end = end(text, head.end());
      if (!isQuoted(text, head.start()) && end > 0) {
        int first = marks(text, 0, head.end());
        return Optional.of(new Group(head.end(), end, first, first + marks(text, head.end(), end)));
      }
      from = head.end();
    }
    return Optional.empty();
  }

  private static int marks(String text, int from, int to) {
    return (int) text.substring(from, to).chars().filter(c -> c == StatementCode.SLOT_MARK).count();
  }

  private static boolean isQuoted(String text, int at) {
    char quote = 0;
    for (int i = 0; i < at; i++) {
      quote = quote(text.charAt(i), quote);
    }
    return quote == '\'' || quote == '`' || quote == '"';
  }

  /** The quote in which the next character is; 0: none. */
  private static char quote(char next, char quote) {
    if (quote != 0) {
      return next == quote ? 0 : quote;
    }
    return next == '\'' || next == '"' || next == '`' ? next : 0;
  }

  /** Behind the parenthesis or brace that begins here; 0: it does not end. */
  private static int end(String text, int begin) {
    int depth = 0;
    char quote = 0;
    for (int i = begin; i < text.length(); i++) {
      char next = text.charAt(i);
      quote = quote(next, quote);
      if (quote == 0 && (next == '(' || next == '{')) {
        depth++;
      } else if (quote == 0 && (next == ')' || next == '}') && --depth == 0) {
        return i + 1;
      }
    }
    return 0;
  }

  /**
   * The text with a mark for each value.
   *
   * @param lengths of the lists, by their numbers in {@code uses}
   */
  String expanded(String text, int[] lengths) {
    StringBuilder made = new StringBuilder();
    int parameter = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (group.isPresent() && i == group.get().begin) {
        String row = text.substring(i, group.get().end);
        made.append(String.join(", ", Collections.nCopies(lengths[0], row)));
        parameter = group.get().last;
        i = group.get().end - 1;
      } else if (next == StatementCode.SLOT_MARK) {
        int use = places.get(parameter++);
        String mark = Character.toString(next);
        made.append(
            use == NONE ? mark : String.join(", ", Collections.nCopies(lengths[use], mark)));
      } else {
        made.append(next);
      }
    }
    return made.toString();
  }
}
