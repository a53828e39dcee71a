package io.ibench.workload.custom;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.List;

/** The keys of the workload. {@code NAME} stands for a name that the user gives. */
final class CustomKeys {

  static final String NAME = "NAME";

  private static final long MOST_ROWS = 1_000_000_000_000L;

  /** A kind of key: what comes before the name. */
  enum Part {
    TABLES("tables", "the columns of table NAME: id long key, note bytes(100)"),
    ROWS("rows", "the rows that the load inserts into table NAME"),
    INDEX("index", "a secondary index NAME: orders(customer, created)"),
    FILL("fill", "the values of the loaded rows of table NAME: status: 0..4, note: letters"),
    OP("op", "an operation NAME: its share, then its statement: 50: read orders where ..."),
    GROUP("group", "threads of their own for these operations, named in the keys of a step"),
    CHECK("check", "what verify checks: sum(accounts.balance) = booked");

    private final String prefix;
    private final String description;

    Part(String prefix, String description) {
      this.prefix = prefix;
      this.description = description;
    }

    String prefix() {
      return prefix;
    }

    /** The names that the user gives, in the order of the files. */
    List<String> names(Config config) {
      return List.copyOf(config.namesUnder(prefix));
    }

    Key<String> key(String name) {
      return Key.text(prefix + "." + name, description).optional();
    }
  }

  private CustomKeys() {}

  static Key<Long> rows(String table) {
    return Key.count(Part.ROWS.prefix() + "." + table, 0, MOST_ROWS, Part.ROWS.description)
        .withDefault("0");
  }

  static Key<List<String>> group(String name) {
    return Key.names(Part.GROUP.prefix() + "." + name, Part.GROUP.description).optional();
  }

  /** All keys, with {@code NAME} for the name. */
  static List<Key<?>> all() {
    return List.of(
        Part.TABLES.key(NAME),
        Part.INDEX.key(NAME),
        rows(NAME),
        Part.FILL.key(NAME),
        Part.OP.key(NAME),
        group(NAME),
        Part.CHECK.key(NAME));
  }
}
