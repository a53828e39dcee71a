package io.ibench.workload.insert;

import io.ibench.db.Prepared;
import io.ibench.random.Random64;

/**
 * Draws rows and binds them. Confined to the worker's thread; allocates nothing per row. Remembers
 * the row drawn last.
 */
final class Purchases {

  private final PurchaseColumns columns;
  private final RowData.Buffer data;
  private final Random64 random;
  private final boolean clientIds;
  private final long numberBytes;
  private long cashregister;
  private long product;
  private long customer;
  private long price;
  private long batchBytes;

  Purchases(InsertSettings settings, boolean clientIds, Random64 random) {
    this.columns = settings.columns();
    this.numberBytes = columns.numberBytes();
    this.data = settings.data().buffer();
    this.clientIds = clientIds;
    this.random = random;
  }

  /** Begins the next batch of rows. */
  void begin() {
    batchBytes = 0;
  }

  /** The bytes of the values of the batch's rows, keys that the server generates included. */
  long batchBytes() {
    return batchBytes;
  }

  /**
   * Draws a row in the ancestor's order, and binds it.
   *
   * @param id its key, if clients generate keys
   * @param timeMillis in whole seconds
   */
  void bind(Prepared insert, long id, long timeMillis) {
    draw();
    int parameter = 0;
    batchBytes += numberBytes;
    if (clientIds) {
      insert.setLong(parameter++, id);
    }
    insert.setLong(parameter++, timeMillis);
    insert.setLong(parameter++, cashregister);
    insert.setLong(parameter++, customer);
    insert.setLong(parameter++, product);
    insert.setLong(parameter++, price);
    for (int payload = columns.payloads(); payload > 0; payload--) {
      data.draw(random);
      batchBytes += data.length();
      insert.setBytes(parameter++, data.bytes(), data.length());
    }
    insert.addBatch();
  }

  private void draw() {
    cashregister = random.nextLong(columns.cashregisters());
    product = random.nextLong(columns.products());
    customer = random.nextLong(columns.customers());
    price = drawPrice(random, columns, customer);
  }

  /** Draws a row, and does nothing with it. */
  void skip() {
    draw();
    for (int payload = columns.payloads(); payload > 0; payload--) {
      data.draw(random);
    }
  }

  /** In integral units; in the old schema in hundredths. */
  static long drawPrice(Random64 random, PurchaseColumns columns, long customer) {
    long drawn = random.nextLong(columns.maxPrice());
    return columns.hasOldPrices() ? drawn + customer : drawn;
  }

  /** Whether a row read by {@link PurchaseTable#lastRows} is the one drawn last. */
  boolean isLastDrawn(Prepared rows, int row) {
    return rows.getLong(row, 0) == cashregister
        && rows.getLong(row, 1) == customer
        && rows.getLong(row, 2) == product
        && rows.getLong(row, 3) == price;
  }
}
