#!/usr/bin/env bash
# What an executeBatch has kept when one of its rows is a duplicate differs in each JDBC driver, and DuckDB's counts are of rows
# that it has not kept.
#
# Guess     One batch with a duplicate, autocommit: all drivers stop at it with a BatchUpdateException, whose counts are those of
#           the rows before it, or these and -3 for the rest; the rows before it are kept, those after it are not.
# Version   Maven's h2 2.5.252, hsqldb 2.7.4, derby 10.16.1.1, sqlite-jdbc 3.54.1.0, duckdb_jdbc 2.0.0.1
# Seen      H2:     [1, 1, -3, 1], rows 1, 2, 3: it goes on.
#           HSQLDB: [1, 1], rows 1, 2.
#           Derby:  [1, 1], rows 1, 2.
#           SQLite: no BatchUpdateException and no counts, but rows 1, 2.
#           DuckDB: [1, 1], and no row; without autocommit a commit then succeeds, and keeps nothing.
#           Without autocommit all of it is the same.
# Wrong in the guess: H2, SQLite, DuckDB.
# So        After a failure in a batch roll back and repeat it all; the counts do not tell what is there.
set -euo pipefail

missing() {
  echo "$*" >&2
  exit 2
}

for tool in java mvn; do
  command -v "$tool" >/dev/null || missing "this needs $tool"
done
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"

dependency() {
  echo "<dependency><groupId>$1</groupId><artifactId>$2</artifactId><version>$3</version></dependency>"
}

cat >pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
  <dependencies>
    $(dependency com.h2database h2 2.5.252)
    $(dependency org.hsqldb hsqldb 2.7.4)
    $(dependency org.apache.derby derby 10.16.1.1)
    $(dependency org.xerial sqlite-jdbc 3.54.1.0)
    $(dependency org.duckdb duckdb_jdbc 2.0.0.1)
  </dependencies>
</project>
XML
mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib >log 2>&1 || missing "Maven does not have the drivers"

cat >Batch.java <<'JAVA'
import java.sql.*;
import java.util.*;

class Batch {
  static String run(String url, boolean autocommit) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY)");
      }
      connection.setAutoCommit(autocommit);
      String counts;
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
        for (int id : new int[] {1, 2, 2, 3}) {
          insert.setInt(1, id);
          insert.addBatch();
        }
        counts = "no failure: " + Arrays.toString(insert.executeBatch());
      } catch (BatchUpdateException e) {
        counts = Arrays.toString(e.getUpdateCounts());
      } catch (SQLException e) {
        counts = "no counts";
      }
      if (!autocommit) {
        connection.commit();
      }
      List<Integer> kept = new ArrayList<>();
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT id FROM t ORDER BY id")) {
        while (rows.next()) {
          kept.add(rows.getInt(1));
        }
      }
      if (!autocommit) {
        connection.commit();
      }
      return counts + ", rows " + kept;
    }
  }

  public static void main(String[] arguments) throws SQLException {
    for (boolean autocommit : new boolean[] {true, false}) {
      String name = autocommit ? "auto" : "commit";
      System.out.println("H2 " + run("jdbc:h2:mem:" + name, autocommit));
      System.out.println("HSQLDB " + run("jdbc:hsqldb:mem:" + name, autocommit));
      System.out.println("Derby " + run("jdbc:derby:memory:" + name + ";create=true", autocommit));
      System.out.println("SQLite " + run("jdbc:sqlite:" + name + ".sqlite", autocommit));
      System.out.println("DuckDB " + run("jdbc:duckdb:" + name + ".duckdb", autocommit));
    }
  }
}
JAVA
half='H2 [1, 1, -3, 1], rows [1, 2, 3]
HSQLDB [1, 1], rows [1, 2]
Derby [1, 1], rows [1, 2]
SQLite no counts, rows [1, 2]
DuckDB [1, 1], rows []'
seen=$(java -cp 'lib/*' Batch.java 2>err) || {
  cat err >&2
  exit 1
}
echo "$seen"
[[ $seen == "$half"$'\n'"$half" ]]
