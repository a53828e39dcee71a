package io.ibench.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of all commands that read settings. */
final class Arguments {

  @Parameters(
      paramLabel = "WORKLOAD",
      description =
          "the workload's properties file, or its name in workloads/; here, then in the"
              + " installation")
  private Path workload;

  @Option(
      names = {"-d", "--database"},
      paramLabel = "DATABASE",
      description =
          "the database's properties file, or its name in conf/; else SQLite in ./ibench.db")
  private Path database;

  @Option(
      names = {"-s", "--set"},
      paramLabel = "key=value",
      completionCandidates = SettingKeys.class,
      description = "a setting on top of the files; may be given several times")
  private List<String> settings = new ArrayList<>();

  Path workload() {
    return workload;
  }

  Optional<Path> database() {
    return Optional.ofNullable(database);
  }

  List<String> settings() {
    return settings;
  }
}
