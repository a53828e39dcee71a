package io.ibench.cli.run;

import io.ibench.cli.setup.Arguments.Given;
import io.ibench.cli.setup.SettingKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of run and check, which take several workloads and databases. */
public final class RunArguments {

  @Parameters(
      paramLabel = "WORKLOAD",
      description =
          "the workload's properties file, or its name in workloads/; here, then in the"
              + " installation; or your statements, FILE.sql. Several with commas between run by turns and are compared")
  private Path workload;

  @Option(
      names = {"-d", "--database"},
      paramLabel = "DATABASE",
      description =
          "the database's properties file, or its name in conf/; else SQLite in ./ibench.db."
              + " Several, each with its -d, run by turns and are compared")
  private List<Path> databases = new ArrayList<>();

  @Option(
      names = {"-s", "--set"},
      paramLabel = "key=value",
      completionCandidates = SettingKeys.class,
      description = "a setting on top of the files; may be given several times")
  private List<String> settings = new ArrayList<>();

  /**
   * Each workload on each database; the first one is the base of a comparison.
   *
   * @param more {@code key=value} each, as given to -s
   */
  public List<Given> given(List<String> more) {
    List<String> all = new ArrayList<>(settings);
    all.addAll(more);
    List<Given> given = new ArrayList<>();
    for (Path one : workloads()) {
      if (databases.isEmpty()) {
        given.add(new Given(one, Optional.empty(), all));
      }
      databases.forEach(database -> given.add(new Given(one, Optional.of(database), all)));
    }
    return given;
  }

  /** A file whose name has a comma is one workload. */
  private List<Path> workloads() {
    if (Files.exists(workload)) {
      return List.of(workload);
    }
    List<Path> all = new ArrayList<>();
    for (String name : workload.toString().split(",", -1)) {
      all.add(Path.of(name));
    }
    return all;
  }
}
