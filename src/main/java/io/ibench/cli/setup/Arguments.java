package io.ibench.cli.setup;

import io.ibench.config.OptionSetting;
import io.ibench.workload.StepKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of the commands that read the settings of one run. */
public final class Arguments {

  /** How the names of files of statements end. */
  private static final String STATEMENTS = ".sql";

  private static final Path SCRIPT = Path.of("script");

  @Parameters(
      paramLabel = "WORKLOAD",
      description =
          "the workload's properties file, or its name in workloads/; here, then in the"
              + " installation; or your statements, FILE.sql")
  private Path workload;

  @Option(
      names = {"-d", "--database"},
      paramLabel = "DATABASE",
      description =
          "the database's properties file, or its name in conf/; else SQLite in ./ibench.db")
  private @Nullable Path database;

  @Option(
      names = {"-s", "--set"},
      paramLabel = "key=value",
      completionCandidates = SettingKeys.class,
      description = "a setting on top of the files; may be given several times")
  private List<String> settings = new ArrayList<>();

  public Given given() {
    return new Given(workload, Optional.ofNullable(database), settings);
  }

  /**
   * One workload on one database, as the user names them, with the settings of -s. A file of
   * statements is the workload {@code script} with that file.
   *
   * @param more settings of other options, which win
   */
  public record Given(
      Path workload, Optional<Path> database, List<String> settings, List<OptionSetting> more) {

    public Given {
      if (workload.toString().endsWith(STATEMENTS)) {
        List<String> all = new ArrayList<>(List.of("script.files=" + workload));
        all.addAll(settings);
        settings = List.copyOf(all);
        workload = SCRIPT;
      }
    }

    public Given(Path workload, Optional<Path> database, List<String> settings) {
      this(workload, database, settings, List.of());
    }

    /** The same with further settings, which win. */
    public Given with(List<OptionSetting> further) {
      return new Given(workload, database, settings, further);
    }

    /** The same with other steps. */
    public Given withSteps(List<String> steps) {
      List<String> others = new ArrayList<>(settings);
      others.removeIf(setting -> setting.matches("\\s*" + StepKeys.STEPS.name() + "\\s*=.*"));
      others.add(StepKeys.STEPS.name() + "=" + String.join(",", steps));
      return new Given(workload, database, List.copyOf(others), more);
    }
  }
}
