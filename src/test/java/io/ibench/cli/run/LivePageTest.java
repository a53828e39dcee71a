package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.cli.Main;
import io.ibench.cli.ground.ExitCode;
import io.ibench.host.remote.PrometheusSamples;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that is watched from outside while it goes on. */
@StartsProcess
@Timeout(300)
class LivePageTest {

  @TempDir private Path temporary;

  private static String get(int port, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Cli run(String... more) {
    Object[] arguments = {
      "run",
      Cli.LINKBENCH,
      "-d",
      Cli.NOOP,
      "--lenient",
      "-o",
      temporary.resolve("result"),
      "-slinkbench.maxid1=101",
      "-ssteps=load,request",
      "-srequest.until=300ms",
      "-srequest.repeat=2",
      "-sinterval=50ms"
    };
    Object[] all = new Object[arguments.length + more.length];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return ibench(all);
  }

  /** The hook holds the run after its last step, while it can still be watched. */
  @Test
  void countersEqualTheSummaryAndThePageShowsTheRun() throws Exception {
    Path here = temporary.resolve("here");
    Path go = temporary.resolve("go");
    String hold =
        "[ $IBENCH_STEP != request ] || { touch %s; until [ -e %s ]; do sleep 0.05; done; }"
            .formatted(here, go);
    int port = freePort();
    CompletableFuture<Cli> run =
        CompletableFuture.supplyAsync(() -> run("--http=" + port, "-shook.after_step=" + hold));
    try {
      while (!Files.exists(here)) {
        assertThat(run.isDone()).as(run.isDone() ? run.join().err() : "").isFalse();
        Thread.onSpinWait();
      }
      Map<String, Double> samples = PrometheusSamples.of(get(port, "/metrics"));
      JsonNode summary =
          new ObjectMapper().readTree(temporary.resolve("result/summary.json").toFile());
      assertThat(samples).containsAllEntriesOf(counters(summary)).isNotEmpty();
      assertThat(get(port, "/page")).contains("<h1", "request");
      assertThat(new ObjectMapper().readTree(get(port, "/status")).get("line").asText())
          .startsWith("running: ");
    } finally {
      Files.createFile(go);
      assertThat(run.join().code()).as(run.join().err()).isZero();
    }
    assertThat(run.join().err())
        .contains("ibench: live page and metrics: http://127.0.0.1:" + port + "/\n");
  }

  /** Sums over the repeats. */
  private static Map<String, Double> counters(JsonNode summary) {
    Map<String, Double> counters = new TreeMap<>();
    for (JsonNode step : summary.get("steps")) {
      for (JsonNode operation : step.get("operations")) {
        String labels = "{operation=%s, %sstep=%s}";
        String name = operation.get("name").asText();
        String title = step.get("name").asText();
        counters.merge(
            "ibench_operations_total" + labels.formatted(name, "outcome=success, ", title),
            operation.get("count").asDouble(),
            Double::sum);
        counters.merge(
            "ibench_rows_total" + labels.formatted(name, "", title),
            operation.get("rows").asDouble(),
            Double::sum);
      }
    }
    return counters;
  }

  @Test
  void aPortInUseIsOneLineBeforeAnythingIsTouched() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Cli run = run("--http=127.0.0.1:" + taken.getLocalPort());

      assertThat(run.code()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err())
          .startsWith("ibench: http = 127.0.0.1:" + taken.getLocalPort() + ": cannot be used (")
          .hasLineCount(1);
      assertThat(temporary.resolve("result")).doesNotExist();
    }
  }

  @Test
  void aMistypedAddressIsAMistake() {
    Cli run = run("--http=localhost");

    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains("http = localhost: is no ADDRESS:PORT; allowed: such as 127.0.0.1:9464");
  }

  @Test
  void statusOfARunThatIsOverComesFromItsFiles() throws IOException {
    assertThat(run("--no-page").code()).isZero();
    Path result = temporary.resolve("result");

    assertThat(ibench("status", result).out())
        .startsWith("done at ")
        .contains("\n  steps over: 2 of 2 (load, request)\n");
    JsonNode json = new ObjectMapper().readTree(ibench("status", "--json", result).out());
    assertThat(json).hasSize(1);
    assertThat(json.get(0).get("state").asText()).isEqualTo("done");
    Cli missing = ibench("status", temporary.resolve("nothing"));
    assertThat(missing.code()).isEqualTo(ExitCode.USAGE);
    assertThat(missing.err())
        .isEqualTo("ibench: " + temporary.resolve("nothing") + " does not exist\n");
  }

  @Test
  void withoutHttpNothingOfItIsLoaded() throws IOException, InterruptedException {
    Path log = temporary.resolve("classes");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-Xlog:class+load:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                Cli.LINKBENCH.toString(),
                "-d",
                Cli.NOOP.toString(),
                "--lenient",
                "--no-page",
                "-o",
                temporary.resolve("result").toString(),
                "-slinkbench.maxid1=101",
                "-ssteps=load",
                "-sinterval=50ms")
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("out").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(temporary.resolve("out"))).isZero();

    List<String> classes = Files.readAllLines(log);
    assertThat(classes.stream().filter(line -> line.contains("io.ibench.monitor."))).isNotEmpty();
    assertThat(classes.stream().filter(line -> line.matches(".*(prometheus|httpserver)\\..*")))
        .isEmpty();
  }
}
