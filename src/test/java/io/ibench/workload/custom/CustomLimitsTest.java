package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.config.Problem;
import io.ibench.db.Command;
import io.ibench.workload.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The largest and smallest of everything that a workload may have, on top of the orders. */
class CustomLimitsTest {

  @TempDir private Path folder;

  private record Read(Plan plan, List<String> mistakes) {}

  private Read read(String... lines) throws IOException {
    Path more = Files.write(folder.resolve("more"), List.of(lines));
    Config config = new ConfigLoader(Map.of()).load(CustomRun.ORDERS, Optional.of(more), List.of());
    config.declare(Key.text("workload", "read by others"));
    Plan plan = new CustomWorkload().plan(config);
    return new Read(plan, config.problems().stream().map(Problem::message).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      op.A = 1: read 1 orders where id > 5
      op.A = 1: read 100k orders where id > 5
      op.A = 1B: read orders where id = 5
      op.A = 0.001: read orders where id = 5
      op.A = 1: read orders where id in 1 of any(orders)
      op.A = 1: read orders where id in 1000 of any(orders)
      op.A = 1: read orders(id, note) where id = newest(orders, 1)
      op.A = 1: read orders where customer >= 5 and customer < 7 and status = 3
      op.A = 1: insert 100000 customers(orders: 0)
      op.A = 1: delete 1 orders where id = 7
      op.A = 1: delete 3 first orders
      op.A = 1: begin; update orders set status = 1 where id = 3 or rollback; commit
      op.A = 1: begin; $t = read orders(created) where id = 5; read orders where created > $t and id = 3; commit
      op.A = 1: begin; $a, $b = read orders(customer, status) where id = 5; read customers where id = $a + $b; commit
      op.A = 1: begin; $n = read 1 orders(status) where customer = 5; commit
      op.A = 1: $a = 1..5; $b = -5..5; read orders where id > $a - $b
      op.A = 1: update orders set status = 127 where id = any(orders)
      op.A = 1: update orders set status = 0..127 zipf 0.9 where id = any(orders)
      op.A = 1: update orders set note = letters(0..100) where id = any(orders)
      op.A = 1: update orders set note = "" where id = any(orders)
      op.A = 1: update orders set created = now + 1s where id = any(orders)
      op.A = 1: update orders set created = last 1s where id = any(orders)
      tables.t = id long key, b bytes(1)
      tables.t = id long key, b bytes(8M)
      tables.t = id long key, f float
      tables.t = a long key, b int key, c byte key, d time key
      index.i = orders(status, customer, created)
      check.x = orders.status in 0..127
      check.x = orders.status in 3
      check.x = orders.customer in customers
      check.x = sum(customers.orders) = booked
      """)
  void isAllowedUpToTheLimit(String line) throws IOException {
    assertThat(read(line).mistakes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      op.A = 1: read 0 orders where id > 5 | at "0" (character 9): this number of rows is out of range; allowed: 1 .. 100k
      op.A = 1: read 100001 orders where id > 5 | at "100001" (character 9): this number of rows is out of range; allowed: 1 .. 100k
      op.A = 1.1B: read orders where id = 5 | at "1.1B" (character 1): this share is out of range; allowed: above 0, at most 1B
      op.A = 1: read orders where id in 0 of any(orders) | at "0" (character 28): this number of values is out of range; allowed: 1 .. 1000
      op.A = 1: read orders where id in 1001 of any(orders) | at "1001" (character 28): this number of values is out of range; allowed: 1 .. 1000
      op.A = 1: read orders where id = newest(orders, 0) | at "0" (character 42): this is out of range; allowed: 1 or more
      op.A = 1: read first orders where id = 5 | at "read" (character 4): a number of rows is missing, as in: read 10 latest orders
      op.A = 1: delete first orders where id = 5 | at "delete" (character 4): a number of rows is missing, as in: delete 10 first orders
      op.A = 1: read orders(id, id) where id = 5 | at "id" (character 20): this column is there already
      op.A = 1: read orders(id where id = 5 | at "where" (character 19): expected: ) for the ( of character 15, or a comma
      op.A = 1: begin; begin; read orders where id = 5; commit | at "begin" (character 11): an operation has one transaction
      op.A = 1: read orders where id = 5; begin; read orders where id = 6; commit | at "begin" (character 30): begin belongs before the first statement
      op.A = 1: read orders where id = 5; commit | at "commit" (character 30): begin is missing before the first statement
      op.A = 1: begin; read orders where id = 5; commit; read orders where id = 5 | at ";" (character 43): this does not belong here; allowed: nothing after commit
      op.A = 1: $a, $b = 5; read orders where id = $a | at "$b" (character 8): several variables get their values from a read
      op.A = 1: $a = 5; $a = 6; read orders where id = $a | at "$a" (character 12): this variable has a value already; allowed: another name
      op.A = 1: begin; $a = any(orders); $a = read orders(status) where id = 5; commit | at "$a" (character 29): this variable has a value already; allowed: another name
      op.A = 1: begin; $a = read orders(note) where id = 5; commit | at "$a" (character 11): variables keep numbers, but note is bytes
      op.A = 1: begin; $a = read orders(status) where id = 5; $b = $a; read orders where id = $b; commit | at "$a" (character 55): what was read is used in statements alone; write it where it is used
      op.A = 1: update orders set status = 1, status = 2 where id = 5 | at "status" (character 34): this column is set already
      op.A = 1: update orders set status = 1 add status 1 where id = 5 | at "set" (character 18): status is set and added to
      op.A = 1: update orders add note 1 where id = 5 | at "note" (character 22): only whole numbers are added to; allowed: long, int, byte
      op.A = 1: update orders set status = 1 where id = 5 or rollback | at "update" (character 4): or rollback is for transactions: write begin; ...; commit
      op.A = 1: update orders set status = 1 where id = 5 or | at the end: expected: rollback after or
      op.A = 1: insert customers(orders: 0, orders: 1) | at "orders" (character 32): this column has a value already
      op.A = 1: insert customers orders: 0 | at "orders" (character 21): expected: ( before the columns, as in: orders(status: 0)
      op.A = 1: upsert customers(id: 5, orders: 0) add orders 1 | at "customers" (character 11): orders has a value and is added to
      op.A = 1: upsert customers(id: 5) | at "customers" (character 11): columns without a value: orders
      op.A = 1: update orders set status = 128 where id = 5 | at "128" (character 31): 128 does not fit, as status is a whole number (byte); allowed: 0 .. 127
      op.A = 1: update orders set note = letters(10..5) where id = 5 | at "(" (character 36): a range goes from the smaller number to the larger one
      op.A = 1: update orders set note = letters(101) where id = 5 | at "letters" (character 29): 101 bytes do not fit note, which has 100 at most
      op.A = 1: update orders set created = last 1s in order where id = 5 | at "in" (character 40): only the rows of a fill have an order
      op.A = 1: $f = 1.5; read orders where id = $f + $f | at "$f" (character 37): this is a float; allowed: a variable of whole numbers
      op.A = 1: $t = now; read orders where id = -$t | at "$t" (character 38): this is a time; allowed: a variable of whole numbers
      op.A = 1: read orders where id = 0..9223372036854775807 | at "0" (character 27): a range goes from the smaller number to the larger one, by less than 2^63
      op.A = 1: read orders where id = 1.005 | at "1.005" (character 27): a float has two decimals at most
      tables.t = id long key, b bytes(0) | at "0" (character 22): this length is out of range; allowed: 1 .. 8M bytes
      tables.t = id long key, b bytes(8000001) | at "8000001" (character 22): this length is out of range; allowed: 1 .. 8M bytes
      tables.t = f float key | at "key" (character 9): a key has no float; allowed: long, int, byte, time
      tables.t = id long key generated, b int key | only a key of one column can be generated
      tables.t = id signed key | at "signed" (character 4): this is no type; allowed: long, int, byte, time, float, bytes
      index.i = orders(status, status) | at "status" (character 16): this column is there already
      fill.customers = orders: 1, orders: 2 | at "orders" (character 12): this column has a value already
      fill.customers = orders: 1 orders | at "orders" (character 11): this does not belong here; allowed: a comma before the next column
      fill.customers = orders: count(orders.id) | at "count" (character 9): the number is known only if fill.orders has id: in_turn(customers)
      fill.customers = orders: $a | at "$a" (character 9): only operations have variables
      check.x = orders.status in 5..1 | at "5" (character 18): a range goes from the smaller number to the larger one, by less than 2^63
      check.x = orders.status in -5..5 | at "-" (character 18): -5 .. 5 does not fit, as status is a whole number (byte); allowed: 0 .. 127
      check.x = orders.status in "a" | at "a" (character 18): expected: a table, or a range such as 0..4
      check.x = orders.note in 0..4 | at "note" (character 8): bytes are not checked; allowed: numbers and times
      check.x = orders.created in customers | at "orders" (character 1): orders.created is no whole number, unlike a key
      check.x = orders.status in customers x | at "x" (character 28): this does not belong here; allowed: nothing more
      check.x = sum(customers.orders) = booked x | at "x" (character 32): this does not belong here; allowed: nothing more
      check.x = sum customers.orders = booked | at "sum" (character 1): there is no table sum; known: customers, orders
      """)
  void isRefusedBeyondTheLimit(String line, String message) throws IOException {
    assertThat(read(line).mistakes()).contains(message);
  }

  private static String columns(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "c" + i + " byte")
        .collect(Collectors.joining(", "));
  }

