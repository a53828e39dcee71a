package io.ibench.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.cli.Cli;
import io.ibench.faults.Judgement.Outcome;
import io.ibench.testing.TcpProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a cell: a small run through a proxy, with the fault in the middle of its step. */
final class CellRunner {

  private static final long LIMIT_SECONDS = 300;
  private static final int INTERVALS_BEFORE = 2;
  private static final int[] SIZES = {1, 3, 10};

  private final Path folder;
  private final String home;

  /**
   * @param folder gets a folder of each cell
   * @param home where ibench finds workloads/ and conf/
   */
  CellRunner(Path folder, String home) {
    this.folder = folder;
    this.home = home;
  }

  /** The environment of ibench, which reaches the server through this port. */
  private Map<String, String> environment(TestedServer server, String host, int port) {
    Map<String, String> environment = new HashMap<>(server.environment());
    environment.put("IBENCH_HOME", home);
    environment.put("IBENCH_HOST", host);
    environment.put("IBENCH_PORT", Integer.toString(port));
    return environment;
  }

  /** The folder of a cell. */
  Path folder(Cell cell) {
    return folder.resolve(cell.name());
  }

  /** A step that was over before its fault was is run again with more work. */
  CellResult run(Cell cell, TestedServer server) throws InterruptedException {
    CellResult result = null;
    for (int size : SIZES) {
      Path own = folder.resolve(cell.name() + (size == 1 ? "" : "-x" + size));
      try {
        result = run(cell, server, size, own);
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        return CellResult.failed(cell, "the cell could not be run: " + e, own);
      }
      if (result.outcome() != Outcome.MISSED) {
        return result;
      }
    }
    List<String> complaints = result.judgement().complaints();
    return CellResult.failed(
        cell,
        complaints.isEmpty()
            ? "the step shows no trace of the fault: expected "
                + cell.fault().expectation().sign().text()
            : String.join("; ", complaints),
        result.folder());
  }

  private CellResult run(Cell cell, TestedServer server, int size, Path own) throws Exception {
    server.prepare();
    Files.createDirectories(own);
    Path results = own.resolve("results");
    List<String> settings = settings(cell, server, size);
    Optional<Exception> noFault = Optional.empty();
    Optional<Cli> end;
    try (TcpProxy proxy = TcpProxy.to(server.host(), server.port())) {
      RunUnderTest run =
          RunUnderTest.start(
              environment(server, "127.0.0.1", proxy.port()),
              command("run", settings, results),
              results);
      try {
        if (run.awaitWork(cell.step().step(), INTERVALS_BEFORE)) {
          cell.fault().into(new Scene(server, proxy, run::isOver));
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        noFault = Optional.of(e);
      }
      end = run.awaitEnd(LIMIT_SECONDS);
    }
    if (end.isEmpty()) {
      return CellResult.failed(cell, "the run did not end within " + LIMIT_SECONDS + " s", own);
    }
    Files.writeString(own.resolve("out.txt"), end.get().out());
    Files.writeString(own.resolve("err.txt"), end.get().err());
    if (noFault.isPresent()) {
      return CellResult.failed(cell, "the fault could not be made: " + noFault.get(), own);
    }
    return judge(cell, server, end.get(), settings, own);
  }

  private static List<String> settings(Cell cell, TestedServer server, int size) {
    List<String> words = new ArrayList<>();
    words.add(cell.step().workload().toString());
    words.addAll(List.of("-d", server.settings().toString()));
    List<String> settings = new ArrayList<>(cell.step().settings(size));
    settings.addAll(cell.fault().settings());
    settings.forEach(setting -> words.addAll(List.of("-s", setting)));
    return words;
  }

  private static List<String> command(String command, List<String> settings, Path results) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(settings);
    if (command.equals("run")) {
      // The disk of the fault "disk-full" is small on purpose.
      words.addAll(List.of("--no-page", "--force", "-o", results.toString()));
    } else {
      words.addAll(List.of("--against", results.toString()));
    }
    return words;
  }

  private CellResult judge(Cell cell, TestedServer server, Cli end, List<String> settings, Path own)
      throws Exception {
    Path results = own.resolve("results");
    Path file = results.resolve("summary.json");
    if (!Files.exists(file)) {
      return CellResult.failed(
          cell, "exit code " + end.code() + ", no result: " + firstLine(end.err()), own);
    }
    JsonNode summary = new ObjectMapper().readTree(file.toFile());
    Optional<Integer> verification = Optional.empty();
    boolean survives = cell.fault().expectation().survives();
    if (survives && end.code() == 0) {
      Cli verify =
          Cli.ibench(
              environment(server, server.host(), server.port()),
              command("verify", settings, results).toArray());
      Files.writeString(own.resolve("verify.txt"), verify.out() + verify.err());
      verification = Optional.of(verify.code());
    }
    long inFlight = survives ? 0 : cell.step().rowsInFlight();
    RunJudge.Evidence evidence =
        new RunJudge.Evidence(
            end.code(),
            end.out(),
            summary,
            verification,
            RowBalance.of(cell.step(), summary, inFlight, server::rows));
    return new CellResult(
        cell, RunJudge.judge(cell.fault().expectation(), cell.step().step(), evidence), own);
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("nothing on stderr");
  }
}
