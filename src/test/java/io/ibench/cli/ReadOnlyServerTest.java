package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.MariadbSchema;
import io.ibench.db.PostgresSchema;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users and servers that allow no writes, or few connections, with loaded tables. */
@Timeout(300)
@NeedsServer
class ReadOnlyServerTest {

  private static final String PASSWORD = "s3cr3t-never-shown";
  private static final String LOST =
      "the tables are not locked, so another run may change them meanwhile, and ibench_tables does"
          + " not count this run: ";

  @TempDir private Path folder;
  private int runs;

  private interface Target {

    /** The name of the settings in conf, and further ones. */
    List<String> settings(String user);
  }

  private Cli command(String command, Target target, String user, List<String> settings) {
    List<String> all = new ArrayList<>(target.settings(user));
    Path conf = Path.of("conf", all.remove(0) + ".properties");
    all.addAll(settings);
    boolean graph = settings.stream().anyMatch(each -> each.startsWith("linkbench."));
    Path workload = graph ? Cli.LINKBENCH : Path.of("workloads", "oltp.properties");
    List<Object> arguments = new ArrayList<>(List.of(command, workload, "-d", conf));
    all.forEach(setting -> arguments.addAll(List.of("-s", setting)));
    if (command.equals("run")) {
      arguments.addAll(List.of("-o", folder.resolve("out" + runs++)));
    }
    return ibench(Map.of("IBENCH_PASSWORD", PASSWORD), arguments.toArray());
  }

  private Cli oltp(Target target, String user, String steps, String... more) {
    List<String> settings = new ArrayList<>(List.of("oltp.rows=100", "steps=" + steps));
    settings.addAll(List.of("oltp.until=20ms", "outage.max=10m"));
    settings.addAll(List.of(more));
    return command("run", target, user, settings);
  }

  private Cli graph(Target target, String user, String steps) {
    return command(
        "run",
        target,
        user,
        List.of(
            "linkbench.maxid1=51",
            "linkbench.mix=read",
            "steps=" + steps,
            "request.until=20ms",
            "request.repeat=1"));
  }

  private void load(Target target, String user) {
    assertReads(oltp(target, user, "create,load,index"));
    assertReads(graph(target, user, "create,load,index"));
  }

  private static void assertReads(Cli run) {
    assertThat(run.code()).as(run.out() + run.err()).isIn(0, 1);
    assertThat(run.out()).as(run.err()).doesNotContain("FAILED", "not begun", "interrupted");
  }

  private static void assertReadsWithOneWarning(Cli run) {
    assertReads(run);
    assertThat(run.err()).containsOnlyOnce(LOST);
    assertThat(run.out()).containsOnlyOnce("WARNING: the run only reads");
  }

  private void assertReadsAll(Target target, String user) {
    assertReadsWithOneWarning(oltp(target, user, "point_select,read_only,verify"));
    assertReadsWithOneWarning(graph(target, user, "request,verify"));
    assertThat(command("verify", target, user, List.of("oltp.rows=100")).code()).isZero();
    Cli explained = command("explain", target, user, List.of("oltp.rows=100"));
    assertThat(explained.code()).as(explained.err()).isZero();
  }

  private void assertRefusesWrites(Target target, String user, String why) {
    Cli writes = oltp(target, user, "point_select,read_write");
    assertThat(writes.code()).as(writes.out() + writes.err()).isEqualTo(2);
    assertThat(writes.err())
        .hasLineCount(1)
        .startsWith("ibench: read_write writes, and the server lets nobody write; name steps")
        .contains(why);
  }

  /** Without the server's other limit, the run would wait for ten minutes. */
  private void assertRefusesThreads(Target target, String user, int asked, String limit) {
    Cli run = oltp(target, user, "drop,create,load,index,point_select", "point_select.threads=5");
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
    assertThat(run.err())
        .contains("ibench: point_select opens " + asked + " connections, and " + limit);
    assertReads(oltp(target, user, "point_select", "point_select.threads=1"));
  }

  @Nested
  class OnMariadb {

    private final MariadbSchema schema = new MariadbSchema(Servers.requireMariadb());
    private final List<String> users = new ArrayList<>();

    @BeforeEach
    void load() {
      ReadOnlyServerTest.this.load(this::settings, user("ALL", ""));
    }

