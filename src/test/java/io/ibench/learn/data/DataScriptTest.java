package io.ibench.learn.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.learn.law.Law;
import io.ibench.learn.law.Laws;
import io.ibench.learn.law.Use;
import io.ibench.learn.law.ValueSketch;
import io.ibench.learn.sql.Literal;
import io.ibench.random.Random64;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataScriptTest {

  private static final String SUPPLIER =
      """
      CREATE TABLE warehouse (w_id int NOT NULL PRIMARY KEY, name varchar(10) NOT NULL);
      CREATE TABLE district (w_id int NOT NULL, d_id int NOT NULL, PRIMARY KEY (w_id, d_id),
        FOREIGN KEY (w_id) REFERENCES warehouse (w_id));
      CREATE TABLE customer (w_id int NOT NULL, d_id int NOT NULL, c_id int NOT NULL,
        PRIMARY KEY (w_id, d_id, c_id), FOREIGN KEY (w_id, d_id) REFERENCES district (w_id, d_id));
      CREATE TABLE orders (w_id int NOT NULL, d_id int NOT NULL, o_id int NOT NULL, c_id int NOT NULL,
        PRIMARY KEY (w_id, d_id, o_id),
        FOREIGN KEY (w_id, d_id, c_id) REFERENCES customer (w_id, d_id, c_id));
      """;

  @TempDir Path folder;

  private static Schema schema(String text, Map<String, Long> rows, Map<String, long[]> ranges) {
    Schema read = new DumpReader(text).read();
    List<Table> tables = new ArrayList<>();
    for (Table table : read.tables()) {
      List<Column> columns = new ArrayList<>();
      for (Column column : table.columns()) {
        long[] range = ranges.get(table.name() + "." + column.name());
        Statistics known = column.statistics();
        if (range != null) {
          known = range.length > 2 ? known.withDistinct(range[2]) : known;
          boolean text1 = column.type().kind() == Kind.TEXT;
          known =
              text1
                  ? known.withLengths((int) range[0], (int) range[1])
                  : known.withRange(range[0], range[1]);
        }
        columns.add(column.with(known));
      }
      tables.add(
          new Table(
              table.name(),
              columns,
              table.indexes(),
              table.foreignKeys(),
              rows.getOrDefault(table.name(), -1L),
              -1));
    }
    return new Schema(read.isPostgres(), tables, read.unknown());
  }

  private static Schema supplier() {
    return schema(
        SUPPLIER,
        Map.of("warehouse", 2L, "district", 20L, "customer", 1180L, "orders", 1900L),
        Map.of(
            "warehouse.w_id", new long[] {1, 2},
            "warehouse.name", new long[] {6, 10, 2},
            "district.w_id", new long[] {1, 2},
            "district.d_id", new long[] {1, 10},
            "customer.w_id", new long[] {1, 2},
            "customer.d_id", new long[] {1, 10},
            "customer.c_id", new long[] {1, 60},
            "orders.w_id", new long[] {1, 2},
            "orders.d_id", new long[] {1, 10},
            "orders.o_id", new long[] {1, 100}));
  }

  @Test
  void chainsOfKeysAreCompleteAtEachScale() throws Exception {
    String script = DataScript.of(supplier(), DataOptions.of(supplier())).text();
    for (int scale = 1; scale <= 2; scale++) {
      Path own = java.nio.file.Files.createDirectory(folder.resolve("scale" + scale));
      ScriptTrial loaded = ScriptTrial.load(own, script, scale);
      assertThat(loaded.value("SELECT count(*) FROM warehouse")).isEqualTo("2");
      assertThat(loaded.value("SELECT count(*) FROM district")).isEqualTo("20");
      assertThat(
              loaded.rows(
                  "SELECT DISTINCT count(*) || ' ' || min(c_id) || ' ' || max(c_id) FROM customer"
                      + " GROUP BY w_id, d_id"))
          .containsExactly(60 * scale + " 1 " + 60 * scale);
      assertThat(
              loaded.rows(
                  "SELECT DISTINCT count(*) || ' ' || min(o_id) || ' ' || max(o_id) FROM orders"
                      + " GROUP BY w_id, d_id"))
          .containsExactly(100 * scale + " 1 " + 100 * scale);
      assertThat(
              loaded.value(
                  "SELECT count(*) FROM orders NATURAL LEFT JOIN customer WHERE customer.c_id IS NULL"))
          .isEqualTo("0");
    }
  }

  @Test
  void aTenthOfTheRowsHasCompleteChainsToo() throws Exception {
    Schema schema = supplier();
    DataOptions tenth = new DataOptions(false, 0.1, DataOptions.BIG, Map.of());
    ScriptTrial loaded = ScriptTrial.load(folder, DataScript.of(schema, tenth).text(), 1);
    assertThat(loaded.value("SELECT count(*) FROM district")).isEqualTo("20");
    assertThat(loaded.value("SELECT count(*) FROM customer")).isEqualTo("120");
    assertThat(loaded.value("SELECT max(c_id) FROM orders")).isEqualTo("6");
    assertThat(loaded.value("SELECT count(*) FROM orders")).isEqualTo("200");
  }

  @Test
  void aKeyWithGapsAndItsForeignKeysAgree() throws Exception {
    Schema schema =
        schema(
            "CREATE TABLE users (id int PRIMARY KEY, email varchar(40) NOT NULL UNIQUE);"
                + " CREATE TABLE post (id int PRIMARY KEY, user_id int NOT NULL REFERENCES users,"
                + " parent int REFERENCES post);",
            Map.of("users", 2000L, "post", 5000L),
            Map.of(
                "users.id", new long[] {10, 20_000},
                "users.email", new long[] {8, 20},
                "post.id", new long[] {1, 5000}));
    ScriptTrial loaded =
        ScriptTrial.load(folder, DataScript.of(schema, DataOptions.of(schema)).text(), 1);
    assertThat(loaded.value("SELECT min(id) || ' ' || max(id) || ' ' || count(*) FROM users"))
        .isEqualTo("10 20000 2000");
    assertThat(loaded.value("SELECT count(DISTINCT email) FROM users")).isEqualTo("2000");
    assertThat(
            loaded.value("SELECT count(*) FROM post WHERE user_id NOT IN (SELECT id FROM users)"))
        .isEqualTo("0");
    assertThat(loaded.value("SELECT count(*) FROM post WHERE parent NOT IN (SELECT id FROM post)"))
        .isEqualTo("0");
  }

  @Test
  void manyToManyRowsAreUniqueAndSpread() throws Exception {
    Schema schema =
        schema(
            "CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (id int PRIMARY KEY);"
                + " CREATE TABLE ab (a_id int NOT NULL REFERENCES a (id), b_id int NOT NULL REFERENCES"
                + " b (id), PRIMARY KEY (a_id, b_id));"
                + " CREATE TABLE ba (id int PRIMARY KEY, a_id int NOT NULL, b_id int NOT NULL,"
                + " UNIQUE (b_id, a_id));",
            Map.of("a", 1000L, "b", 300L, "ab", 2600L, "ba", 2000L),
            Map.of(
                "a.id", new long[] {1, 1000},
                "b.id", new long[] {1, 300},
                "ba.id", new long[] {1, 2000},
                "ba.a_id", new long[] {1, 1000, 900},
                "ba.b_id", new long[] {1, 300, 300},
                "ab.a_id", new long[] {1, 1000, 1000},
                "ab.b_id", new long[] {1, 300, 300}));
    DataScript script = DataScript.of(schema, DataOptions.of(schema));
    assertThat(script.text()).contains("CREATE UNIQUE INDEX ba_key ON ba (b_id, a_id)");
    for (int scale = 1; scale <= 3; scale += 2) {
      Path own = java.nio.file.Files.createDirectory(folder.resolve("scale" + scale));
      ScriptTrial loaded = ScriptTrial.load(own, script.text(), scale);
      assertThat(loaded.value("SELECT count(*) FROM ab")).isEqualTo(Integer.toString(2600 * scale));
      assertThat(loaded.value("SELECT count(DISTINCT a_id) FROM ab"))
          .isEqualTo(Integer.toString(1000 * scale));
      assertThat(
              loaded.value(
                  "SELECT min(c) || ' ' || max(c) FROM (SELECT count(*) AS c FROM ab GROUP BY a_id)"))
          .isEqualTo("2 3");
      assertThat(Integer.parseInt(loaded.value("SELECT count(DISTINCT b_id) FROM ab")))
          .isGreaterThan(290);
      assertThat(loaded.value("SELECT count(*) FROM (SELECT DISTINCT a_id, b_id FROM ba)"))
          .isEqualTo(Integer.toString(2000 * scale));
    }
  }

  @Test
  void transactionsAskForTextsThatTheLoadHasMade() throws Exception {
    Schema schema =
        schema(
            "CREATE TABLE account (name varchar(20) PRIMARY KEY, state varchar(10) NOT NULL);",
            Map.of("account", 3000L),
            Map.of(
                "account.name", new long[] {6, 12, 3000}, "account.state", new long[] {3, 10, 3}));
    DataScript script = DataScript.of(schema, DataOptions.of(schema));
    ValueSketch names = new ValueSketch(1);
    ValueSketch states = new ValueSketch(1);
    Random64 random = new Random64(1);
    for (int i = 0; i < 10_000; i++) {
      names.add(Literal.TEXT, Random64.hash(random.nextInt(3000), 1), 8, Literal.LOWER);
      states.add(Literal.TEXT, random.nextInt(10) / 9, 8, Literal.LOWER);
    }
    Law name = Laws.fit(names, script.rule("account", "name").orElseThrow().facts(Use.COMPARED));
    Law state = Laws.fit(states, script.rule("account", "state").orElseThrow().facts(Use.COMPARED));
    assertThat(name.expression()).isEqualTo("text_of(random(1, 3000 * :scale), 6, 12)");
    assertThat(state.expression()).matches("random_list\\('state_1', 9\\d\\d, 'state_2', \\d+\\)");
    ScriptTrial loaded =
        ScriptTrial.load(
            folder,
            script.text()
                + "\n--@ schema\nCREATE TABLE asked (name varchar(20), state varchar(10));\n"
                + "--@ load asked rows=500 as=n\n\\set name "
                + name.expression()
                + "\n\\set state "
                + state.expression()
                + "\nINSERT INTO asked (name, state) VALUES (:name, :state);\n"
                + "--@ cleanup\nDROP TABLE asked;\n",
            1);
    assertThat(
            loaded.value("SELECT count(*) FROM asked WHERE name NOT IN (SELECT name FROM account)"))
        .isEqualTo("0");
    assertThat(
            loaded.value(
                "SELECT count(*) FROM asked WHERE state NOT IN (SELECT state FROM account)"))
        .isEqualTo("0");
  }

  @Test
  void keysAreGuessedByTheirNames() {
    Schema schema =
        schema(
            "CREATE TABLE users (id int PRIMARY KEY); CREATE TABLE visit (id int PRIMARY KEY, user_id"
                + " int NOT NULL, old_user_id int NOT NULL);",
            Map.of("users", 2000L, "visit", 5000L),
            Map.of(
                "users.id", new long[] {1, 2000},
                "visit.id", new long[] {1, 5000},
                "visit.user_id", new long[] {3, 1990},
                "visit.old_user_id", new long[] {1, 90_000}));
    DataScript script = DataScript.of(schema, DataOptions.of(schema));
    assertThat(script.text()).contains("\\set user_id random(1, 2000 * :scale)\n");
    assertThat(script.text()).contains("\\set old_user_id random(1, 90000)\n");
    assertThat(script.limits())
        .contains("table visit: user_id is taken as a key of users, by its name");
  }

  @Test
  void whatCannotBeMadeIsNullOrRefused() {
    Schema schema =
        schema(
            "CREATE TABLE a (id int PRIMARY KEY, place geometry); CREATE TABLE b (id int PRIMARY KEY,"
                + " place geometry NOT NULL); CREATE TABLE c (id int PRIMARY KEY, prefs json NOT NULL);",
            Map.of("a", 10L, "b", 10L, "c", 10L),
            Map.of());
    DataScript script = DataScript.of(schema, DataOptions.of(schema));
    assertThat(script.limits())
        .contains(
            "table b is left out: place (geometry) cannot be made and must not be NULL",
            "table a: place (geometry) cannot be made; it is always NULL",
            "table c: prefs (json) is always '{}'");
    assertThat(script.text()).doesNotContain("TABLE b").contains("VALUES (:n, NULL)");
  }

  @Test
  void namesAreQuotedWhereTheyMustBe() throws Exception {
    UnaryOperator<String> quoted = name -> Names.quoted(name, false);
    assertThat(quoted.apply("order")).isEqualTo("`order`");
    assertThat(quoted.apply("Orders")).isEqualTo("Orders");
    assertThat(quoted.apply("a b")).isEqualTo("`a b`");
    assertThat(Names.quoted("Orders", true)).isEqualTo("\"Orders\"");
    assertThat(Names.quoted("user", true)).isEqualTo("\"user\"");
    Schema schema =
        schema(
            "CREATE TABLE `order` (`client_id` int PRIMARY KEY, `group` int, `a b` varchar(5));",
            Map.of("order", 10L),
            Map.of());
    String script = DataScript.of(schema, DataOptions.of(schema)).text();
    assertThat(ScriptTrial.load(folder, script, 1).value("SELECT count(*) FROM `order`"))
        .isEqualTo("10");
  }

  @Test
  void aColumnWithTheNumberOfTheNextRowGrowsWithTheRows() {
    Schema schema =
        schema(
            "CREATE TABLE district (d_id int PRIMARY KEY, d_next_o_id int NOT NULL);"
                + " CREATE TABLE orders (o_id int PRIMARY KEY);",
            Map.of("district", 10L, "orders", 3000L),
            Map.of(
                "district.d_id", new long[] {1, 10},
                "district.d_next_o_id", new long[] {3001, 3001},
                "orders.o_id", new long[] {1, 3000}));
    assertThat(DataScript.of(schema, DataOptions.of(schema)).text())
        .contains("\\set d_next_o_id 3000 * :scale + 1\n");
  }

  @Test
  void aTextInAnIndexIsLeftOut() {
    Schema schema =
        new DumpReader(
                "CREATE TABLE t (id bigint PRIMARY KEY, state character varying(20));"
                    + " CREATE INDEX part ON t USING btree (state) WHERE (state = 'Zx9Canary');"
                    + " CREATE INDEX few ON t USING btree (id) WHERE (id > 5);"
                    + " CREATE INDEX made ON t USING btree (coalesce(state, 'Zx9Canary'));")
            .read();
    DataScript script = DataScript.of(schema, DataOptions.of(schema));
    List<String> limits = script.limits();
    assertThat(script.text())
        .contains("CREATE INDEX part ON t USING btree (state);\n")
        .contains("CREATE INDEX few ON t USING btree (id) WHERE (id > 5);\n")
        .doesNotContain("Canary");
    assertThat(limits)
        .contains(
            "table t: index part has all rows: its condition has a text, which is left out",
            "table t: index made is left out: its expression has a text")
        .isEqualTo(script.limits());
  }

  @Test
  void aKeyHasNoValuesBeyondTheRangeOfItsLastColumn() throws Exception {
    Schema schema =
        schema(
            "CREATE TABLE counts (id bigint NOT NULL, kind int NOT NULL, PRIMARY KEY (id, kind));",
            Map.of("counts", 3860L),
            Map.of("counts.id", new long[] {1, 4998, 900}, "counts.kind", new long[] {7, 8}));
    ScriptTrial loaded =
        ScriptTrial.load(folder, DataScript.of(schema, DataOptions.of(schema)).text(), 1);
    assertThat(loaded.value("SELECT min(kind) || ' ' || max(kind) || ' ' || count(*) FROM counts"))
        .isEqualTo("7 8 3860");
    assertThat(loaded.value("SELECT max(id) FROM counts")).isBetween("3800", "4999");
  }
}
