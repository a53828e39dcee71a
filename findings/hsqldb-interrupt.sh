#!/usr/bin/env bash
# HSQLDB takes away the interrupt of the thread that executes a statement, and says nothing.
#
# Guess     (A test of ibench had it so.) A thread stays interrupted, whether its statement works or fails: who interrupts
#           a thread that reads many rows sees it end.
# Version   HSQLDB 2.7.4, a database in memory inside the client
# Seen      CREATE, INSERT, SELECT and UPDATE work, throw nothing, and the thread is no longer interrupted.
#           prepareStatement, commit and close leave it interrupted.
# Wrong in the guess: the interrupt is lost, in locks and in mvcc mode alike.
# So        A thread that works on HSQLDB is not ended by an interrupt alone: it needs a flag that it looks at itself.
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

mvn -q -B dependency:copy -Dartifact=org.hsqldb:hsqldb:2.7.4 -DoutputDirectory=. >log 2>&1 ||
  missing "Maven does not have HSQLDB 2.7.4"
cat >Interrupt.java <<'JAVA'
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

class Interrupt {
  interface Call {
    void run() throws SQLException;
  }

  static void interrupted(String name, Call call) {
    Thread.currentThread().interrupt();
    String outcome = "works";
    try {
      call.run();
    } catch (SQLException e) {
      outcome = "fails";
    }
    System.out.println(name + ": " + outcome + ", " + (Thread.interrupted() ? "kept" : "lost"));
  }

  public static void main(String[] arguments) throws SQLException {
    Connection connection = DriverManager.getConnection(arguments[0]);
    Statement statement = connection.createStatement();
    interrupted("create", () -> statement.execute("CREATE TABLE t (id INT PRIMARY KEY)"));
    interrupted("insert", () -> statement.execute("INSERT INTO t VALUES (1)"));
    PreparedStatement select = connection.prepareStatement("SELECT id FROM t WHERE id = 1");
    interrupted("prepare", () -> connection.prepareStatement("SELECT id FROM t").close());
    interrupted(
        "select",
        () -> {
          try (ResultSet rows = select.executeQuery()) {
            rows.next();
          }
        });
    connection.setAutoCommit(false);
    interrupted("update", () -> statement.execute("UPDATE t SET id = 2"));
    interrupted("commit", connection::commit);
    interrupted("close", connection::close);
  }
}
JAVA

expected='create: works, lost
insert: works, lost
prepare: works, kept
select: works, lost
update: works, lost
commit: works, kept
close: works, kept'
status=0
for mode in locks mvcc; do
  echo "$mode:"
  seen=$(java -cp hsqldb-2.7.4.jar Interrupt.java "jdbc:hsqldb:mem:$mode;hsqldb.tx=$mode")
  echo "$seen"
  [[ $seen == "$expected" ]] || status=1
done
exit "$status"
