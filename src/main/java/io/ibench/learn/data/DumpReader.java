package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads CREATE statements, as mysqldump and pg_dump write them. Rows are not read. */
final class DumpReader {

  private static final Set<String> END_OF_TYPE =
      Set.of(
          "NOT",
          "NULL",
          "DEFAULT",
          "PRIMARY",
          "UNIQUE",
          "AUTO_INCREMENT",
          "COMMENT",
          "COLLATE",
          "CHARSET",
          "GENERATED",
          "REFERENCES",
          "CHECK",
          "CONSTRAINT",
          "ON",
          "AS",
          "KEY",
          "INVISIBLE",
          "VISIBLE");
  private static final Set<String> IGNORED =
      Set.of(
          "SET", "DROP", "LOCK", "UNLOCK", "INSERT", "COMMENT", "SELECT", "USE", "GRANT", "REVOKE",
          "BEGIN", "COMMIT", "START", "ANALYZE");

  private final String source;
  private final boolean isPostgres;
  private final Map<String, DumpedTable> tables = new LinkedHashMap<>();
  private final Map<String, List<String>> labels = new LinkedHashMap<>();
  private final List<String> unknown = new ArrayList<>();

  DumpReader(String source) {
    this.source = source;
    String lower = source.toLowerCase(Locale.ROOT);
    boolean mysql = source.contains("`") || lower.contains("engine=") || lower.contains("engine =");
    this.isPostgres =
        !mysql
            && (lower.contains("pg_catalog")
                || lower.contains("character varying")
                || lower.contains("serial")
                || lower.contains("::")
                || lower.contains("timestamptz")
                || lower.contains("bytea")
                || lower.contains("with time zone"));
  }

  Schema read() {
    for (List<SqlToken> tokens : SqlToken.statements(source)) {
      if (!tokens.isEmpty()) {
        statement(new TokenReader(source, tokens));
      }
    }
    List<Table> made = new ArrayList<>();
    tables.values().forEach(table -> made.add(table.table(tables, unknown)));
    return new Schema(isPostgres, made, unknown);
  }

  private void statement(TokenReader tokens) {
    if (tokens.accept("CREATE")) {
      create(tokens);
    } else if (tokens.accept("ALTER")) {
      alter(tokens);
    } else if (!IGNORED.contains(tokens.peek().upper()) && !tokens.peek().is("\\")) {
      notUnderstood(tokens);
    }
  }

  private void notUnderstood(TokenReader tokens) {
    unknown.add("line " + tokens.line() + " of the schema is not understood"); // Rows may be in it.
  }

  private void create(TokenReader tokens) {
    boolean unique = tokens.accept("UNIQUE");
    tokens.acceptAny("TEMPORARY", "UNLOGGED");
    if (tokens.accept("TABLE")) {
      table(tokens);
    } else if (tokens.accept("INDEX")) {
      index(tokens, unique);
    } else if (tokens.accept("TYPE")) {
      type(tokens);
    } else if (!tokens.acceptAny("SEQUENCE", "EXTENSION", "SCHEMA", "DATABASE")) {
      notUnderstood(tokens);
    }
  }

  private void type(TokenReader tokens) {
    String name = tokens.name();
    if (tokens.accept("AS") && tokens.accept("ENUM")) {
      List<String> found = new ArrayList<>();
      for (SqlToken token : tokens.group()) {
        if (token.quote() == '\'') {
          found.add(token.text());
        }
      }
      labels.put(name, found);
    } else {
      notUnderstood(tokens);
    }
  }

  private void table(TokenReader tokens) {
    if (tokens.accept("IF")) {
      tokens.next();
      tokens.next();
    }
    String name = tokens.name();
    if (!tokens.isAt("(")) {
      notUnderstood(tokens);
      return;
    }
    DumpedTable table = new DumpedTable(name);
    tables.put(name, table);
    for (List<SqlToken> item : TokenReader.split(tokens.group())) {
      item(table, new TokenReader(source, item));
    }
    while (!tokens.atEnd()) {
      if (tokens.accept("AUTO_INCREMENT") && tokens.accept("=")) {
        table.setNext(Rows.number(tokens.next().text()));
      } else {
        tokens.next();
      }
    }
  }

