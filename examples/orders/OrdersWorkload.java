package example.orders;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Command;
import io.ibench.db.Table;
import io.ibench.workload.simple.Binder;
import io.ibench.workload.simple.Definition;
import io.ibench.workload.simple.SimpleWorkload;

/** Orders of a shop's customers; the row of a customer counts its orders. */
public final class OrdersWorkload extends SimpleWorkload {

  private static final Key<Long> ORDERS = rows("orders.rows", "100k", "orders to load");
  private static final Key<Long> CUSTOMERS = rows("orders.customers", "1000", "customers to load");
  private static final int NOTE = 100;

  public OrdersWorkload() {
    super("orders", "orders: read, list the latest, insert, ship", ORDERS, CUSTOMERS);
  }

  @Override
  protected void define(Definition define, Config config) {
    long rows = config.get(ORDERS);
    long buyers = config.get(CUSTOMERS);
    Table customers = Table.named("customers").key("id").number("orders");
    define.table(
        customers, buyers, (row, id, values) -> row.setLong(1, (rows + buyers - id) / buyers));
    Table orders =
        Table.named("orders")
            .generatedKey("id")
            .number("customer")
            .smallNumber("status")
            .time("created")
            .bytes("note", NOTE)
            .descendingIndex("by_customer", "customer", "created");
    define.table(
        orders,
        rows,
        (row, id, values) -> {
          row.setLong(1, 1 + (id - 1) % buyers);
          row.setLong(2, values.between(0, 1));
          row.setLong(3, values.now() - (rows - id) * 1000);
          values.letters(row, 4, NOTE);
        });
    define.operation("GET_ORDER", 50, orders.select().where("id"), Binder.any(orders));
    Command.Select latest = orders.select().where("customer").by("by_customer");
    define.operation("LATEST", 25, latest.last(10, "created", "id"), Binder.any(customers));
    define.transaction(
        "NEW_ORDER",
        15,
        (commands, values) -> {
          long buyer = values.any(customers);
          commands[0].setLong(0, buyer);
          commands[0].setLong(1, 0);
          commands[0].setLong(2, values.now());
          values.letters(commands[0], 3, NOTE);
          commands[1].setLong(0, buyer);
        },
        orders.insert(),
        customers.update().add("orders", 1).where("id"));
    define.operation("SHIP", 10, orders.update().set("status", 1).where("id"), Binder.any(orders));
    define.checkCount(customers, "orders", orders, "customer");
  }
}
