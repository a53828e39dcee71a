package io.ibench.db;

/**
 * A session's transactions, one after the other. It prepares its own commands, so that the adapter
 * knows their connection and role before values are bound. Confined to the session's thread.
 */
public interface Transaction {

  Prepared prepare(Command command) throws DatabaseException;

  /**
   * Prepares a command that ends the transaction: executing it also commits, in the same round trip
   * where the product can do that.
   */
  Prepared prepareLast(Command command) throws DatabaseException;

  void begin() throws DatabaseException;

  /** How a transaction begins. */
  enum Begin {
    /** In the cheapest way: on most products without a round trip of its own. */
    FREE(false, false),
    /** By a statement of its own, where the product has one. */
    TRIP(true, false),
    /** As FREE, for a transaction that only reads. */
    READ(false, true),
    /** As TRIP, for a transaction that only reads. */
    READ_TRIP(true, true);

    private final boolean trip;
    private final boolean read;

    Begin(boolean trip, boolean read) {
      this.trip = trip;
      this.read = read;
    }

    /** Whether a statement of its own begins the transaction. */
    public boolean isTrip() {
      return trip;
    }

    /** Whether the transaction only reads: then it never waits for writers. */
    public boolean isRead() {
      return read;
    }
  }

  /**
   * Begins a transaction in one of several ways. A product without a statement for it begins in its
   * own way.
   */
  default void begin(Begin how) throws DatabaseException {
    begin();
  }

  /**
   * Makes the transaction's changes durable, as the database is configured.
   *
   * @throws DatabaseException of kind OUTCOME_UNKNOWN when it may or may not have committed
   */
  void commit() throws DatabaseException;

  /** Undoes all changes since {@code begin}; does nothing without an open transaction. */
  void rollback() throws DatabaseException;
}
