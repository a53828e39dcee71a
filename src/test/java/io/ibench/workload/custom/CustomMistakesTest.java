package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.config.Problem;
import io.ibench.testing.Slow;
import io.ibench.workload.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every mistake has a line of its own, with its file, line and place. */
class CustomMistakesTest {

  private static final Path ORDERS = CustomRun.ORDERS;

  /** Of the damaged files this many are tried. */
  private static final int ROUNDS = 400;

  private static final List<String> DAMAGE =
      List.of(
          "(",
          ")",
          ";",
          ",",
          ":",
          " = ",
          "$",
          "\"",
          "..",
          "-",
          "%",
          " zipf ",
          " hot ",
          " in ",
          " begin; ",
          "99999999999999999999999999999999999999999",
          "9223372036854775807",
          "-9223372036854775808",
          "1e9",
          "0",
          " 0..9223372036854775807 ",
          " key ",
          " generated ",
          "orders",
          "customers",
          "\u00e9",
          "any(orders)",
          "count(orders.id)",
          " or rollback ",
          "bytes(8M)",
          "x".repeat(70),
          "${A:b}");

  @TempDir Path folder;

  private record Read(Plan plan, List<String> mistakes) {}

  /** The lines replace those of the example with the same key, or are added to it. */
  private Read readWith(String workload, String... lines) throws IOException {
    Path base = Files.writeString(folder.resolve("w.properties"), workload);
    Path more = Files.writeString(folder.resolve("more"), "a=b\n" + String.join("\n", lines));
    Config config = new ConfigLoader(Map.of()).load(base, Optional.of(more), List.of());
    config.declare(Key.text("workload", "read by others"));
    config.declare(Key.text("a", "so that the file is not empty"));
    Plan plan = new CustomWorkload().plan(config);
    return new Read(
        plan,
        config.problems().stream()
            .map(Problem::toString)
            .map(line -> line.replace(folder + "/", ""))
            .toList());
  }

  private Read read(String... lines) throws IOException {
    return readWith(Files.readString(ORDERS), lines);
  }

