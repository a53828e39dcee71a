package io.ibench.report.console;

/** What a line that is too long for its terminal loses, the first of these first. */
enum Priority {
  LONG_BAR,
  AMOUNT,
  RETRIES,
  BAR,
  KINDS,
  SHORT_BAR,
  PADDING,
  WORDS,
  INSERTS,
  P99,
  TITLE,
  LEFT,
  SHARE
}
