package io.ibench.learn.data;

/** What a column holds, as far as a script can make it. */
public enum Kind {
  INTEGER,
  DECIMAL,
  BOOLEAN,
  TEXT,
  BYTES,
  /** A date, a time of day, or both. */
  TIME,
  /** One of the labels that its type names. */
  LABEL,
  UUID,
  /** Only a constant can be made. */
  OTHER
}
