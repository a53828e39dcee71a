package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ExitCode;
import io.ibench.db.MariadbSchema;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wherever a user puts a password, rightly or wrongly: no output of ibench shows it. */
@NeedsServer
@StartsProcess
class SecretsTest {

  private static final String SECRET = "s3cr3t-4711";

  @TempDir private Path folder;

  private Path output() {
    return folder.resolve("out");
  }

  private void assertHidden(Cli cli) throws IOException {
    assertThat(cli.out() + cli.err()).doesNotContain("s3cr3t").isNotBlank();
    if (Files.exists(output())) {
      try (Stream<Path> files = Files.walk(output())) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(file).content().as(file.toString()).doesNotContain("s3cr3t");
        }
      }
    }
  }

  @Test
  void aPasswordOnTheCommandLineIsRefusedAndNotRepeated() throws IOException {
    for (List<String> arguments :
        List.of(
            List.of("-s", "password=" + SECRET),
            List.of("-s", "password = " + SECRET),
            List.of("-s", "pasword=" + SECRET),
            List.of("-s", "Password=" + SECRET),
            List.of("-s", "password:" + SECRET),
            List.of("-s", SECRET),
            List.of("-s", "retry=1", "-s", SECRET),
            List.of("-s", "pass word=" + SECRET),
            List.of("-s", "=" + SECRET),
            List.of("-s", "password=" + SECRET, "-s", "password=" + SECRET),
            List.of("-s", "password=", SECRET),
            List.of("-s", "url=jdbc:mariadb://h/d?password=" + SECRET),
            List.of("-s", "url=jdbc:mariadb://h/d?keyStorePassword=" + SECRET),
            List.of("-s", "url=jdbc:mariadb://me:" + SECRET + "@h:3306/d"),
            List.of("-s", "url=jdbc:nonsense://me:" + SECRET + "@h:3306/d"),
            List.of("-s", "include=//me:" + SECRET + "@h"),
            List.of("--password=" + SECRET),
            List.of("--password", SECRET),
            List.of("-p" + SECRET),
            List.of("-p", SECRET),
            List.of(SECRET))) {
      Object[] all =
          Stream.of(List.of("run", Cli.LINKBENCH, "-d", Cli.MARIADB, "-o", output()), arguments)
              .flatMap(List::stream)
              .toArray();

      Cli run = ibench(all);

      assertThat(run.code()).as(arguments.toString()).isEqualTo(2);
      assertThat(output()).doesNotExist();
      assertHidden(run);
    }
  }

  @Test
  void aPasswordInTheWrongPlaceOfAFileIsNotRepeated() throws IOException {
    for (String line :
        List.of(
            "pasword = " + SECRET,
            "password " + SECRET,
            SECRET,
            "password = ${X}" + SECRET,
            "password = " + SECRET + "\u0007",
            "url = jdbc:mariadb://me:" + SECRET + "@h/d",
            "url = jdbc:mariadb://h/d?user=me&password=" + SECRET,
            "url = jdbc:mariadb://h/d?trustStorePassword=" + SECRET,
            "include = //me:" + SECRET + "@h/file")) {
      Path database = folder.resolve("d.properties");
      Files.writeString(database, "database = mariadb\nuser = me\n" + line + "\n");

      Cli run = ibench("run", Cli.LINKBENCH, "-d", database, "-o", output());

      assertThat(run.code()).as(line).isEqualTo(2);
      assertHidden(run);
    }
  }

  @Test
  void aPasswordThatIsUsedIsInNoResult() throws IOException {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb())) {
      String user = schema.name().substring(0, 20);
      schema.execute("CREATE USER " + user + " IDENTIFIED BY '" + SECRET + "'");
      schema.execute("GRANT ALL ON " + schema.name() + ".* TO " + user);
      Path database = folder.resolve("d.properties");
      Files.writeString(
          database,
          String.join(
              "\n",
              "database = mariadb",
              "url = " + schema.url(),
              "user = " + user,
              "password = ${PW}",
              ""));
      String twice = "steps=drop,create,index,again";
      Cli check = ibench(Map.of("PW", SECRET), "check", Cli.LINKBENCH, "-d", database, "--json");
      assertThat(check.code()).isZero();
      assertHidden(check);
      Cli run =
          ibench(
              Map.of("PW", SECRET),
              "run",
              Cli.LINKBENCH,
              "-d",
              database,
              "-o",
              output(),
              "-s",
              twice,
              "-s",
              "again.like=index");
      assertThat(run.code()).as(run.err()).isEqualTo(1);
      assertThat(output().resolve("run.json")).content().contains("\"***\"");
      assertHidden(run);
      Cli denied = ibench(Map.of("PW", SECRET + "-wrong"), "verify", Cli.LINKBENCH, "-d", database);
      assertThat(denied.code()).isEqualTo(1);
      assertHidden(denied);
      schema.execute("DROP USER " + user);
    }
  }

  /** Also where the run is watched. */
  @Test
  void aPasswordIsInNothingOfARunThatIsKilledAndResumed() throws Exception {
    try (MariadbSchema schema = new MariadbSchema(Servers.requireMariadb())) {
      String user = schema.name().substring(0, 20);
      schema.execute("CREATE USER " + user + " IDENTIFIED BY '" + SECRET + "'");
      schema.execute("GRANT ALL ON " + schema.name() + ".* TO " + user);
      Path database = folder.resolve("d.properties");
      Files.writeString(
          database,
          String.join(
              "\n",
              "database = mariadb",
              "url = " + schema.url(),
              "user = " + user,
              "password = ${PW}",
              ""));
      Map<String, String> environment = new HashMap<>(System.getenv());
      environment.put("PW", SECRET);
      try (RunningIbench run =
          new RunningIbench(
              folder,
              database,
              environment,
              "--http=127.0.0.1:0",
              "-s=request.until=3s",
              "-s=report.every=1s")) {
        run.awaitIntervals(3);
        String url =
            run.err()
                .lines()
                .filter(line -> line.startsWith("ibench: live page and metrics: "))
                .findFirst()
                .orElseThrow()
                .replaceFirst(".*: ", "");
        for (String path : List.of("metrics", "status", "page")) {
          assertThat(new String(URI.create(url + path).toURL().openStream().readAllBytes()))
              .as(path)
              .isNotBlank()
              .doesNotContain("s3cr3t");
        }
        run.killAfter(0);
        Cli wrong =
            ibench(Map.of("PW", SECRET + "-wrong"), "resume", run.output(), "--wait", "10m");
        assertThat(wrong.code()).as("at once").isEqualTo(ExitCode.FAILED);
        assertHidden(wrong);
        Cli resumed = ibench(environment, "resume", run.output(), "--lenient");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        for (Cli cli : List.of(resumed, new Cli(0, run.out(), run.err()))) {
          assertHidden(cli);
        }
        try (Stream<Path> files = Files.walk(run.output())) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                .as(file.toString())
                .doesNotContain("s3cr3t");
          }
        }
      }
      schema.execute("DROP USER " + user);
    }
  }
}
