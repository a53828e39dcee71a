package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a run that several processes do as one client. */
public final class TogetherOptions {

  private static final String AUTO = "auto";
  private static final int MAX_AGENTS = 10_000;
  private static final int MAX_NAME_BYTES = 200;

  /** The name of a run, where a launcher starts all its processes alike. */
  private static final String NAME_VARIABLE = "IBENCH_TOGETHER";

  @Option(
      names = "--together",
      paramLabel = "NAME",
      description =
          "one of several agents that work as one client; NAME is new and the same for all of"
              + " them")
  private @Nullable String name;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description = "which agent this is, from 0; auto: as Slurm, MPI or Kubernetes say")
  private @Nullable String rank;

  @Option(
      names = "--of",
      paramLabel = "N",
      description = "how many agents there are; auto: as Slurm or MPI say, or IBENCH_OF")
  private @Nullable String of;

  /**
   * Which agent of a run this process is.
   *
   * @param source where rank and number come from, if not from the options
   */
  public record Together(String name, int rank, int of, Optional<String> source) {

    /** The folder of this agent in the folder of the run. */
    String folder() {
      int digits = Math.max(2, Integer.toString(of - 1).length());
      return String.format(Locale.ROOT, "agent-%0" + digits + "d", rank);
    }
  }

  /** How a launcher numbers its processes. */
  private record Launcher(String rank, String of, String what) {}

  /** The first one that is there counts; MPI may be started by Slurm. */
  private static final List<Launcher> LAUNCHERS =
      List.of(
          new Launcher("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "Open MPI"),
          new Launcher("SLURM_PROCID", "SLURM_NTASKS", "Slurm"),
          new Launcher("PMI_RANK", "PMI_SIZE", "MPI"),
          new Launcher("JOB_COMPLETION_INDEX", "IBENCH_OF", "a Kubernetes Job"));

  /**
   * Reads the options; empty for a run of one process.
   *
   * @throws UsageException with all mistakes
   */
  Optional<Together> read(Map<String, String> environment) throws UsageException {
    if (name == null && rank == null && of == null) {
      return Optional.empty();
    }
    List<String> mistakes = new ArrayList<>();
    if (rank == null || of == null) {
      mistakes.add("--together needs --rank R and --of N, or auto for both");
    }
    boolean asks = AUTO.equals(rank) || AUTO.equals(of);
    Optional<Launcher> launcher =
        LAUNCHERS.stream().filter(each -> environment.containsKey(each.rank())).findFirst();
    if (asks && launcher.isEmpty()) {
      mistakes.add(
          "auto: no launcher has numbered this process: none of "
              + String.join(", ", LAUNCHERS.stream().map(Launcher::rank).toList())
              + " is set; start it with srun, mpirun or as an indexed Job, or give numbers");
    }
    int ranked = number("--rank", rank, launcher.map(Launcher::rank), environment, mistakes);
    int count = number("--of", of, launcher.map(Launcher::of), environment, mistakes);
    String named = name(environment, mistakes);
    if (mistakes.isEmpty() && (count < 1 || count > MAX_AGENTS)) {
      mistakes.add("--of " + count + ": allowed: 1 to " + MAX_AGENTS);
    } else if (mistakes.isEmpty() && (ranked < 0 || ranked >= count)) {
      mistakes.add("--rank " + ranked + ": allowed: 0 to " + (count - 1) + ", as --of is " + count);
    }
    if (!mistakes.isEmpty()) {
      throw new UsageException(mistakes);
    }
    Optional<String> source =
        asks
            ? launcher.map(
                each -> each.what() + ": " + each.rank() + "=" + ranked + ", of " + count)
            : Optional.empty();
    return Optional.of(new Together(named, ranked, count, source));
  }

  private static int number(
      String option,
      @Nullable String text,
      Optional<String> variable,
      Map<String, String> environment,
      List<String> mistakes) {
    String value = text;
    String from = option;
    if (AUTO.equals(text)) {
      if (variable.isEmpty()) {
        return 0;
      }
      value = environment.get(variable.get());
      from = variable.get();
      if (value == null) {
        mistakes.add(
            option + " auto: the variable " + from + " is not set; set it, or give --of N");
        return 0;
      }
    }
    if (value == null) {
      return 0;
    }
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      mistakes.add(from + " " + value + ": allowed: a whole number, or auto");
      return 0;
    }
  }

  private String name(Map<String, String> environment, List<String> mistakes) {
    String given = name;
    if (given == null) {
      given = environment.get(NAME_VARIABLE);
    }
    if (given == null && environment.containsKey("SLURM_JOB_ID")) {
      given =
          "slurm-"
              + environment.get("SLURM_JOB_ID")
              + "."
              + environment.getOrDefault("SLURM_STEP_ID", "0");
    }
    if (given == null) {
      mistakes.add("--rank and --of need --together NAME, the same name for all agents");
      return "";
    }
    if (!given.matches("[A-Za-z0-9][A-Za-z0-9._-]*")
        || given.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      mistakes.add(
          "--together "
              + given
              + ": allowed: up to "
              + MAX_NAME_BYTES
              + " letters, digits, dots, - and _");
    }
    return given;
  }
}
