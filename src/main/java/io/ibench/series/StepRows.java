package io.ibench.series;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the rows of a file with the columns {@code time}, {@code step}, {@code repeat} and {@code
 * seconds}, one after the other: intervals.csv, operations.csv, clients.csv. Several rows may end
 * at one time. Skips and counts rows without a time or a length, and rows that end before the
 * previous row. Not thread-safe.
 */
public final class StepRows implements AutoCloseable {

  /** Intervals follow each other without a pause. */
  private static final double GAP_SECONDS = 1;

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

  /** The shortest row of full length in this step; the first row while no such row is known. */
  private double whole;

  private boolean wholeKnown;
  private double usual;
  private boolean isShort;
  private boolean newStep;
  private boolean newRepeat;
  private boolean afterGap;
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
   * Opens a file, before its first row.
   *
   * @param startedMillis the run's start, in milliseconds since 1970
   */
  public static StepRows open(Path file, long startedMillis) throws IOException {
    return new StepRows(CsvRows.open(file), startedMillis);
  }

  /** Whether the file has the necessary columns; false for an empty file. */
  public boolean hasHead() {
    return timeColumn >= 0 && secondsColumn >= 0 && stepColumn >= 0;
  }

  /** Reads the next row; returns false at the end. */
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
    afterGap = any && end - length - at > GAP_SECONDS;
    judge(length, !newRepeat && end > at && length > 0);
    any = true;
    count++;
    step = name;
    repeat = repeatNow;
    at = end;
    seconds = length;
  }

  /**
   * @param followsWhole the previous row had its full length, as it was not the last of its step or
   *     repeat; false for a row of length 0
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

  /** The end of the row's time, in seconds since the run's start. */
  public double at() {
    return at;
  }

  /** The length of the row's time. */
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

  /** Whether the row is the first one of a step; a further repeat is not a new step. */
  public boolean isNewStep() {
    return newStep;
  }

  /**
   * Whether the row does not continue the row before: it is the first one of a step, or nothing was
   * measured between the two, as before a run is resumed.
   */
  public boolean isAfterGap() {
    return newStep || afterGap;
  }

  /** Whether the row is the first one of a step or a repeat. */
  public boolean isNewRepeat() {
    return newRepeat;
  }

  /**
   * Whether the row is not of full length, and shorter than half of the shortest previous row of
   * full length in this step. It is the rest at the end of a step, with inexact rates. Rows of
   * length 0 are short.
   */
  public boolean isShort() {
    return isShort;
  }

  /** The length of a row that is not the last of its step; 0 before such a row. */
  public double usualSeconds() {
    return usual;
  }

  /** See {@link CsvRows#column}. */
  public int column(String name) {
    return rows.column(name);
  }

  /** See {@link CsvRows#number}. */
  public double number(int column) {
    return rows.number(column);
  }

  /** See {@link CsvRows#text}. */
  public String text(int column) {
    return rows.text(column);
  }

  /** The number of rows so far. */
  public long count() {
    return count;
  }

  /** The number of lines that were skipped because they are damaged. */
  public long damaged() {
    return damaged + rows.damaged();
  }

  /** The number of rows that were skipped because they end before the previous row. */
  public long late() {
    return late;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
