package io.ibench.workload.script;

import io.ibench.db.Native;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A statement of a transaction. Immutable.
 *
 * @param text with {@link #SLOT_MARK}s for values, and chosen numbers as {@code \uE001 + choice}
 * @param parameters the slot of each value, in order
 * @param choices the numbers in the text that the script chooses, in order
 * @param store what {@code \gset} or {@code \aset} does with a row; empty: nothing
 * @param change how it changes rows, by its words
 * @param turns how often an execution of its section executes it, without conditions; {@link
 *     Blocks#UNKNOWN} in a loop whose count is not known before the run
 * @param lists where lists are among its parameters
 */
record StatementCode(
    Place place,
    String text,
    List<Integer> parameters,
    List<Choice> choices,
    Native.Control control,
    Optional<Store> store,
    Change change,
    boolean isDocument,
    long turns,
    ListText lists) {

  /** Stands for a value. */
  static final char SLOT_MARK = '\uE000';

  /** The first of the characters that stand for chosen numbers. */
  static final char CHOICE_MARK = '\uE001';

  static final int MOST_FORMS = 1000;

  /** A number in the text. */
  record Choice(int slot, long low, long high) {

    int count() {
      return Math.toIntExact(high - low + 1);
    }
  }

  /**
   * A row that becomes variables, named as its columns.
   *
   * @param prefix of the variables
   * @param lastRow whether the last of any rows is stored; otherwise there must be exactly one
   * @param lowerCaseNames whether the product stores names without quotes in lower case
   * @param lists the list of each column, which gets the values of all rows; empty: variables get
   *     those of one row
   * @param most the most rows of lists
   */
  record Store(
      Place place,
      String prefix,
      boolean lastRow,
      boolean lowerCaseNames,
      List<Integer> lists,
      int most) {

    Store {
      lists = List.copyOf(lists);
    }

    /** Variables get the values of one row. */
    Store(Place place, String prefix, boolean lastRow, boolean lowerCaseNames) {
      this(place, prefix, lastRow, lowerCaseNames, List.of(), 1);
    }

    boolean isLists() {
      return !lists.isEmpty();
    }

    /** How many rows a statement keeps. */
    int kept() {
      return lastRow ? Native.LAST_ROW : most;
    }

    String command() {
      return isLists() ? "\\alist" : lastRow ? "\\aset" : "\\gset";
    }

    /** Whether a column is a variable; some products store names without quotes in capitals. */
    boolean isColumn(String variable, String column) {
      boolean capitals = !lowerCaseNames && column.equals(column.toUpperCase(Locale.ROOT));
      return variable.startsWith(prefix)
          && (capitals
              ? variable.substring(prefix.length()).equalsIgnoreCase(column)
              : variable.equals(prefix + column));
    }
  }

  StatementCode {
    parameters = List.copyOf(parameters);
    choices = List.copyOf(choices);
  }

  StatementCode storing(Store row) {
    return new StatementCode(
        place,
        text,
        parameters,
        choices,
        control,
        Optional.of(row),
        change,
        isDocument,
        turns,
        lists);
  }

  /** Whether it undoes what a transaction has done since a savepoint. */
  boolean undoesPart() {
    return Statements.isRollbackToSavepoint(text);
  }

  boolean isChange() {
    return change != Change.NONE;
  }

  /** How many statements are prepared for it. */
  long forms() {
    long forms = 1;
    for (Choice choice : choices) {
      forms *= choice.count();
    }
    for (ListUse use : lists.uses()) {
      forms = Math.min(Integer.MAX_VALUE, forms * use.most());
    }
    return forms;
  }

  /**
   * All its forms; the lengths of the last list, or the numbers of the last choice, change fastest.
   */
  List<Native> natives() {
    List<Native> natives = new ArrayList<>();
    int kept = store.map(Store::kept).orElse(0);
    int[] lengths = new int[lists.uses().size()];
    for (int form = 0; form < forms(); form++) {
      int rest = form;
      for (int i = lengths.length - 1; i >= 0; i--) {
        int most = lists.uses().get(i).most();
        lengths[i] = 1 + rest % most;
        rest /= most;
      }
      String chosen = lengths.length == 0 ? text : lists.expanded(text, lengths);
      int values = (int) chosen.chars().filter(c -> c == SLOT_MARK).count();
      for (int i = choices.size() - 1; i >= 0; i--) {
        Choice choice = choices.get(i);
        long number = choice.low() + rest % choice.count();
        rest /= choice.count();
        chosen = chosen.replace(Character.toString(CHOICE_MARK + i), Long.toString(number));
      }
      natives.add(new Native(marked(chosen, isDocument), values, control, kept));
    }
    return natives;
  }

  /** Replaces the marks of values by what the product takes. */
  static String marked(String text, boolean isDocument) {
    StringBuilder made = new StringBuilder();
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next != SLOT_MARK) {
        made.append(next);
      } else if (isDocument) {
        made.append("\":").append(number++).append('"');
      } else {
        made.append('?');
      }
    }
    return made.toString().strip();
  }
}
