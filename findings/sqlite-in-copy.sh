#!/usr/bin/env bash
# SQLite 3.54 executes one more opcode for each row of "int_column IN (SELECT int_column ...)", and sqlite-jdbc is 1.4 x as slow
# there as with 3.53.
#
# Guess     A new minor version costs no more for a plain statement; a change of 40 % in one would be in the release notes.
# Version   Maven's sqlite-jdbc 3.53.2.1 (SQLite 3.53.2) and 3.54.1.0 (SQLite 3.54.1), Linux x86-64
# Seen      EXPLAIN of 3.54.1 has Copy before Affinity in the loop, since both columns have the type int, and the list has
#           NUMERIC affinity: 9 opcodes a row, before 8. By turns in one JVM, 1,000 rows a statement: 1.43 to 1.47 x the time.
#           The same amalgamations built by gcc 12 -O2: 1.15 x the CPU time, 1.05 x the instructions. The driver's library is
#           built by gcc 4.1.2 (PRAGMA compile_options), in all of 16 versions from 3.36.0.3 on.
# Wrong in the guess: the statement is slower in 3.54 than in any version since 3.47, which made it 2.2 x as fast by a Bloom
#           filter. The source says why it copies: the affinity must not change a register that is used again.
# So        Compare a statement of each kind before an upgrade; sums over a whole workload hide this.
set -euo pipefail

missing() {
  echo "$*" >&2
  exit 2
}

for tool in javac mvn; do
  command -v "$tool" >/dev/null || missing "this needs $tool"
done
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"
for artifact in org.xerial:sqlite-jdbc:3.53.2.1 org.xerial:sqlite-jdbc:3.54.1.0 org.slf4j:slf4j-api:2.0.17 org.slf4j:slf4j-nop:2.0.17; do
  mvn -q -B dependency:get -Dartifact="$artifact" -Dtransitive=false >log 2>&1 &&
    mvn -q -B dependency:copy -Dartifact="$artifact" -DoutputDirectory=lib >log 2>&1 || missing "Maven does not have $artifact"
done

cat >Turns.java <<'JAVA'
import java.io.File;
import java.net.*;
import java.sql.*;
import java.util.*;

class Turns {
  static final String QUERY = "SELECT count(*) FROM item WHERE k IN (SELECT k FROM small) AND id BETWEEN ? AND ? + 1000";

  static Connection open(String version) throws Exception {
    List<URL> jars = new ArrayList<>();
    for (File jar : new File("lib").listFiles()) {
      if (jar.getName().startsWith("slf4j") || jar.getName().contains(version)) {
        jars.add(jar.toURI().toURL());
      }
    }
    ClassLoader loader = new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    Driver driver = (Driver) loader.loadClass("org.sqlite.JDBC").getDeclaredConstructor().newInstance();
    Connection connection = driver.connect("jdbc:sqlite::memory:", new Properties());
    try (Statement statement = connection.createStatement()) {
      String numbers = " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ";
      statement.execute("CREATE TABLE item (id integer PRIMARY KEY, k int NOT NULL)");
      statement.execute("CREATE TABLE small (id integer PRIMARY KEY, k int NOT NULL)");
      statement.execute("INSERT INTO item" + numbers + "10000) SELECT i, i * 7919 % 10007 FROM n");
      statement.execute("INSERT INTO small" + numbers + "300) SELECT i, i * 31 % 10007 FROM n");
    }
    return connection;
  }

  static long nanos(PreparedStatement query, int id) throws SQLException {
    long begin = System.nanoTime();
    query.setInt(1, id);
    query.setInt(2, id);
    try (ResultSet result = query.executeQuery()) {
      result.next();
    }
    return System.nanoTime() - begin;
  }

  static long copies(Connection connection) throws SQLException {
    long copies = 0;
    try (Statement statement = connection.createStatement();
        ResultSet opcode = statement.executeQuery("EXPLAIN " + QUERY.replace("?", "1"))) {
      boolean filter = false;
      while (opcode.next() && !filter) {
        String name = opcode.getString("opcode");
        filter = name.equals("Filter");
        copies += name.equals("Copy") ? 1 : 0;
      }
    }
    return copies;
  }

  public static void main(String[] args) throws Exception {
    try (Connection old = open("3.53.2.1"); Connection now = open("3.54.1.0")) {
      System.out.println("Copy before Filter: " + copies(old) + " in 3.53.2, " + copies(now) + " in 3.54.1");
      PreparedStatement first = old.prepareStatement(QUERY);
      PreparedStatement second = now.prepareStatement(QUERY);
      double[] ratios = new double[4000];
      for (int i = -4000; i < ratios.length; i++) {
        int id = 1 + Math.floorMod(i * 7919, 8000);
        long a;
        long b;
        if (i % 2 == 0) {
          a = nanos(first, id);
          b = nanos(second, id);
        } else {
          b = nanos(second, id);
          a = nanos(first, id);
        }
        if (i >= 0) {
          ratios[i] = (double) b / a;
        }
      }
      Arrays.sort(ratios);
      double ratio = ratios[ratios.length / 2];
      System.out.printf(Locale.ROOT, "3.54.1 takes %.2f x the time of 3.53.2%n", ratio);
      System.exit(copies(old) == 0 && copies(now) == 1 && ratio > 1.2 ? 0 : 1);
    }
  }
}
JAVA
javac Turns.java
java -cp . Turns
