package io.ibench.suite;

import io.ibench.report.store.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * suite.json: how far a suite is. Immutable.
 *
 * @param settings of the command line, {@code key=value} each
 * @param repeat how many repeats are planned
 * @param only the levels of the variants that were asked for, as of {@code --only}; empty: all
 */
public record SuiteState(
    long schema,
    Optional<String> scale,
    List<String> settings,
    long repeat,
    List<String> only,
    List<Cell> cells) {

  public static final String NAME = "suite.json";

  /** The file with all settings of the suite, includes and variables replaced. */
  public static final String SETTINGS = "suite.properties";

  /** The file with the password of the suite's servers: only its user can read it. */
  public static final String PASSWORD = SuiteRun.PASSWORD;

  private static final long SCHEMA = 1;

  public SuiteState {
    settings = List.copyOf(settings);
    only = only == null ? List.of() : List.copyOf(only); // an earlier ibench did not keep it
    cells = List.copyOf(cells);
  }

  /** A suite that has not begun. */
  public static SuiteState begin(Suite suite, List<String> settings) {
    return new SuiteState(
        SCHEMA,
        suite.scale(),
        settings,
        suite.matter().repeat(),
        List.of(),
        CellOrder.plan(suite, List.of()));
  }

  /** The same suite, maybe with further repeats and variants. */
  public SuiteState goOn(Suite suite, List<String> given) {
    return new SuiteState(
        schema, scale, given, suite.matter().repeat(), only, CellOrder.plan(suite, cells));
  }

  /** The same suite, of which these variants were asked for; empty: all. */
  public SuiteState only(List<String> levels) {
    return new SuiteState(schema, scale, settings, repeat, levels, cells);
  }

  /** Whether this is the folder of a suite. */
  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(NAME));
  }

  /**
   * Reads the state in a suite's folder.
   *
   * @throws IOException also for a damaged file and for one of a later ibench
   */
  public static SuiteState read(Path folder) throws IOException {
    SuiteState state = JsonFile.read(folder.resolve(NAME), SuiteState.class);
    if (state.schema() != SCHEMA) {
      throw new IOException(
          folder.resolve(NAME) + " has schema " + state.schema() + "; this ibench reads " + SCHEMA);
    }
    return state;
  }

  /** Replaces the file and waits for the disk. */
  void write(Path folder) {
    JsonFile.replace(folder.resolve(NAME), this);
  }

  SuiteState with(Cell changed) {
    List<Cell> all = new ArrayList<>(cells);
    all.set(changed.number() - 1, changed);
    return new SuiteState(schema, scale, settings, repeat, only, all);
  }

  /**
   * The cells of a report: those of its variants, and the loads that make their data.
   *
   * @param whole with all variants
   * @param shown with those of the report
   */
  SuiteState shown(Suite whole, Suite shown) {
    Set<String> variants = shown.variants().stream().map(Variant::name).collect(Collectors.toSet());
    Set<String> loads =
        shown.variants().stream()
            .map(each -> whole.loader(each).name())
            .collect(Collectors.toSet());
    List<Cell> some =
        cells.stream()
            .filter(cell -> (cell.isLoad() ? loads : variants).contains(cell.variant()))
            .toList();
    return new SuiteState(schema, scale, settings, repeat, only, some);
  }

  /** The cells of a variant, by their repeats. */
  public List<Cell> of(Variant variant) {
    return cells.stream()
        .filter(cell -> cell.variant().equals(variant.name()) && !cell.isLoad())
        .sorted(Comparator.comparingInt(Cell::repeat))
        .toList();
  }
}
