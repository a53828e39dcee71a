#!/usr/bin/env bash
# SQLite 3.53 answers SELECT 0.1 + 0.2 with 0.30000000000000004, before with 0.3.
#
# Guess     A minor version gives the same texts for the same numbers.
# Version   Maven's sqlite-jdbc 3.46.1.3, 3.47.2.0, 3.51.3.0, 3.53.2.1
# Seen      Up to 3.51 a REAL becomes a text of 15 digits, from 3.53 on of 17, as its release notes say; getString of a REAL gives
#           the same. The conversion itself took 1.4 x as long since 3.47, whose notes say that it uses no long double any more,
#           and 0.57 x as long since 3.53, whose notes say that it was written anew.
# Wrong in the guess: all that compares or hashes a REAL as a text differs between the versions, such as GROUP BY x || ''.
# So        Compare numbers as numbers. Checksums of answers that have REALs as texts differ for a reason that is no fault.
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
versions=(3.46.1.3 3.47.2.0 3.51.3.0 3.53.2.1)
artifacts=(org.slf4j:slf4j-api:2.0.17 org.slf4j:slf4j-nop:2.0.17)
for version in "${versions[@]}"; do
  artifacts+=("org.xerial:sqlite-jdbc:$version")
done
for artifact in "${artifacts[@]}"; do
  mvn -q -B dependency:get -Dartifact="$artifact" -Dtransitive=false >log 2>&1 &&
    mvn -q -B dependency:copy -Dartifact="$artifact" -DoutputDirectory=lib >log 2>&1 || missing "Maven does not have $artifact"
done

cat >Text.java <<'JAVA'
import java.sql.*;

class Text {
  public static void main(String[] args) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT 0.1 + 0.2, (0.1 + 0.2) || ''")) {
      System.out.println(result.getString(1) + " " + result.getString(2));
    }
  }
}
JAVA
javac Text.java
found=
for version in "${versions[@]}"; do
  text=$(java -cp ".:lib/sqlite-jdbc-$version.jar:lib/slf4j-api-2.0.17.jar:lib/slf4j-nop-2.0.17.jar" Text)
  echo "$version: $text"
  found+="$text;"
done
[[ $found == "0.3 0.3;0.3 0.3;0.3 0.3;0.30000000000000004 0.30000000000000004;" ]]
