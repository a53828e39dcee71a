package io.ibench.learn.law;

/** What a statement does with a value. */
public enum Use {
  /** It looks for rows with the value, so the value should be one of the column's. */
  COMPARED,

  /** It writes the value into a row. */
  WRITTEN,

  /** It adds the value to a column, so the column's range says nothing about it. */
  DELTA,

  /** The value belongs to no column, such as that of LIMIT. */
  FREE
}
