package io.ibench.db.mongo;

/** What {@code mongo.transactions} says of operations that take several commands. */
enum Transactions {
  /** A deployment that has none is refused. */
  REQUIRED,
  /** Used where the deployment has them; otherwise the result says loudly that they were not. */
  AUTO,
  OFF
}