  @Test
  void theExampleHasNone() throws IOException {
    assertThat(read().mistakes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      tables.t = id long | no column is the key; write key after one, as in: id long key
      tables.t = id lng key | at "lng" (character 4): this is no type; did you mean long?
      tables.t = id long key, id byte | at "id" (character 14): there is a column id already
      tables.t = id long key, note bytes | at "bytes" (character 19): the largest length is missing, as in: bytes(100)
      tables.t = id long key, note int(4) | at "int" (character 19): only bytes have a length
      tables.t = id int key generated | at "generated" (character 12): only a long can be generated
      tables.t = note bytes(9) key | at "key" (character 15): a key has no bytes; allowed: long, int, byte, time
      tables.t = id long key, Note long | at "Note" (character 14): this is no name; allowed: small letters, digits and _, beginning with a letter
      tables.t = id long key, order long | at "order" (character 14): order is a reserved word of SQL; allowed: another name, such as order_1
      tables.t = id long key, key long | at "key" (character 14): key is a reserved word of SQL; allowed: another name, such as key_1
      tables.user = id long key | user is a reserved word of SQL; allowed: another name, such as user_1
      tables.ibench_tables = id long key | names that begin with ibench_ belong to ibench or to a database
      tables.t = id long key note bytes(9) | at "note" (character 13): this does not belong here; allowed: a comma, or key after a column of whole numbers
      tables.t = | at the end: expected: the name of a column
      index.i = orders(statu) | at "statu" (character 8): there is no column statu; did you mean status?
      index.i = orders(note) | at "note" (character 8): bytes are not indexed; allowed: numbers and times
      index.i = orders(status | at the end: expected: ) for the ( of character 7, or a comma
      index.orders = orders(status) | a table has this name already; some databases allow it only once
      index.i = orders(status) desc | at "desc" (character 16): this does not belong here; allowed: descending
      fill.orders = customer: in_turn(customers) | columns without a value: status, created, note
      fill.orders = id: row, customer: in_turn(customers), status: 0..4, created: now, note: letters | at "id" (character 1): id is the key: the load numbers the rows from 1; leave it out
      fill.orders = customer: in_turn(customers), status: 0..200, created: now, note: letters | at "0" (character 39): 0 .. 200 does not fit, as status is a whole number (byte); allowed: 0 .. 127
      fill.orders = customer: in_turn(customers), status: any(orders), created: now, note: letters | at "any" (character 39): 1 .. 100000 does not fit, as status is a whole number (byte); allowed: 0 .. 127
      fill.orders = customer: in_turn(customers), status: 0..4, created: 5, note: letters | at "5" (character 54): this is a whole number, but created is a time
      fill.orders = customer: in_turn(customers), status: 0..4, created: now, note: letters(200) | at "letters" (character 65): 200 bytes do not fit note, which has 100 at most
      fill.orders = customer: in_turn(customers), status: 0..4, created: now, note: 7 | at "7" (character 65): this is a whole number, but note is bytes
      fill.orders = customer: in_turn(customers), status: newest(orders), created: now, note: letters | at "newest" (character 39): newest is for operations alone; allowed here: any, in_turn, round, row, count, now, last, letters, random_bytes
      op.GET_ORDER = read orders where id = any(orders) | at "read" (character 1): expected: the share of the operation, as in: 50: read ...
      op.GET_ORDER = 50%: read orders where id = any(orders) | at "50%" (character 1): this is no number; allowed: digits, also with k, M or B
      op.GET_ORDER = 0: read orders where id = any(orders) | at "0" (character 1): this share is out of range; allowed: above 0, at most 1B
      op.GET_ORDER = 1: select orders where id = any(orders) | at "select" (character 4): this is no statement; did you mean read?
      op.GET_ORDER = 1: reed orders where id = any(orders) | at "reed" (character 4): this is no statement; did you mean read?
      op.GET_ORDER = 1: read ordrs where id = any(orders) | at "ordrs" (character 9): there is no table ordrs; did you mean orders?
      op.GET_ORDER = 1: read orders(notes) where id = any(orders) | at "notes" (character 16): there is no column notes; did you mean note?
      op.GET_ORDER = 1: $t = "hello"; read orders where id = any(orders) | at "hello" (character 9): variables keep numbers and times; write bytes where they are used
      op.GET_ORDER = 1: read orders by id = any(orders) | at "by" (character 16): write where instead of by
      op.GET_ORDER = 1: read orders where id == any(orders) | at "=" (character 26): expected: a value for id
      op.GET_ORDER = 1: read orders where id = any orders | at "orders" (character 31): expected: ( after any, as in: any(orders)
      op.GET_ORDER = 1: read orders where id = ani(orders) | at "ani" (character 27): this is no value; did you mean any?
      op.GET_ORDER = 1: read orders where id = in_turn(orders) | at "in_turn" (character 27): in_turn is for fills alone; allowed here: any, newest, now, last, letters, random_bytes
      op.GET_ORDER = 1: read orders where note = "x" | at "note" (character 22): bytes are not compared; allowed: columns of numbers and times
      op.GET_ORDER = 1: read orders where id = "x" | at "x" (character 27): these are bytes, but id is a whole number (long)
      op.GET_ORDER = 1: read orders where id = "x | at the end: expected: " for the " of character 27
      op.GET_ORDER = 1: read orders where id = $c | at "$c" (character 27): this variable has no value yet; write before: $c = ...
      op.GET_ORDER = 1: read orders where id = 1.5 | at "1.5" (character 27): this number has a fraction, but id is a whole number (long)
      op.GET_ORDER = 1: read orders where id = 5..1 | at "5" (character 27): a range goes from the smaller number to the larger one, by less than 2^63
      op.GET_ORDER = 1: read orders where id = 10x | at "10x" (character 27): this is no number; allowed: digits, also with k, M or B
      op.GET_ORDER = 1: read orders where created = last 5 | at "5" (character 37): this is no duration; allowed: a number with ms, s, m, h or d
      op.GET_ORDER = 1: read orders where id = any(orders) zipf 11 | at "11" (character 44): this shape is out of range; allowed: from 0, at most 10
      op.GET_ORDER = 1: read orders where id = any(orders) using by_custmer | at "by_custmer" (character 45): there is no index of orders by_custmer; did you mean by_customer?
      op.GET_ORDER = 1: read latest orders where id = any(orders) | at "read" (character 4): a number of rows is missing, as in: read 10 latest orders
      op.GET_ORDER = 1: read orders where id in any(orders) | at "any" (character 28): expected: a number of values, as in: id in 10 of any(orders)
      op.GET_ORDER = 1: read orders where id = any(orders); read orders where id = 5 | several statements are a transaction: write begin; ...; commit
      op.GET_ORDER = 1: begin; read orders where id = any(orders) | at the end: commit is missing, for the begin of character 4
      op.GET_ORDER = 1: begin; commit | it has no statement; allowed: read, insert, upsert, update, delete
      op.GET_ORDER = 1: $n = read orders(status) where id = any(orders) | at "read" (character 9): a read into variables is for transactions: write begin; ...; commit
      op.GET_ORDER = 1: begin; $n = read orders(status) where customer = 5; commit | at "$n" (character 11): several rows may match; write read 1 first orders
      op.GET_ORDER = 1: begin; $n = read orders where id = 5; commit | at "$n" (character 11): variables: 1, columns: 5; name the columns, as in: $c = read orders(customer) ...
      op.GET_ORDER = 1: update orders set status = 0..4 | at "update" (character 4): where is missing: an update changes some rows, not the whole table
      op.GET_ORDER = 1: update orders set id = 5 where id = any(orders) | at "id" (character 22): a key does not change; delete the row and insert another one
      op.GET_ORDER = 1: update orders add status 0.5 where id = any(orders) | at "0.5" (character 29): this number has a fraction, but what is added to status is a whole number (long)
      op.GET_ORDER = 1: update orders add status now where id = any(orders) | at "now" (character 29): this is a time, but what is added to status is a whole number (long)
      op.GET_ORDER = 1: update orders add status "x" where id = any(orders) | at "x" (character 29): expected: a value for what is added to status
      op.GET_ORDER = 1: update orders add status -$m where id = any(orders) | at "$m" (character 30): this variable has no value yet; write before: $m = ...
      op.GET_ORDER = 1: update orders add status 1, status 2 where id = any(orders) | at "status" (character 32): this column is added to already
      op.GET_ORDER = 1: upsert customers(id: any(customers)) add orders 1..2 | at "1" (character 52): an upsert adds constants only; allowed: a number, such as 1
      op.GET_ORDER = 1: $t = now; $m = 1..5; read orders where id = $m + $t | at "$t" (character 53): this is a time; allowed: a variable of whole numbers
      op.GET_ORDER = 1: $m = 0..100; update orders set status = $m + $m where id = 5 | at "$m" (character 44): 0 .. 200 does not fit, as status is a whole number (byte); allowed: 0 .. 127
      op.GET_ORDER = 1: $m = 0..100; update orders set status = -$m where id = 5 | at "-" (character 44): -100 .. 0 does not fit, as status is a whole number (byte); allowed: 0 .. 127
      op.GET_ORDER = 1: read orders where id = any(orders) unlike 5 | at "5" (character 46): expected: a variable, as in: any(accounts) unlike $a
      op.GET_ORDER = 1: read orders where id = any(orders) unlike $a | at "$a" (character 46): this variable has no value yet; write before: $a = ...
      op.GET_ORDER = 1: $t = now; read orders where id = any(orders) unlike $t | at "$t" (character 56): this is no whole number, unlike a key
      op.GET_ORDER = 1: $a = any(orders); read orders where id = any(orders) zipf 0.9 unlike $a | at "unlike" (character 66): unlike is for keys that are equally likely; leave out the distribution
      op.GET_ORDER = 1: begin; $a = read orders(id) where id = 5; read orders where id = any(orders) unlike $a; commit | at "$a" (character 88): this is read while the operation runs, but keys are drawn before; allowed: a variable that is drawn
      op.GET_ORDER = 1: begin; $m = 1..5; $n = read orders(status) where id = 5; insert 2 customers(orders: $n - $m); commit | at "customers" (character 70): an insert of several rows cannot use what was read before
      op.GET_ORDER = 1: begin; $m = 1..5; $n = read orders(status) where id = 5; insert 2 customers(orders: $m + $n); commit | at "customers" (character 70): an insert of several rows cannot use what was read before
      op.GET_ORDER = 1: begin; $n = read orders(status) where id = 5; insert 2 customers(orders: -$n); commit | at "customers" (character 59): an insert of several rows cannot use what was read before
      fill.customers = orders: any(orders) unlike $a | at "unlike" (character 21): only operations have variables
      op.GET_ORDER = 1: update orders add created 1 where id = any(orders) | at "created" (character 22): only whole numbers are added to; allowed: long, int, byte
      op.GET_ORDER = 1: update orders status = 4 where id = any(orders) | at "status" (character 18): expected: set status = 1, or: add orders 1
      op.GET_ORDER = 1: delete orders | at "delete" (character 4): where is missing: a delete removes some rows, not the whole table
      op.GET_ORDER = 1: insert orders(customer: 1) | at "orders" (character 11): columns without a value: status, created, note
      op.GET_ORDER = 1: insert customers(id: 5, orders: 0) | at "customers" (character 11): id gets the next number by itself; leave it out
      op.GET_ORDER = 1: upsert customers(orders: 0) | at "customers" (character 11): the key has no value: id
      op.GET_ORDER = 1: read orders where id = any(orders) € | at "€" (character 39): this character means nothing here
      op.LOAD_ORDERS = 1: read orders where id = any(orders) | the operation that loads has this name
      op.a.b = 1: read orders where id = any(orders) | this is no name; allowed: letters, digits and _, beginning with a letter, at most 64
      check.x = customers.orders = count(orders.status) | at "customers" (character 1): needs an index of orders that begins with status; write index.by_status = orders(status)
      check.x = customers.orders = count(orders.customer where statu = 1) | at "statu" (character 48): there is no column statu; did you mean status?
      check.x = customers.orders = count(orders.customer where status = 0..1) | at "0" (character 57): a check compares with a constant; allowed: a number, such as 1
      check.x = customers.orders = count(orders.customer where status = $s) | at "$s" (character 57): a check compares with a constant; allowed: a number, such as 1
      check.x = customers.orders = count(orders.customer where status in 2 of 0..4) | at "in" (character 55): expected: = != < <= > >=
      check.x = customers.orders = count(orders.customer where created > now - 1h) | at "now" (character 58): a check compares with a constant; allowed: a number, such as 1
      check.x = customers.orders = count(orders.customer where status = 200) | at "200" (character 57): 200 does not fit, as status is a whole number (byte); allowed: 0 .. 127
      check.x = customers.orders = count(orders.customer where status = 1 | at the end: expected: ) for the ( of character 25, or a comma
      check.x = customers.orders = count(orders.customer where status = 1) | at "customers" (character 1): how many rows fulfil the conditions after the load is not known; give their columns one value each in fill.orders
      check.x = customers.orders = count(orders.customer where status = 5) | at "customers" (character 1): this is wrong after the load already; write in fill.customers: orders: 0
      check.x = sum(customers.orders where id = 1) = booked | at "where" (character 22): a sum has no conditions; allowed: count(TABLE.COLUMN where ...)
      check.x = orders.status in now | at "now" (character 18): there is no table now; known: customers, orders
      check.x = orders.status | at the end: this is no check; allowed: = count(TABLE.COLUMN), = count(TABLE.COLUMN where COLUMN = 1), in TABLE, or in a range such as 0..4; or sum(TABLE.COLUMN) = booked
      check.x = orders.status in customers | at "orders" (character 1): needs an index of orders that begins with status; write index.by_status = orders(status)
      check.x = sum(customers.orders) = 5 | at "5" (character 25): expected: booked after =
      check.x = sum(orders.created) = booked | at "sum" (character 1): orders.created is no whole number; only those have an exact sum
      check.x = sum(customers.order) = booked | at "order" (character 15): there is no column order; did you mean orders?
      group.a = GET_ORDER, LATST | there is no operation LATST; did you mean LATEST?
      request.threds = 5 | unknown key; did you mean request.threads?
      tabels.x = id long key | unknown key; no key has a similar name; ibench list shows all
      """)
  void isExplainedAtItsPlace(String line, String expected) throws IOException {
    String key = line.substring(0, line.indexOf(' '));
    assertThat(read(line).mistakes())
        .singleElement()
        .asString()
        .isEqualTo("more:2: " + key + ": " + expected);
  }

  /** What the fill makes sure of is right after the load. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "status <= 4",
        "status < 5",
        "status != 5",
        "status >= 0",
        "customer >= 1",
        "id > 0",
        "id <= 100000 and status < 5"
      })
  void aCountOfAllLoadedRowsIsFilledWithTheirCount(String where) throws IOException {
    String check = "check.x = customers.orders = count(orders.customer where " + where + ")";
    assertThat(read(check).mistakes()).isEmpty();
    assertThat(read(check, "fill.customers = orders: 0").mistakes())
        .anyMatch(line -> line.endsWith("fill.customers: orders: count(orders.customer)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status = 5",
        "status > 4",
        "status >= 5",
        "status < 0",
        "customer < 1",
        "id > 100000",
        "id >= 1 and status = 9"
      })
  void aCountOfNoLoadedRowIsFilledWithZero(String where) throws IOException {
    String check = "check.x = customers.orders = count(orders.customer where " + where + ")";
    String noOther = "check.orders = orders.status in 0..4";
    assertThat(read(check, noOther, "fill.customers = orders: 0").mistakes()).isEmpty();
    assertThat(read(check).mistakes())
        .singleElement()
        .asString()
        .endsWith("write in fill.customers: orders: 0");
  }

  @Test
  void aBookedSumIsChangedByAdditionsOnly() throws IOException {
    String end = " changes this sum by an unknown amount; allowed: update orders add status ...";
    assertThat(read("check.x = sum(orders.status) = booked").mistakes())
        .containsExactly(
            "more:2: check.x: at \"sum\" (character 1): an insert or upsert in op.NEW_ORDER" + end,
            "more:2: check.x: at \"sum\" (character 1): set status in op.SET_STATUS" + end);
  }

  @Test
  void aVariableHasItsValueFromItsDefinitionOn() throws IOException {
    Read read =
        read(
            "tables.t = id long key generated, a long, b long",
            "op.INSERT = 1: insert t(b: $x = 1..1M, a: $x)",
            "op.UPSERT = 1: upsert t(b: $x = 1..1M, a: $x, id: $x)");
    assertThat(read.mistakes()).isEmpty();
    assertThat(read.plan().examples())
        .filteredOn(example -> example.operation().endsWith("SERT"))
        .hasSize(2)
        .allSatisfy(
            example ->
                assertThat(example.values())
                    .containsOnly(example.values().get(0))
                    .hasSizeBetween(2, 3));
  }

  @Test
  void aTableOfOneRowHasNoOtherKey() throws IOException {
    assertThat(
            read(
                    "tables.t = id long key",
                    "rows.t = 1",
                    "op.A = 1: $a = any(t); read t where id = any(t) unlike $a")
                .mistakes())
        .containsExactly(
            "more:4: op.A: at \"t\" (character 39): unlike needs two loaded rows; write rows.t ="
                + " 1000 or so");
  }

  @Test
  void allOfThemAreReportedAtOnceInTheOrderOfTheFile() throws IOException {
    assertThat(
            read(
                    "tables.items = id long key, price dime",
                    "rows.itms = 5",
                    "fill.orders = customer: 5, status: 0..4, created: now, note: letters(101)",
                    "op.A = 1: read items where id = any(items); op.B",
                    "op.GET_ORDER = 1: read ordrs where id = anny(orders)",
                    "request.mix = GET_ORDER, A, GET",
                    "request.threads = many",
                    "check.status = orders.statu in 0..4")
                .mistakes())
        .extracting(line -> line.replaceFirst("^more:(\\d+): ([a-zA-Z_.]+).*", "$1 $2"))
        .containsExactly(
            "2 tables.items",
            "3 rows.itms",
            "4 fill.orders",
            "5 op.A",
            "6 op.GET_ORDER",
            "6 op.GET_ORDER",
            "7 request.mix",
            "8 request.threads",
            "9 check.status");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read orders where status = 4",
        "read orders where created > now - 1h and status = 4",
        "read 10 orders where status = 4",
        "update orders set status = 1 where status = 4",
        "delete orders where status = 4",
        "read orders where customer = 5 using key"
      })
  void aStatementThatLooksAtAllRowsIsAWarning(String statement) throws IOException {
    Read read = read("op.SLOW = 1: " + statement);
    assertThat(read.mistakes()).isEmpty();
    assertThat(read.plan().warnings())
        .singleElement()
        .asString()
        .startsWith("op.SLOW: looks at all rows of orders");
  }

  /** No content makes it throw, takes long, or gives a message that is no line. */
  @Slow
  @Test
  @Timeout(60)
  void aDamagedFileHasMistakesOrIsAPlan() throws IOException {
    List<String> seeds = List.of(Files.readString(ORDERS), Files.readString(CustomRun.ZOO));
    Random random = new Random(20260401);
    int plans = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Read read = readWith(damaged(seeds.get(round % 2), random));
      plans += read.mistakes().isEmpty() ? 1 : 0;
      assertThat(read.mistakes())
          .as("round %d", round)
          .allSatisfy(line -> assertThat(line.codePoints()).noneMatch(Character::isISOControl));
    }
    assertThat(plans).isBetween(ROUNDS / 20, ROUNDS * 19 / 20);
  }

  private static String damaged(String file, Random random) {
    StringBuilder text = new StringBuilder(file);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, text.substring(at, end));
        case 2 -> text.insert(at, DAMAGE.get(random.nextInt(DAMAGE.size())));
        default -> text.setCharAt(at, text.charAt(random.nextInt(text.length())));
      }
    }
    return text.toString();
  }
}
