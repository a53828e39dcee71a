package io.ibench.contract;

import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Native;
import io.ibench.db.Session;
import java.util.function.BiPredicate;

/** What a database needs so that a rule applies to it. */
enum Need {
  DATA("the database keeps no data", (adapter, database) -> database.keepsData()),
  TRANSACTIONS(
      "the database has no transactions", (adapter, database) -> database.hasTransactions()),
  SERVER(
      "the database is inside the client", (adapter, database) -> !database.location().embedded()),
  NATIVE(
      "its sessions take no statements in a language of their own",
      (adapter, database) -> adapter.language().isPresent() && takesNatives(database));

  private final String missing;
  private final BiPredicate<Adapter, Database> fulfilled;

  Need(String missing, BiPredicate<Adapter, Database> fulfilled) {
    this.missing = missing;
    this.fulfilled = fulfilled;
  }

  /** Sessions with pooled connections refuse them. */
  private static boolean takesNatives(Database database) {
    try (Session session = database.session()) {
      session.prepare(Native.of(Native.Control.COMMIT));
      return true;
    } catch (DatabaseException e) {
      return !e.isInvalidSetting();
    }
  }

  boolean isFulfilled(Adapter adapter, Database database) {
    return fulfilled.test(adapter, database);
  }

  /** Why a rule does not apply. */
  String missing() {
    return missing;
  }
}
