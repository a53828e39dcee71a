package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.testing.AlsoAsRoot;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.PrivateMariadb;
import io.ibench.testing.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Duets on servers: private ones, which change their data, and two that run already. */
@NeedsServer
@Tag("any-server")
@AlsoAsRoot
@ResourceLock("cpus")
class DuetOnServersTest {

  @TempDir private Path folder;

  /** The users mysql and postgres must be able to enter it. */
  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Cli duet(Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("duet", Cli.LINKBENCH, "--no-page"));
    arguments.addAll(List.of("-o", folder.resolve("out"), "-s", "linkbench.maxid1=301"));
    arguments.addAll(List.of("--most", "8s", "--within", "50"));
    arguments.addAll(List.of(more));
    return ibench(arguments.toArray());
  }

  private JsonNode found() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out/duet.json").toFile());
  }

  private Path file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name + ".properties"), List.of(lines));
  }

  private void privateServersChangeTheirData(String product, Object... more) throws IOException {
    List<Object> all = new ArrayList<>(List.of("-d", "conf/" + product + ".properties"));
    all.add("--server");
    all.addAll(List.of(more));
    Cli duet = duet(all.toArray());
    assertThat(duet.code()).as(duet.err() + duet.out()).isZero();
    JsonNode blocks = found().at("/blocks");
    assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
    for (int i = 0; i < blocks.size(); i++) {
      assertThat(blocks.get(i).at("/swapped").asBoolean()).isEqualTo(i % 2 == 0);
    }
    assertThat(found().at("/course/other_answers").isNull()).isTrue();
    assertThat(found().at("/costs/0/name").asText()).isEqualTo("CPU of the server");
    assertThat(found().at("/costs/0/a").asDouble()).isPositive();
    assertThat(duet.out())
        .contains("ibench and the database shared 1 CPU, drawn anew for each block")
        .contains("changed their data");
    try (Stream<Path> left = Files.list(Path.of(""))) {
      assertThat(left.filter(each -> each.toString().startsWith("ibench-server-"))).isEmpty();
    }
  }

  @Test
  void mariadb() throws IOException {
    Servers.requireMariadb();
    privateServersChangeTheirData(
        "mariadb",
        "--conf",
        "innodb_adaptive_hash_index=OFF",
        "--versus",
        "innodb_adaptive_hash_index=ON");
    assertThat(found().at("/differs/conf.innodb_adaptive_hash_index").toString())
        .isEqualTo("[\"OFF\",\"ON\"]");
  }

  @Test
  void postgres() throws IOException {
    Servers.requirePostgres();
    privateServersChangeTheirData("postgres", "--versus", "track_io_timing=on");
    assertThat(found().at("/differs/conf.track_io_timing/1").asText()).isEqualTo("on");
  }

  @Test
  void anOptionThatOnlyOneServerRefusesIsNamedBeforeAnythingIsMade() {
    Servers.requireMariadb();
    Cli refused = duet("-d", "conf/mariadb.properties", "--server", "--versus", "innodb_none=1");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains("unknown variable 'innodb_none=1'")
        .doesNotContain("private");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  private static void create(PrivateMariadb server, String name) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE OR REPLACE DATABASE " + name);
    }
  }

  @Test
  void twoNamesOfOneDatabaseAreRefused() throws IOException, SQLException {
    PrivateMariadb server = Servers.requireMariadb();
    create(server, "duet_one");
    List<Path> files = new ArrayList<>();
    for (String host : List.of("127.0.0.1", "localhost")) {
      files.add(
          file(
              "at_" + host.substring(0, 3),
              "database=mariadb",
              "url=jdbc:mariadb://" + host + ":" + server.port() + "/duet_one?connectTimeout=5000",
              "user=" + server.user(),
              "password=${PASSWORD}"));
    }
    Cli duet =
        ibench(
            Map.of("PASSWORD", server.password()),
            "duet",
            Cli.LINKBENCH,
            "-d",
            files.get(0),
            "-d",
            files.get(1));
    assertThat(duet.code()).isEqualTo(2);
    assertThat(duet.err())
        .contains("A and B are one database of one server, by two names: jdbc:mariadb://127.0.0.1");
  }

  /** Two databases of one server: ibench says where they run for none of them. */
  @Test
  void serversThatRunAlreadyCannotAnswerBelowTheDifferenceOfInstances()
      throws IOException, SQLException {
    PrivateMariadb server = Servers.requireMariadb();
    List<Path> files = new ArrayList<>();
    for (String name : List.of("duet_a", "duet_b")) {
      create(server, name);
      files.add(
          file(
              name,
              "database=mariadb",
              "url=jdbc:mariadb://127.0.0.1:" + server.port() + "/" + name,
              "user=" + server.user(),
              "password=${PASSWORD}"));
    }
    List<Object> arguments =
        new ArrayList<>(List.of("duet", Cli.LINKBENCH, "-d", files.get(0), "-d", files.get(1)));
    arguments.addAll(List.of("-o", folder.resolve("out"), "-s", "linkbench.maxid1=301"));
    arguments.addAll(List.of("--most", "6s", "--no-page"));
    Cli duet = ibench(Map.of("PASSWORD", server.password()), arguments.toArray());
    assertThat(duet.code()).as(duet.err() + duet.out()).isZero();
    assertThat(found().at("/course/other_answers").isNull()).isTrue();
    assertThat(found().at("/end").asText()).isIn("open", "like_instances");
    assertThat(duet.out().replaceAll("\\s+", " "))
        .contains("where the servers ran could not be held equal")
        .contains("up to 1.5 % belong to these instances");
  }

  @Test
  void profilesAreSampledAfterTheAnswer() throws IOException {
    Path out = folder.resolve("out");
    Cli duet =
        ibench(
            "duet",
            "oltp",
            "-d",
            "postgres",
            "--server",
            "--cpu-profile=999",
            "-s",
            "steps=drop,create,load,point_select",
            "-s",
            "oltp.rows=1000",
            "--versus",
            "plan_cache_mode=force_custom_plan",
            "--within",
            "10",
            "--most",
            "15s",
            "-o",
            out);

    assertThat(duet.code()).as(duet.err()).isZero();
    assertThat(duet.err()).contains("4 blocks of 2 s more for the CPU profile");
    assertThat(duet.out()).containsAnyOf("CPU of the server per query", "no CPU profile");
    assertThat(duet.out()).startsWith(ibench("report", out).out());
    assertThat(Files.readString(out.resolve("report.html"))).contains("Functions of the server");
    for (String side : List.of("a", "b")) {
      JsonNode profiles =
          new ObjectMapper()
              .readTree(out.resolve(side).resolve("cpu_profile.json").toFile())
              .at("/profiles");
      // Where perf may not sample, the first block is the last one.
      assertThat(profiles.findValuesAsText("repeat")).first().isEqualTo("1");
      assertThat(profiles).hasSize(profiles.get(0).has("sampling") ? 4 : 1);
      assertThat(profiles.findValuesAsText("step")).containsOnly("point_select");
    }
  }
}
