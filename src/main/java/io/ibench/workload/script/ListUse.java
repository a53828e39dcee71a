package io.ibench.workload.script;

import java.util.List;

/**
 * Lists in a statement that have one length in each execution: one in an ordinary place, or all of
 * those in its group of values. Immutable.
 *
 * @param lists their numbers
 * @param names the same by name, for messages
 * @param most the largest length; each length up to it has a form
 */
record ListUse(List<Integer> lists, List<String> names, int most) {

  ListUse {
    lists = List.copyOf(lists);
    names = List.copyOf(names);
  }

  /** The length of the lists. */
  int length(ListValues values) throws ScriptException {
    int length = values.size(lists.get(0));
    for (int i = 1; i < lists.size(); i++) {
      if (values.size(lists.get(i)) != length) {
        throw new ScriptException(
            "the lists of VALUES have different lengths: "
                + names.get(0)
                + " "
                + length
                + ", "
                + names.get(i)
                + " "
                + values.size(lists.get(i)));
      }
    }
    if (length < 1 || length > most) {
      throw new ScriptException(
          "the list "
              + names.get(0)
              + (length == 0 ? " is empty" : " has " + length + " items")
              + "; allowed in a statement: 1 to "
              + most);
    }
    return length;
  }
}
