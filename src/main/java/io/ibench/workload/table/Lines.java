package io.ibench.workload.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines of a report: facts, or problems of which only the first ones are kept. Not thread-safe. */
public final class Lines {

  private final List<String> kept = new ArrayList<>();
  private final int most;
  private long count;

  public Lines() {
    this(Integer.MAX_VALUE);
  }

  /**
   * @param most lines that are kept
   */
  public Lines(int most) {
    this.most = most;
  }

  /** A line as {@link String#format} makes it, in the same form on every machine. */
  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  public void add(String format, Object... values) {
    if (count++ < most) {
      kept.add(text(format, values));
    }
  }

  /** Adds lines that are complete. */
  public void addAll(List<String> lines) {
    lines.forEach(line -> add("%s", line));
  }

  public boolean isEmpty() {
    return count == 0;
  }

  public List<String> kept() {
    return List.copyOf(kept);
  }

  /** The kept lines, and how many more there were. */
  public List<String> all() {
    List<String> all = new ArrayList<>(kept);
    if (count > kept.size()) {
      all.add(text("and %,d more", count - kept.size()));
    }
    return all;
  }
}
