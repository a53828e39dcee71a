package io.ibench.series;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The rows of a file with the columns {@code time}, {@code step}, {@code repeat} and {@code
 * seconds}, one after the other: intervals.csv, operations.csv, clients.csv. Several may end at one
 * time. Those without a time or a length, and those that end before the one before, are skipped and
 * counted. Not thread-safe.
 */
public final class StepRows implements AutoCloseable {

  private final CsvRows rows;
  private final long startedMillis;
  private final int timeColumn;
  private final int stepColumn;
  private final int repeatColumn;
  private final int secondsColumn;
  private final int fullColumn;

  private String step = "";
  private long repeat;
  private double at = Double.NEGATIVE_INFINITY;
  private double seconds;

  /**
   * Of the rows of full length in this step the shortest; the first one as long as none is known.
   */
  private double whole;

  private boolean wholeKnown;
  private double usual;
  private boolean isShort;
  private boolean newStep;
  private boolean newRepeat;
  private boolean any;
  private long count;
  private long damaged;
  private long late;

  private StepRows(CsvRows rows, long startedMillis) {
    this.rows = rows;
    this.startedMillis = startedMillis;
    timeColumn = rows.column("time");
    stepColumn = rows.column("step");
    repeatColumn = rows.column("repeat");
    secondsColumn = rows.column("seconds");
    fullColumn = rows.column("full");
  }

  /**
   * Before the first row.
   *
   * @param startedMillis when the run began, in milliseconds since 1970
   */
  public static StepRows open(Path file, long startedMillis) throws IOException {
    return new StepRows(CsvRows.open(file), startedMillis);
  }

  /** Whether it has the columns without which there are no rows; not of an empty file. */
  public boolean hasHead() {
    return timeColumn >= 0 && secondsColumn >= 0 && stepColumn >= 0;
  }

  /** Goes to the next row; false when there is none. */
  public boolean next() throws IOException {
    while (rows.next()) {
      long millis = rows.epochMillis(timeColumn);
      double length = rows.number(secondsColumn);
      double end = (millis - startedMillis) / 1e3;
      if (millis == Long.MIN_VALUE || !(length >= 0)) {
        damaged++;
      } else if (end < at) {
        late++;
      } else {
        take(end, length);
        return true;
      }
    }
    return false;
  }

  private void take(double end, double length) {
    String name = rows.text(stepColumn);
    double number = rows.number(repeatColumn);
    long repeatNow = Double.isNaN(number) ? 1 : (long) number;
    newStep = !any || !name.equals(step);
    newRepeat = newStep || repeatNow != repeat;
    judge(length, !newRepeat && end > at && length > 0);
    any = true;
    count++;
    step = name;
    repeat = repeatNow;
    at = end;
    seconds = length;
  }

  /**
   * @param followsWhole the row before was not the last of its step or repeat, and so had its full
   *     length, of which rows of no length say nothing
   */
  private void judge(double length, boolean followsWhole) {
    if (usual == 0 && followsWhole) {
      usual = seconds;
    }
    if (newStep) {
      whole = 0;
      wholeKnown = false;
    } else if (followsWhole && fullColumn < 0) {
      addWhole(seconds);
    }
    whole = whole == 0 ? length : whole;
    isShort = length == 0 || length < whole / 2 && !isFull();
    if (length > 0 && isFull()) {
      addWhole(length);
    }
  }

  private void addWhole(double length) {
    whole = wholeKnown ? Math.min(whole, length) : length;
    wholeKnown = true;
  }

  private boolean isFull() {
    return rows.text(fullColumn).equals("true");
  }

  /** Where the row's time ends, in seconds since the run began. */
  public double at() {
    return at;
  }

  /** How long it is. */
  public double seconds() {
    return seconds;
  }

  public String step() {
    return step;
  }

  /** From 1. */
  public long repeat() {
    return repeat;
  }

  /** The row is the first one of a step; further repeats are no other step. */
  public boolean isNewStep() {
    return newStep;
  }

  /** The row is the first one of a step or a repeat. */
  public boolean isNewRepeat() {
    return newRepeat;
  }

  /**
   * The row is not of full length, and shorter than half of the shortest one before in this step
   * that is: what is left at the end of a step, whose rates say little. Rows of no length are
   * short.
   */
  public boolean isShort() {
    return isShort;
  }

  /** How long rows are that are not the last of their step; 0 as long as there was none. */
  public double usualSeconds() {
    return usual;
  }

  /** The number of a column, to be asked for once; -1 when there is none of that name. */
  public int column(String name) {
    return rows.column(name);
  }

  /** NaN where the cell is empty, or no number, and where there is no such column. */
  public double number(int column) {
    return rows.number(column);
  }

  /** Empty where there is no such column. */
  public String text(int column) {
    return rows.text(column);
  }

  /** How many rows there were so far. */
  public long count() {
    return count;
  }

  /** How many lines were skipped because they were damaged. */
  public long damaged() {
    return damaged + rows.damaged();
  }

  /** How many were skipped because they end before the one before them. */
  public long late() {
    return late;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
