package io.ibench.db.mongo;

/** What {@code mongo.names} says: how a table's columns are called in its documents. */
enum FieldNames {
  /** As the workload calls them. */
  LONG,
  /** As short as they can be told apart within their table: every document repeats its names. */
  SHORT
}
