package io.ibench.learn.model;

/** Where a transaction has a value from. Immutable. */
public sealed interface Origin {

  /** It is drawn by a law of its own. */
  record Drawn() implements Origin {}

  /** It is the same in nearly all executions. */
  record Constant(byte kind, long bits) implements Origin {}

  /**
   * It is another value of the transaction, or a number plus that.
   *
   * @param source the earlier parameter
   * @param plus is added; 0 where the value is no number
   * @param share of executions in which it is so; 1: in all. Otherwise it is drawn
   */
  record Equal(Parameter source, long plus, double share) implements Origin {}

  /**
   * It counts the turns of a repeat.
   *
   * @param first its value in the first turn
   * @param step from turn to turn
   */
  record Counter(Loop loop, long first, long step) implements Origin {}

  /** It says how often a repeat is executed. */
  record Turns(Loop loop) implements Origin {}

  /**
   * It is a column that an earlier statement of the transaction has returned. Logs do not have
   * results, so names say it.
   *
   * @param place of the statement
   * @param result the number of the column
   * @param match how well the names agree
   */
  record Result(int place, int result, Match match) implements Origin {}

  /** How well the names of a parameter and of a result agree. */
  enum Match {
    /** The same column of the same table. */
    SAME_COLUMN,
    /** The same name, or the key of the table that the name says. */
    SAME_NAME,
    /** The ends of the names. */
    SIMILAR_NAME
  }

  /**
   * It is the time of day.
   *
   * @param unitMicros 1,000 for milliseconds since 1970, 1,000,000 for seconds; 0 for a date with
   *     time
   */
  record Now(long unitMicros) implements Origin {}
}
