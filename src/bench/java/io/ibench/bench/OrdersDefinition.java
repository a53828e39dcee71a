package io.ibench.bench;

import io.ibench.config.Config;
import io.ibench.db.Command;
import io.ibench.db.Table;
import io.ibench.workload.simple.Binder;
import io.ibench.workload.simple.Definition;
import io.ibench.workload.simple.SimpleWorkload;

/** The requests of examples/orders, as a simple workload; {@link RawOrders} does the same. */
final class OrdersDefinition extends SimpleWorkload {

  static final long BUYERS = 1000;
  static final long ROWS = 100_000;
  static final int NOTE = 100;

  static final Table CUSTOMERS = Table.named("customers").key("id").number("orders");

  static final Table ORDERS =
      Table.named("orders")
          .generatedKey("id")
          .number("customer")
          .smallNumber("status")
          .time("created")
          .bytes("note", NOTE)
          .descendingIndex("by_customer", "customer", "created");

  static final Command GET = ORDERS.select().where("id");
  static final Command LATEST =
      ORDERS.select().where("customer").by("by_customer").last(10, "created", "id");
  static final Command INSERT = ORDERS.insert();
  static final Command COUNT = CUSTOMERS.update().add("orders", 1).where("id");
  static final Command SHIP = ORDERS.update().set("status", 1).where("id");

  OrdersDefinition() {
    super("orders", "requests on orders");
  }

  @Override
  protected void define(Definition define, Config config) {
    define.table(CUSTOMERS, BUYERS, (row, id, values) -> row.setLong(1, ROWS / BUYERS));
    define.table(
        ORDERS,
        ROWS,
        (row, id, values) -> {
          row.setLong(1, 1 + (id - 1) % BUYERS);
          row.setLong(2, 0);
          row.setLong(3, values.now());
          values.letters(row, 4, NOTE);
        });
    define.operation("GET_ORDER", 50, GET, Binder.any(ORDERS));
    define.operation("LATEST", 25, LATEST, Binder.any(CUSTOMERS));
    define.transaction(
        "NEW_ORDER",
        15,
        (commands, values) -> {
          long buyer = values.any(CUSTOMERS);
          commands[0].setLong(0, buyer);
          commands[0].setLong(1, 0);
          commands[0].setLong(2, values.now());
          values.letters(commands[0], 3, NOTE);
          commands[1].setLong(0, buyer);
        },
        INSERT,
        COUNT);
    define.operation("SHIP", 10, SHIP, Binder.any(ORDERS));
  }
}
