package io.ibench.contract;

import io.ibench.db.Database;
import java.util.function.Predicate;

/** What a database needs so that a rule applies to it. */
enum Need {
  DATA("the database keeps no data", Database::keepsData),
  TRANSACTIONS("the database has no transactions", Database::hasTransactions),
  SERVER("the database is inside the client", database -> !database.location().embedded());

  private final String missing;
  private final Predicate<Database> fulfilled;

  Need(String missing, Predicate<Database> fulfilled) {
    this.missing = missing;
    this.fulfilled = fulfilled;
  }

  boolean isFulfilled(Database database) {
    return fulfilled.test(database);
  }

  /** Why a rule does not apply. */
  String missing() {
    return missing;
  }
}