  @Test
  void aTableHasTwoHundredColumns() throws IOException {
    assertThat(read("tables.t = id long key, " + columns(199)).mistakes()).isEmpty();
    assertThat(read("tables.t = id long key, " + columns(200)).mistakes())
        .containsExactly("201 columns are too many; allowed: 200");
  }

  @Test
  void aWorkloadHasOneHundredTables() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 3; i <= 100; i++) {
      lines.add("tables.t" + i + " = id long key");
    }
    assertThat(read(lines.toArray(String[]::new)).mistakes()).isEmpty();
    lines.add("tables.t101 = id long key");
    assertThat(read(lines.toArray(String[]::new)).mistakes())
        .containsExactly("is one of 101 tables; allowed: 100");
  }

  /** Each character counts four times, and the names once. */
  @Test
  void theTextOfTablesIsLimited() throws IOException {
    String text = "x".repeat(13_000);
    assertThat(
            read(
                    "tables.t = id long key, b bytes(20000)",
                    "rows.t = 1",
                    "fill.t = b: \"" + text + "\"")
                .mistakes())
        .containsExactly("tables and fills are too long together; allowed: some 10,000 characters");
    assertThat(
            read(
                    "tables.t = id long key, b bytes(20000)",
                    "rows.t = 1",
                    "fill.t = b: \"" + text.substring(2000) + "\"")
                .mistakes())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      fill.t = a: row, b: 0..4 | true
      fill.t = a: 0..4, b: row | true
      fill.t = a: in_turn(customers), b: round(customers) | true
      fill.t = a: in_turn(customers), b: 5 | true
      fill.t = a: last 1000s in order, b: 5 | false
      fill.t = a: in_turn(small), b: 5 | false
      fill.t = a: in_turn(small), b: round(small) | true
      fill.t = a: in_turn(small), b: round(customers) | false
      fill.t = a: 0..1M, b: 0..1M | false
      """)
  void theKeysOfAFillAreNeverEqual(String fill, boolean unique) throws IOException {
    boolean time = fill.contains("last");
    Read read =
        read(
            "tables.small = id long key",
            "rows.small = 999",
            "tables.t = a " + (time ? "time" : "long") + " key, b long key",
            "rows.t = " + (time ? 1001 : 1000),
            fill);
    if (unique) {
      assertThat(read.mistakes()).isEmpty();
    } else {
      assertThat(read.mistakes())
          .containsExactly(
              "rows may get the same key (a, b); fill one of its columns with row, or two with"
                  + " in_turn(TABLE) and round(TABLE)");
    }
  }

  @Test
  void timesInOrderAreKeysWhenThereIsASecondForEachRow() throws IOException {
    assertThat(
            read(
                    "tables.t = a time key, b long key",
                    "rows.t = 1000",
                    "fill.t = a: last 1000s in order, b: 5")
                .mistakes())
        .isEmpty();
  }

  @Test
  void aTableWithRowsNeedsAFill() throws IOException {
    assertThat(read("tables.t = id long key, n long", "rows.t = 1").mistakes())
        .containsExactly("is required but not set; columns without a value: n");
    assertThat(read("tables.t = id long key, n long").mistakes()).isEmpty();
    assertThat(read("tables.t = id long key", "rows.t = 1").mistakes()).isEmpty();
  }

  @Test
  void everyOperationIsInAGroupWhenThereIsOne() throws IOException {
    assertThat(read("group.a = GET_ORDER, LATEST, NEW_ORDER").mistakes())
        .containsExactly("it is in no group; add it to one: a");
    assertThat(read("group.a = GET_ORDER, LATEST", "group.b = NEW_ORDER, SET_STATUS").mistakes())
        .isEmpty();
    assertThat(read("group.1a = GET_ORDER, LATEST, NEW_ORDER, SET_STATUS").mistakes())
        .containsExactly(
            "this is no name; allowed: letters, digits and _, beginning with a letter");
  }

  @Test
  void aWarningNamesTheColumnsThatNoIndexBeginsWith() throws IOException {
    assertThat(
            read("op.A = 1: read orders where status = 1 and created > now - 1h").plan().warnings())
        .containsExactly(
            "op.A: looks at all rows of orders, because neither its key nor an index begins with"
                + " status or created");
    assertThat(read("op.A = 1: read orders").plan().warnings())
        .containsExactly("op.A: reads all rows of orders");
    assertThat(read("op.A = 1: read 5 orders").plan().warnings()).isEmpty();
    assertThat(read("op.A = 1: delete 5 orders").plan().warnings()).isEmpty();
  }

  private Command.Select select(String statement) throws IOException {
    return read("op.A = 1: " + statement).plan().examples().stream()
        .filter(example -> example.operation().equals("A"))
        .map(example -> (Command.Select) example.command())
        .findFirst()
        .orElseThrow();
  }

  /** An order without a limit would cost a sort that nobody asked for. */
  @Test
  void onlyAReadOfSoManyRowsIsOrdered() throws IOException {
    Command.Select all = select("read orders where customer = 5");
    assertThat(all.orderBy()).isEmpty();
    assertThat(all.limit()).isZero();
    Command.Select latest = select("read 3 latest orders where customer = 5");
    assertThat(latest.orderBy()).containsExactly("created", "id");
    assertThat(latest.descending()).isTrue();
    assertThat(latest.limit()).isEqualTo(3);
    assertThat(select("read 3 first orders where customer = 5").descending()).isFalse();
  }

  @Test
  void theDataSettingsAreCanonical() throws IOException {
    Plan plan =
        read(
                "tables.t   = id  long key,b bytes( 5 )",
                "rows.t = 1k",
                "fill.t = b:letters(1_0..0_2)")
            .plan();
    assertThat(plan.dataSettings()).doesNotContainKey("tables.t");
    plan =
        read("tables.t   = id  long key,b bytes( 50 )", "rows.t = 1k", "fill.t = b:letters(2..1_0)")
            .plan();
    assertThat(plan.dataSettings())
        .containsEntry("tables.t", "id long key , b bytes ( 50 )")
        .containsEntry("rows.t", "1000")
        .containsEntry("fill.t", "b : letters ( 2 .. 10 )");
  }

  @Test
  void theWorkloadSaysWhatItIs() {
    CustomWorkload workload = new CustomWorkload();
    assertThat(workload.name()).isEqualTo("custom");
    assertThat(workload.description()).isNotBlank();
    assertThat(workload.keys())
        .extracting(Key::name)
        .contains("tables.NAME", "index.NAME", "rows.NAME", "fill.NAME", "op.NAME", "check.NAME");
  }
}
