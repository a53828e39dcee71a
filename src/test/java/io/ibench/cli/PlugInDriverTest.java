package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code database = jdbc} with a driver that only a plug-in's jar has: it passes on to H2. */
@Slow
class PlugInDriverTest {

  private static final String DRIVER =
      """
      package other;

      import java.sql.Connection;
      import java.sql.Driver;
      import java.sql.DriverManager;
      import java.sql.DriverPropertyInfo;
      import java.sql.SQLException;
      import java.util.Properties;
      import java.util.logging.Logger;

      public final class OtherDriver implements Driver {
        @Override public boolean acceptsURL(String url) { return url.startsWith("jdbc:other:"); }
        @Override public Connection connect(String url, Properties properties)
            throws SQLException {
          return DriverManager.getConnection("jdbc:h2:" + url.substring(11), properties);
        }
        @Override public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
          return new DriverPropertyInfo[0];
        }
        @Override public int getMajorVersion() { return 1; }
        @Override public int getMinorVersion() { return 0; }
        @Override public boolean jdbcCompliant() { return false; }
        @Override public Logger getParentLogger() { return Logger.getGlobal(); }
      }
      """;

  @TempDir private Path temporary;
  private Path plugIns;
  private Path database;

  @BeforeEach
  void compileDriver() throws IOException {
    plugIns = Files.createDirectory(temporary.resolve("plug-ins"));
    Path source = Files.writeString(temporary.resolve("OtherDriver.java"), DRIVER);
    PlugInMaker.compile(temporary.resolve("classes"), List.of(source));
    database = temporary.resolve("other.properties");
    Files.writeString(
        database, "database = jdbc\nurl = jdbc:other:" + temporary.resolve("data") + "\n");
  }

  /** Packs the driver. */
  private void pack(String servicesLine) throws IOException {
    Path classes = temporary.resolve("classes");
    if (!servicesLine.isEmpty()) {
      Path services = Files.createDirectories(classes.resolve("META-INF/services"));
      Files.writeString(services.resolve("java.sql.Driver"), servicesLine + "\n");
    }
    PlugInMaker.pack(plugIns.resolve("other-driver.jar"), classes);
  }

  private Cli call(String command, String... settings) {
    List<Object> arguments = new ArrayList<>(List.of(command, Cli.LINKBENCH, "-d", database));
    for (String setting : settings) {
      arguments.addAll(List.of("-s", setting));
    }
    if (command.equals("run")) {
      arguments.addAll(List.of("-o", temporary.resolve("result")));
    }
    return ibench(Map.of("IBENCH_PLUGINS", plugIns.toString()), arguments.toArray());
  }

  @Test
  void linkbenchRunsOnAProductByItsDriversJarAlone() throws IOException {
    pack("other.OtherDriver");
    Cli run =
        call(
            "run",
            "linkbench.maxid1=201",
            "warmup.until=100ms",
            "request.until=300ms",
            "request.repeat=1");

    assertThat(run.code()).as(run.err() + run.out()).isZero();
    assertThat(run.out()).contains("totals as booked").contains("WARNING: portable SQL");
    assertThat(Files.readString(temporary.resolve("result/summary.json")))
        .contains("\"plugin other-driver.jar\"");
  }

  @Test
  void aDriverThatItsJarDoesNotNameIsFoundByItsClass() throws IOException {
    pack("");
    Cli without = call("check");
    assertThat(without.code()).isEqualTo(2);
    assertThat(without.err().lines())
        .singleElement()
        .asString()
        .contains("url = jdbc:other:", "no driver takes it", "plugins", "IBENCH_PLUGINS");
    assertThat(call("check", "driver=other.OtherDriver").code()).isZero();
  }

  @Test
  void aBrokenDriverIsNamedWhenNoOtherTakesTheUrl() throws IOException {
    pack("other.Missing");
    Cli check = call("check");
    assertThat(check.code()).isEqualTo(2);
    assertThat(check.err().lines())
        .singleElement()
        .asString()
        .contains("no driver takes it", "broken: ", "other.Missing");
    assertThat(call("check", "url=jdbc:h2:mem:x").code()).isZero();
  }
}
