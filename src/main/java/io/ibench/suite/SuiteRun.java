package io.ibench.suite;

import io.ibench.report.figures.RunState;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.server.ServerException;
import io.ibench.server.ServerLife;
import io.ibench.server.ServerProduct;
import io.ibench.server.ServerSpec;
import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A suite in its folder, with all that its cells need. Immutable.
 *
 * @param folder exists; absolute
 * @param products by name
 * @param works what the cells of a variant run
 * @param password of all its servers, which may get copies of each other's data
 */
record SuiteRun(
    Path folder,
    Suite suite,
    World world,
    Map<String, ServerProduct> products,
    Function<Variant, Work> works,
    String password) {

  /** The exit code of a run that was interrupted. */
  static final int INTERRUPTED_CODE = 130;

  /** The folder of the servers' configurations and logs, a folder for each cell. */
  private static final String SERVERS = "servers";

  /** Only its user can read it; it is no part of a bundle. */
  static final String PASSWORD = "servers.password";

  /** The folder of the servers' data, unless {@code server.data} names another one. */
  private static final String DATA = "data";

  private static final int LIMIT_BROKEN = 3;
  private static final int LOG_LINES = 8;

  static SuiteRun of(
      Path folder,
      Suite suite,
      World world,
      Map<String, ServerProduct> products,
      Function<Variant, Work> works) {
    return new SuiteRun(folder, suite, world, products, works, password(folder));
  }

  /**
   * The password of a suite is drawn once: a supervisor that goes on after a kill uses the data
   * that the one before it has loaded.
   */
  private static String password(Path folder) {
    Path file = folder.resolve(PASSWORD);
    try {
      if (!Files.exists(file)) {
        Set<PosixFilePermission> ours = PosixFilePermissions.fromString("rw-------");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(ours));
        Files.writeString(file, ServerLife.drawPassword());
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the password of the suite's servers", e);
    }
  }

  Variant variant(Cell cell) {
    return suite.variant(cell.variant());
  }

  Work work(Cell cell) {
    return works.apply(variant(cell));
  }

  /** Whether loads of their own make the data of the cells. */
  boolean isShared() {
    return suite.matter().data().isShared();
  }

  /** Whether all cells of a load go on with the same data. */
  boolean isKept() {
    return suite.matter().data() == DataMode.KEEP;
  }

  /** The result folder of a cell: {@code DIR/VARIANT/run-1}, so that all commands understand it. */
  Path results(Cell cell) {
    return folder.resolve(cell.run());
  }

  /** Where configuration and log of a cell's server are kept. */
  Path kept(Cell cell) {
    return kept(folder, cell);
  }

  /** The same in the folder of a suite. */
  static Path kept(Path folder, Cell cell) {
    return folder.resolve(SERVERS).resolve(cell.name());
  }

  /** What a cell's run printed. */
  Path log(Cell cell) {
    return kept(cell).resolve("run.log");
  }

  /** The folder of a cell's server, which is removed after it. */
  Path data(Cell cell, ServerSpec spec) {
    return spec.data().orElse(folder.resolve(DATA).resolve(cell.name()));
  }

  /** The folders of a cell's servers, whether they exist or not. */
  private List<Path> servers(Cell cell) {
    return cell.server().isEmpty()
        ? List.of()
        : suite.isOfDuets()
            ? CellCommand.duetData(this, cell)
            : List.of(Path.of(cell.server().get().folder()));
  }

  /**
   * Ends the servers that are left, and removes their folders.
   *
   * @return what was done, or why it could not be done; one line each
   */
  List<String> cleanUp(Cell cell) {
    List<String> done = new ArrayList<>();
    for (Path left : servers(cell)) {
      if (Files.exists(left)) {
        try {
          done.add(ServerLife.cleanUp(left));
        } catch (ServerException e) {
          done.add(String.valueOf(e.getMessage()));
        }
      }
    }
    return done;
  }

  /** The server of a variant, whose settings have no mistakes. */
  ServerSpec spec(Variant variant) {
    List<String> mistakes = new ArrayList<>();
    ServerSpec spec =
        VariantServer.of(variant, products, variant.of(Area.SET), mistakes::add).orElseThrow();
    if (!mistakes.isEmpty()) {
      throw new IllegalStateException(variant.name() + ": " + mistakes);
    }
    return spec;
  }

  /** How a cell whose run has ended is over. */
  Cell over(Cell cell, double seconds) {
    int code = cell.exitCode().orElse(1);
    if (code == INTERRUPTED_CODE && cell.reason().isEmpty()) {
      return cell.over(State.INTERRUPTED, Optional.of("interrupted"), seconds);
    }
    boolean good = cell.reason().isEmpty() && (code == 0 || code == LIMIT_BROKEN);
    // A run with the verdict INVALID is a result: tables show it in grey.
    boolean result = good || cell.reason().isEmpty() && isDone(results(cell));
    return result
        ? cell.over(State.DONE, Optional.empty(), seconds)
        : cell.over(
            State.FAILED,
            Optional.of(cell.reason().orElse("its run ended with exit code " + code + tail(cell))),
            seconds);
  }

  private static boolean isDone(Path run) {
    try {
      return StoredRun.read(run).report().state() == RunState.DONE;
    } catch (UnreadableResultException e) {
      return false;
    }
  }

  /** The last lines that the run printed, if it left no results. */
  private String tail(Cell cell) {
    try {
      List<String> lines =
          Files.readAllLines(log(cell)).stream()
              .filter(line -> line.startsWith("ibench: "))
              .toList();
      List<String> last = lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
      return last.isEmpty() ? "" : ": " + String.join("; ", last);
    } catch (IOException e) {
      return "";
    }
  }
}
