package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverUrlTest {

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://db.example.org:3306/ibench?x=1, db.example.org",
    "jdbc:mysql://DB/ibench, db",
    "jdbc:mysql:///ibench, localhost",
    "jdbc:mysql://[::1]:3306/ibench, [::1]",
    "'jdbc:mysql://one:1,two:2/ibench', one",
    "'jdbc:mysql:replication://one,two/ibench', one",
    "'jdbc:mysql://address=(host=one)(port=3306)/ibench', one",
    "'jdbc:mysql://(host=one,port=3306)/ibench', one",
    "'jdbc:mysql://me:pw@one:3306/ibench', one",
    "'jdbc:mariadb://address=(localSocket=/run/my.sock)/ibench', localhost",
    "jdbc:mariadb:ibench, localhost",
    "jdbc:postgresql:ibench, localhost",
    "jdbc:postgresql:ibench?PGHOST=db1&PGPORT=6432, db1"
  })
  void namesTheFirstHost(String url, String host) {
    assertThat(DriverUrl.of(url).host()).isEqualTo(host);
  }

  @Test
  void findsOptionsInAnyCaseEncodingAndPlace() {
    DriverUrl url =
        DriverUrl.of(
            "jdbc:mysql://address=(host=one)(sslMode=DISABLED)/db?use%41ffectedRows=tr%75e&x&&y=a=b");
    assertThat(url.has(List.of("USEAFFECTEDROWS"))).isTrue();
    assertThat(url.has(List.of("sslmode"))).isTrue();
    assertThat(url.has(List.of("db"))).isFalse();
    assertThat(url.options())
        .contains(
            new DriverUrl.Option("useAffectedRows", "true"),
            new DriverUrl.Option("x", ""),
            new DriverUrl.Option("y", "a=b"));
  }

  @Test
  void takesBrokenEncodingAsItIs() {
    assertThat(DriverUrl.of("jdbc:mysql://h/db?a=100%&%zz=1").options())
        .containsExactly(new DriverUrl.Option("a", "100%"), new DriverUrl.Option("%zz", "1"));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://h/db, true",
    "jdbc:mysql://h/, false",
    "jdbc:mysql://h, false",
    "jdbc:mysql://h?x=/db, false",
    "'jdbc:mariadb://address=(localSocket=/run/my.sock)', false",
    "'jdbc:mariadb://address=(localSocket=/run/my.sock)/db', true"
  })
  void knowsWhetherADatabaseIsNamed(String url, boolean named) {
    assertThat(DriverUrl.of(url).hasDatabase()).isEqualTo(named);
  }

  @Test
  void showsNoOptions() {
    assertThat(DriverUrl.of("jdbc:mysql://me:pw@h:1/db?secret=x").withoutOptions())
        .isEqualTo("jdbc:mysql://h:1/db");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://127.0.0.1:3307/ibench?a=b, 3307",
    "jdbc:mysql://[::1]:3308/ibench, 3308",
    "jdbc:mysql://[::1]/ibench, 3306",
    "jdbc:mysql://localhost/ibench, 3306",
    "jdbc:mysql://localhost:/ibench, 3306",
    "jdbc:mysql:///ibench, 3306",
    "jdbc:postgresql:ibench, 3306",
    "jdbc:postgresql:ibench?PGHOST=db1&PGPORT=6432, ",
    "'jdbc:mysql://one:3306,two:3307/ibench', ",
    "jdbc:mysql://address=(host=one)(port=3306)/ibench, ",
    "jdbc:mysql://me@one:3306/ibench, "
  })
  void namesThePortOfOneHost(String url, Integer port) {
    OptionalInt found = DriverUrl.of(url).port(3306);
    assertThat(found.isPresent() ? found.getAsInt() : null).isEqualTo(port);
  }
}
