package io.ibench.db.mongo;

/** The setting {@code mongo.transactions}, for operations of several commands. */
enum Transactions {
  /** Refuses a deployment without transactions. */
  REQUIRED,
  /** Uses transactions if the deployment has them; otherwise the result contains a warning. */
  AUTO,
  OFF
}