    @AfterEach
    void drop() {
      users.forEach(user -> schema.execute("DROP USER " + user));
      schema.close();
    }

    private String user(String rights, String limits) {
      String name = schema.name().substring(0, 20) + "_" + users.size();
      users.add(name);
      schema.execute("CREATE USER " + name + " IDENTIFIED BY '" + PASSWORD + "' " + limits);
      schema.execute("GRANT " + rights + " ON " + schema.name() + ".* TO " + name);
      return name;
    }

    private List<String> settings(String user) {
      return List.of("mariadb", "url=" + schema.url(), "user=" + user);
    }

    @Test
    void whoMayOnlySelectCanMeasureReads() {
      String reader = user("SELECT", "");
      assertReadsAll(this::settings, reader);

      Cli writes = oltp(this::settings, reader, "point_select,read_write");
      assertThat(writes.code()).as(writes.out() + writes.err()).isEqualTo(2);
      assertThat(writes.err())
          .hasLineCount(1)
          .startsWith("ibench: read_write writes, and the server does not let its user write; ");
      Cli loads = oltp(this::settings, reader, "drop,create,load");
      assertThat(loads.code()).as(loads.out() + loads.err()).isEqualTo(2);
    }

    /** As a replica with read_only refuses writes. */
    @Test
    void inAReadOnlySessionReadsAreMeasuredAndWritesRefused() {
      String owner = users.get(0);
      String url = schema.url() + "&sessionVariables=" + schema.readOnlyVariable() + "=1";
      Target replica = user -> List.of("mariadb", "url=" + url, "user=" + user);
      assertReadsAll(replica, owner);
      assertRefusesWrites(replica, owner, "READ ONLY transaction");
    }

    @Test
    void moreThreadsThanTheAccountHasConnectionsAreRefused() {
      String few = user("ALL", "WITH MAX_USER_CONNECTIONS 6");
      // 5 workers, the database's own connection, and the two of a session with transactions.
      assertRefusesThreads(this::settings, few, 9, "the account's MAX_USER_CONNECTIONS allows 6; ");
    }
  }

  @Nested
  class OnPostgres {

    private final PostgresSchema schema = new PostgresSchema(Servers.requirePostgres());
    private final List<String> users = new ArrayList<>();

    @BeforeEach
    void load() {
      String owner = role("");
      schema.execute("GRANT ALL ON SCHEMA " + schema.name() + " TO " + owner);
      ReadOnlyServerTest.this.load(this::settings, owner);
    }

    @AfterEach
    void drop() {
      schema.close();
      users.forEach(user -> schema.execute("DROP ROLE " + user));
    }

    private String role(String limits) {
      String name = schema.name().substring(0, 20) + "_" + users.size();
      users.add(name);
      schema.execute("CREATE ROLE " + name + " LOGIN PASSWORD '" + PASSWORD + "' " + limits);
      return name;
    }

    private String reader() {
      String name = role("");
      schema.execute("GRANT USAGE ON SCHEMA " + schema.name() + " TO " + name);
      schema.execute("GRANT SELECT ON ALL TABLES IN SCHEMA " + schema.name() + " TO " + name);
      return name;
    }

    private List<String> settings(String user) {
      return List.of("postgres", "url=" + schema.url(), "user=" + user);
    }

    @Test
    void whoMayOnlySelectCanMeasureReads() {
      assertReadsAll(this::settings, reader());
    }

    /** As a hot standby refuses writes. */
    @Test
    void onAReadOnlyServerReadsAreMeasuredAndWritesRefused() {
      String owner = users.get(0);
      schema.execute("ALTER ROLE " + owner + " SET default_transaction_read_only = on");
      try {
        assertReadsAll(this::settings, owner);
        assertRefusesWrites(this::settings, owner, "in a read-only transaction");
      } finally {
        schema.execute("ALTER ROLE " + owner + " RESET default_transaction_read_only");
      }
    }

    @Test
    void moreThreadsThanTheRoleHasConnectionsAreRefused() {
      String owner = users.get(0);
      schema.execute("ALTER ROLE " + owner + " CONNECTION LIMIT 6");
      // 5 workers, the database's own connection, and the session that writes ibench_tables.
      assertRefusesThreads(this::settings, owner, 8, "the role's CONNECTION LIMIT allows 6; ");
    }
  }
}