  private void item(DumpedTable table, TokenReader tokens) {
    if (tokens.accept("CONSTRAINT")
        && !tokens.peek().upper().matches("PRIMARY|UNIQUE|FOREIGN|CHECK")) {
      tokens.name();
    }
    if (tokens.accept("PRIMARY")) {
      tokens.accept("KEY");
      tokens.skipTo("(");
      table.addIndex("PRIMARY", tokens.group(), true, true, isPostgres);
    } else if (tokens.accept("UNIQUE")) {
      tokens.acceptAny("KEY", "INDEX");
      String name = tokens.isAt("(") ? table.name() + "_key" : tokens.name();
      tokens.skipTo("(");
      table.addIndex(name, tokens.group(), true, false, isPostgres);
    } else if (tokens.accept("FOREIGN")) {
      tokens.accept("KEY");
      tokens.skipTo("(");
      List<String> columns = TokenReader.names(tokens.group());
      if (tokens.accept("REFERENCES")) {
        table.addForeignKey(columns, tokens);
      }
    } else if (tokens.acceptAny("FULLTEXT", "SPATIAL", "EXCLUDE", "LIKE", "PERIOD")) {
      String word = tokens.start().split("\\W", 2)[0];
      unknown.add("table " + table.name() + ": " + word + " is left out");
    } else if (tokens.isAt("KEY") || tokens.isAt("INDEX")) {
      tokens.next();
      String name = tokens.isAt("(") ? table.name() + "_index" : tokens.name();
      tokens.skipTo("(");
      table.addIndex(name, tokens.group(), false, false, isPostgres);
    } else if (!tokens.accept("CHECK")) {
      column(table, tokens);
    }
  }

  private void column(DumpedTable table, TokenReader tokens) {
    String name = tokens.name();
    String type = tokens.textUntil(END_OF_TYPE);
    String plain = type.replaceAll("(?i)\\s+(character set|charset)\\s+\\w+", "");
    String last = plain.substring(plain.lastIndexOf('.') + 1).replace("\"", "");
    boolean nullable = true;
    boolean counts = plain.toLowerCase(Locale.ROOT).contains("serial");
    boolean generated = false;
    String defaultText = "";
    while (!tokens.atEnd()) {
      if (tokens.accept("NOT")) {
        nullable &= !tokens.accept("NULL");
      } else if (tokens.accept("AUTO_INCREMENT")) {
        counts = true;
      } else if (tokens.accept("GENERATED")) {
        boolean always = tokens.accept("ALWAYS");
        tokens.accept("BY");
        tokens.accept("DEFAULT");
        tokens.accept("AS");
        boolean identity = tokens.accept("IDENTITY");
        counts |= identity;
        generated |= always && !identity;
        tokens.skipGroup();
      } else if (tokens.accept("AS")) {
        generated = true;
        tokens.skipGroup();
      } else if (tokens.accept("DEFAULT")) {
        String text = tokens.expression();
        counts |= text.toLowerCase(Locale.ROOT).startsWith("nextval");
        defaultText = counts || text.equalsIgnoreCase("NULL") ? "" : text;
      } else if (tokens.accept("PRIMARY")) {
        tokens.accept("KEY");
        nullable = false;
        table.addIndex("PRIMARY", List.of(name), true, true);
      } else if (tokens.accept("UNIQUE")) {
        table.addIndex(table.name() + "_" + name + "_key", List.of(name), true, false);
      } else if (tokens.accept("REFERENCES")) {
        table.addForeignKey(List.of(name), tokens);
      } else {
        tokens.next();
      }
    }
    String written =
        counts && plain.toLowerCase(Locale.ROOT).contains("serial")
            ? plain.toLowerCase(Locale.ROOT).startsWith("big") ? "bigint" : "integer"
            : plain;
    table.add(
        new Column(
            name,
            ColumnType.of(written, labels.getOrDefault(last, List.of())),
            nullable,
            defaultText,
            counts,
            generated,
            Statistics.UNKNOWN));
  }

  private void index(TokenReader tokens, boolean unique) {
    tokens.accept("CONCURRENTLY");
    String name = tokens.name();
    tokens.accept("ON");
    tokens.accept("ONLY");
    DumpedTable table = tables.get(tokens.name());
    String rest = tokens.rest();
    tokens.skipTo("(");
    if (table == null || tokens.atEnd()) {
      notUnderstood(tokens);
      return;
    }
    List<SqlToken> columns = tokens.group();
    boolean plain = tokens.atEnd() && columns.stream().noneMatch(token -> token.is("("));
    table.addIndex(
        new Index(
            name,
            plain ? TokenReader.names(columns) : List.of(),
            List.of(),
            unique,
            false,
            isPostgres || !plain ? rest : ""));
  }

  private void alter(TokenReader tokens) {
    if (!tokens.accept("TABLE")) {
      return;
    }
    tokens.accept("IF");
    tokens.accept("EXISTS");
    tokens.accept("ONLY");
    DumpedTable table = tables.get(tokens.name());
    if (table == null) {
      return;
    }
    if (tokens.accept("ADD")) {
      item(table, tokens);
    } else if (tokens.accept("ALTER")) {
      tokens.accept("COLUMN");
      String column = tokens.name();
      String rest = tokens.rest().toLowerCase(Locale.ROOT);
      if (rest.contains("nextval(") || rest.contains("as identity")) {
        table.setCounting(column);
      }
    }
  }
}
