package io.ibench.config;

import java.util.Comparator;
import java.util.List;

/**
 * Orders problems by file, in the order of reading, then by line; problems without a file come
 * last.
 */
final class ProblemOrder implements Comparator<Problem> {

  private final List<String> files;

  ProblemOrder(List<String> files) {
    this.files = files;
  }

  @Override
  public int compare(Problem left, Problem right) {
    int byFile = Integer.compare(fileIndex(left.where()), fileIndex(right.where()));
    return byFile != 0 ? byFile : Long.compare(line(left.where()), line(right.where()));
  }

  private int fileIndex(String where) {
    int index = files.indexOf(where);
    if (index < 0) {
      index = files.indexOf(where.substring(0, lineColon(where)));
    }
    return index < 0 ? files.size() : index;
  }

  private static long line(String where) {
    int colon = lineColon(where);
    return colon == where.length() ? 0 : Long.parseLong(place(where).substring(colon + 1));
  }

  /** The index of the colon before a line number, or the end of the text without a number. */
  private static int lineColon(String where) {
    String place = place(where);
    int colon = place.lastIndexOf(':');
    return colon >= 0 && place.substring(colon + 1).matches("[0-9]{1,9}") ? colon : where.length();
  }

  /** Without the inherited key. */
  private static String place(String where) {
    int inherited = where.endsWith(")") ? where.lastIndexOf(" (") : -1;
    return inherited < 0 ? where : where.substring(0, inherited);
  }
}
