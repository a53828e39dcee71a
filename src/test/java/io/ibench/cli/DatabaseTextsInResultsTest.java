package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that describes itself in more detail than others, from the adapter to the results. */
@Slow
class DatabaseTextsInResultsTest {

  private static final String SOURCE =
      """
      package other;

      import io.ibench.config.Config;
      import io.ibench.config.Key;
      import io.ibench.db.Adapter;
      import io.ibench.db.Database;
      import io.ibench.db.Description;
      import io.ibench.db.ServerCounter;
      import io.ibench.db.DiagnosticText;
      import io.ibench.db.noop.NoopDatabase;
      import java.lang.reflect.Proxy;
      import java.util.LinkedHashMap;
      import java.util.List;
      import java.util.Map;
      import java.util.concurrent.atomic.AtomicLong;

      public final class Telling implements Adapter {
        private final AtomicLong asked = new AtomicLong();
        @Override public String name() { return "telling"; }
        @Override public String description() { return "tells"; }
        @Override public List<Key<?>> keys() { return List.of(); }
        @Override public Target bind(Config config) { return this::open; }

        private Database open() {
          NoopDatabase noop = new NoopDatabase();
          return (Database)
              Proxy.newProxyInstance(
                  Telling.class.getClassLoader(),
                  new Class<?>[] {Database.class},
                  (proxy, method, arguments) -> switch (method.getName()) {
                    case "description" -> described();
                    case "counters" -> counters();
                    case "diagnostics" -> texts((List<?>) arguments[0]);
                    case "exists" -> true;
                    default -> method.invoke(noop, arguments);
                  });
        }

        private static Description described() {
          Map<String, String> settings = new LinkedHashMap<>();
          settings.put("transactions", "none");
          settings.put("link", "//root:geheim@host");
          return new Description(
              "telling", "Teller", "1", "none", "no driver", "single", "none", "none",
              settings, List.of("no transactions for //root:geheim@host\\n\\u001b[2J"));
        }

        private List<DiagnosticText> texts(List<?> tables) {
          if (asked.get() > 3) {
            throw new IllegalStateException("nothing more to say");
          }
          return List.of(new DiagnosticText("tables.txt", tables.size() + " tables"));
        }

        private List<ServerCounter> counters() {
          long n = asked.incrementAndGet();
          return List.of(
              ServerCounter.rising("teller.questions", 1000 * n),
              ServerCounter.level("teller.cache", n));
        }
      }
      """;

  @TempDir private Path temporary;
  private Path plugIns;

  @BeforeEach
  void makePlugIn() throws IOException {
    plugIns = Files.createDirectory(temporary.resolve("plugins"));
    Path classes = Files.createDirectory(temporary.resolve("classes"));
    Path source = Files.writeString(temporary.resolve("Telling.java"), SOURCE);
    PlugInMaker.compile(classes, List.of(source));
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve("io.ibench.db.Adapter"), "other.Telling\n");
    PlugInMaker.pack(plugIns.resolve("telling.jar"), classes);
    Files.writeString(database(), "database = telling\n");
  }

  private Path database() {
    return temporary.resolve("telling.properties");
  }

  private Path output() {
    return temporary.resolve("result");
  }

  private Cli call(Object... first) {
    List<Object> arguments = new ArrayList<>(Arrays.asList(first));
    return ibench(Map.of("IBENCH_PLUGINS", plugIns.toString()), arguments.toArray());
  }

  private Cli run() {
    return call(
        "run",
        Cli.LINKBENCH,
        "-d",
        database(),
        "-o",
        output(),
        "-s=steps=load,request",
        "-s=linkbench.maxid1=101",
        "-s=request.until=100ms",
        "-s=request.repeat=2",
        "-s=interval=50ms");
  }

  @Test
  void warningsAreShownWhenTheRunStartsAndWithTheSettingsInTheResult() throws IOException {
    Cli run = run();

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err().lines().toList().subList(1, 3))
        .containsExactly(
            "  results in " + output(),
            "ibench: warning: no transactions for //root:***@host \\u001b[2J");
    assertThat(run.out())
        .contains("\n  transactions none, link //root:***@host\n")
        .contains("\n  WARNING: no transactions for //root:***@host \\u001b[2J\n");
    for (String file : List.of("run.json", "summary.json", "summary.txt")) {
      assertThat(output().resolve(file)).content().doesNotContain("geheim").contains("//root:***");
    }
  }

  @Test
  void countersOfTheServerAreInTheSummaryAndPrintedOnRequest() throws IOException {
    Cli run = run();
    Cli report = call("report", output());
    Cli counters = call("report", "--all", output());

    assertThat(run.code()).as(run.err()).isZero();
    JsonNode steps =
        new ObjectMapper().readTree(output().resolve("summary.json").toFile()).get("steps");
    assertThat(steps).hasSize(3);
    assertThat(steps.findValuesAsText("teller.questions")).containsOnly("1000");
    assertThat(steps.at("/0/server_counters/teller.cache").asLong()).isEqualTo(2);
    assertThat(steps.at("/1/server_counters/teller.cache").asLong()).isEqualTo(4);
    assertThat(steps.at("/2/server_counters/teller.cache").asLong())
        .as("one reading for both ends")
        .isEqualTo(5);
    assertThat(report.out()).isEqualTo(run.out()).doesNotContain("teller.questions");
    assertThat(counters.out())
        .contains("  server counter     load  request 1  request 2\n")
        .contains("  teller.questions  1,000      1,000      1,000\n");
  }

  @Test
  void whatTheServerSaysIsKeptBeforeAndAfterEachStepAndWhatItDoesNotSayIsNamed()
      throws IOException {
    Cli run = run();

    assertThat(run.code()).as(run.err()).isZero();
    Path server = output().resolve("server");
    assertThat(server.resolve("01-load/before/tables.txt")).hasContent("3 tables");
    assertThat(server.resolve("01-load/after/tables.txt")).hasContent("3 tables");
    assertThat(server.resolve("02-request/before/tables.txt")).hasContent("3 tables");
    Path error = server.resolve("02-request/after/ERROR.txt");
    assertThat(error).content().contains("nothing more to say");
    String warning = "server/02-request/after is empty: java.lang";
    assertThat(run.err()).contains("ibench: warning: " + warning);
    JsonNode summary = new ObjectMapper().readTree(output().resolve("summary.json").toFile());
    assertThat(summary.at("/steps/2/facts").toString()).contains(warning);
    assertThat(summary.at("/steps/1/facts").toString()).doesNotContain(warning);
  }

  @Test
  void explainShowsThemAsWell() throws IOException {
    Cli text = call("explain", Cli.LINKBENCH, "-d", database(), "-s=steps=request");
    Cli json = call("explain", "--json", Cli.LINKBENCH, "-d", database(), "-s=steps=request");

    assertThat(text.out()).contains("\n  transactions none, link //root:***@host\n");
    assertThat(text.err())
        .isEqualTo("ibench: warning: no transactions for //root:***@host \\u001b[2J\n")
        .isEqualTo(json.err());
    JsonNode printed = new ObjectMapper().readTree(json.out());
    assertThat(printed.at("/settings/link").asText()).isEqualTo("//root:***@host");
    assertThat(printed.at("/warnings/0").asText()).startsWith("no transactions for //root:***@");
  }
}
