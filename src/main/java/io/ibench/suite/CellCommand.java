package io.ibench.suite;

import io.ibench.config.Secrets;
import io.ibench.server.ServerException;
import io.ibench.server.ServerLife;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The commands that cells run. Stateless. */
final class CellCommand {

  private static final String SECRET = "IBENCH_SECRET_";

  /** A side of a duet: the folder of its results, the names of its files and of its data. */
  private static final String A = "a";

  private static final String B = "b";

  private CellCommand() {}

  /** The run of a cell on its server. */
  static CellRun.Command run(SuiteRun run, Cell cell, ServerLife server) throws IOException {
    Path database = run.kept(cell).resolve("database.properties");
    Files.writeString(database, server.access().properties());
    List<String> words = new ArrayList<>();
    server
        .server()
        .spec()
        .limits()
        .clientCpus()
        .ifPresent(cpus -> words.addAll(List.of("taskset", "-c", cpus)));
    Work work = run.work(cell);
    Path results = run.results(cell);
    words.addAll(cell.isLoad() || work.search().isEmpty() ? work.words() : work.search());
    words.addAll(List.of("-d", database.toString(), "-o", results.toString()));
    settings(run, cell, work).forEach(setting -> words.addAll(List.of("-s", setting)));
    return new CellRun.Command(
        words, server.access().environment(), results, server.server().folder(), server::gone);
  }

  /** With the steps that make the data, or those after them, if the data is shared. */
  private static List<String> settings(SuiteRun run, Cell cell, Work work) {
    if (!run.isShared()) {
      return work.settings();
    }
    List<String> all = new ArrayList<>(work.settings());
    all.removeIf(setting -> setting.startsWith("steps="));
    all.add("steps=" + String.join(",", cell.isLoad() ? work.loadSteps() : work.laterSteps()));
    return all;
  }

  /** The duet of a cell's variant, side B, with its base; it makes both servers. */
  static CellRun.Command duet(SuiteRun run, Cell cell) throws IOException {
    Map<String, String> environment = new HashMap<>();
    List<String> words = new ArrayList<>(run.work(cell).words());
    List<Path> data = duetData(run, cell);
    List<Variant> sides = sides(run, cell);
    for (int i = 0; i < sides.size(); i++) {
      Path file = run.kept(cell).resolve((i == 0 ? A : B) + ".properties");
      List<String> settings = new ArrayList<>(run.works().apply(sides.get(i)).settings());
      settings.add("server.data=" + data.get(i));
      Files.writeString(file, text(settings, environment));
      words.addAll(List.of("-d", file.toString()));
    }
    Path results = run.results(cell);
    words.addAll(List.of("-o", results.toString()));
    Optional<ServerException> serves = Optional.empty();
    return new CellRun.Command(words, environment, results.resolve(A), data.get(0), () -> serves);
  }

  private static List<Variant> sides(SuiteRun run, Cell cell) {
    Variant variant = run.variant(cell);
    return List.of(run.suite().base(variant).orElseThrow(), variant);
  }

  /** The folders of the two servers of a duet. */
  static List<Path> duetData(SuiteRun run, Cell cell) {
    List<Path> folders = new ArrayList<>();
    for (Variant side : sides(run, cell)) {
      Path data = run.data(cell, run.spec(side));
      folders.add(data.resolveSibling(data.getFileName() + "-" + (folders.isEmpty() ? A : B)));
    }
    return folders;
  }

  /** A file of settings; secrets are variables of the environment. */
  private static String text(List<String> settings, Map<String, String> environment) {
    StringBuilder text = new StringBuilder();
    for (String setting : settings) {
      String name = setting.substring(0, setting.indexOf('='));
      String value = setting.substring(name.length() + 1);
      text.append(name).append(" = ");
      if (Secrets.maskedValue(name, value).equals(value)) {
        text.append(value.replace("${", "$${"));
      } else {
        String variable = SECRET + (environment.size() + 1);
        environment.put(variable, value);
        text.append("${").append(variable).append('}');
      }
      text.append('\n');
    }
    return text.toString();
  }
}
