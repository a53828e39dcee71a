#!/usr/bin/env bash
# After a COMMIT that DuckDB refuses, its JDBC driver has no transaction and says nothing: each further statement is kept at once.
#
# Guess     (Written down after it was known.) After a failed commit() of a connection without autocommit, rollback() succeeds, or the next statement begins a new
#           transaction, as with other drivers.
# Version   org.duckdb:duckdb_jdbc 1.4.4.0 and 2.0.0.1
# Seen      Two open transactions insert the same key; the second commit() fails. Then getAutoCommit() is false, and rollback()
#           throws "cannot rollback - no transaction is active". An INSERT is seen by another connection at once, and no
#           rollback() undoes it. The statement BEGIN TRANSACTION, followed by rollback(), mends the connection.
# Wrong in the guess: all of it. A client that catches the failure and goes on has transactions no more.
# So        After a failed commit() execute BEGIN TRANSACTION and rollback(), or take another connection.
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

cat >After.java <<'JAVA'
import java.sql.*;

class After {
  interface Call {
    void run() throws SQLException;
  }

  static void print(String name, Call call) {
    try {
      call.run();
      System.out.println(name + ": succeeds");
    } catch (SQLException e) {
      System.out.println(name + ": " + e.getMessage().lines().findFirst().get().replaceAll(".*(cannot|Failed to) ", "$1 "));
    }
  }

  static void insert(Connection connection, int id) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO t VALUES (" + id + ")");
    }
  }

  static void count(String name, Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM t WHERE id > 1")) {
      rows.next();
      System.out.println(name + ": " + rows.getInt(1) + " rows seen by another");
    }
  }

  public static void main(String[] arguments) throws SQLException {
    try (Connection one = DriverManager.getConnection("jdbc:duckdb:file");
        Connection two = DriverManager.getConnection("jdbc:duckdb:file");
        Connection other = DriverManager.getConnection("jdbc:duckdb:file")) {
      try (Statement statement = one.createStatement()) {
        statement.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)");
      }
      one.setAutoCommit(false);
      two.setAutoCommit(false);
      insert(one, 1);
      insert(two, 1);
      print("first commit", one::commit);
      print("second commit", two::commit);
      System.out.println("autocommit: " + two.getAutoCommit());
      print("rollback", two::rollback);
      insert(two, 2);
      count("insert", other);
      print("rollback", two::rollback);
      try (Statement statement = two.createStatement()) {
        statement.execute("BEGIN TRANSACTION");
      }
      print("begin, rollback", two::rollback);
      insert(two, 3);
      count("insert", other);
      print("rollback", two::rollback);
    }
  }
}
JAVA
expected='first commit: succeeds
second commit: Failed to commit: PRIMARY KEY or UNIQUE constraint violation: duplicate key "1"
autocommit: false
rollback: cannot rollback - no transaction is active
insert: 1 rows seen by another
rollback: cannot rollback - no transaction is active
begin, rollback: succeeds
insert: 1 rows seen by another
rollback: succeeds'
status=0
for version in 1.4.4.0 2.0.0.1; do
  mvn -q -B dependency:copy "-Dartifact=org.duckdb:duckdb_jdbc:$version" -DoutputDirectory=. >log 2>&1 ||
    missing "Maven does not have duckdb_jdbc $version"
  rm -f -- file*
  seen=$(java -cp "duckdb_jdbc-$version.jar" After.java)
  printf '%s:\n%s\n' "$version" "$seen"
  [[ $seen == "$expected" ]] || status=1
done
exit "$status"
