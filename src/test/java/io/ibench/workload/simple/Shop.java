package io.ibench.workload.simple;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Command;
import io.ibench.db.Scan;
import io.ibench.db.Table;
import java.util.List;

/** A workload that uses everything that a definition can contain. */
public final class Shop extends SimpleWorkload {

  static final Key<Long> ORDERS = rows("shop.orders", "500", "orders to load");

  static final Table CUSTOMERS = Table.named("customers").key("id").number("orders");

  static final Table ORDER_TABLE =
      Table.named("orders")
          .generatedKey("id")
          .number("customer")
          .smallNumber("status")
          .bytes("note", 40)
          .index("by_customer", "customer", "id");

  static final Table NOTES =
      Table.named("notes").number("kind").number("id").bytes("text", 8).primaryKey("kind", "id");

  static final Table METERS = Table.named("meters").key("id").number("total").number("ticks");

  static final Table EVENTS = Table.named("events").key("id").number("customer");

  private static final int BUYERS = 20;

  public Shop() {
    super("shop", "everything that a simple workload can do", ORDERS);
  }

  @Override
  protected void define(Definition define, Config config) {
    long orders = config.get(ORDERS);
    define.table(
        CUSTOMERS, BUYERS, (row, id, values) -> row.setLong(1, (orders + BUYERS - id) / BUYERS));
    define.table(
        ORDER_TABLE,
        orders,
        (row, id, values) -> {
          row.setLong(1, 1 + (id - 1) % BUYERS);
          row.setLong(2, values.between(0, 4));
          values.letters(row, 3, (int) values.between(0, 40));
        });
    define.table(
        NOTES,
        60,
        (row, number, values) -> {
          row.setLong(0, number % 7);
          row.setLong(1, number);
          values.bytes(row, 2, 8);
        });
    define.table(
        METERS,
        10,
        (row, id, values) -> {
          row.setLong(1, id);
          row.setLong(2, values.between(0, 9));
        });
    define.table(EVENTS, 0, (row, id, values) -> row.setLong(1, 1));
    define.operation("GET_ORDER", 30, ORDER_TABLE.select().where("id"), Binder.any(ORDER_TABLE));
    Command.Select latest = ORDER_TABLE.select().where("customer").by("by_customer");
    define.operation("LATEST", 20, latest.last(3, "id"), Binder.any(CUSTOMERS));
    define.transaction(
        "NEW_ORDER",
        20,
        (commands, values) -> {
          long buyer = values.any(CUSTOMERS);
          commands[0].setLong(0, buyer);
          commands[0].setLong(1, 0);
          values.letters(commands[0], 2, 40);
          commands[1].setLong(0, buyer);
        },
        ORDER_TABLE.insert(),
        CUSTOMERS.update().add("orders", 1).where("id"));
    define
        .transaction(
            "COPY_STATUS",
            10,
            (commands, values) -> {
              commands[0].setLong(0, values.any(ORDER_TABLE));
              commands[1].setLong(0, 0);
              commands[1].setLong(1, values.newest(ORDER_TABLE, 10));
            },
            ORDER_TABLE.select("status").where("id"),
            ORDER_TABLE.update().set("status").where("id"))
        .before(
            1,
            (commands, values) -> {
              if (values.rows(0) > 0) {
                commands[1].setLong(0, commands[0].getLong(0, 0));
              }
            });
    define.operation(
        "DELETE_NOTE",
        5,
        NOTES.delete().where("kind").where("id"),
        (command, values) -> {
          long number = values.between(1, 60);
          command.setLong(0, number % 7);
          command.setLong(1, number);
        });
    define.operation(
        "METER",
        10,
        METERS.update().add("ticks", 1).add("total").where("id"),
        (command, values) -> {
          command.setLong(0, values.between(-9, 9));
          command.setLong(1, values.any(METERS));
        });
    define.operation(
        "EVENT",
        5,
        EVENTS.insert(),
        (command, values) -> {
          command.setLong(0, values.next(EVENTS));
          command.setLong(1, values.any(CUSTOMERS));
        });
    define.checkCount(CUSTOMERS, "orders", ORDER_TABLE, "customer");
    define.checkSum(METERS, "total");
    define.checkSum(METERS, "ticks");
    define.check(
        "statuses",
        context -> {
          Check.Rows rows =
              context.scan(new Scan(ORDER_TABLE, List.of("status"), List.of(), List.of("id")));
          long wrong = 0;
          while (rows.next()) {
            wrong += rows.getLong(0) > 4 ? 1 : 0;
          }
          if (wrong > 0) {
            context.problem(wrong + " orders have no such status");
          }
        });
  }
}
