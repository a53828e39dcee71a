package io.ibench.cli.run;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.cli.ground.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which agent a process is, and what is refused before any database is asked. */
class TogetherOptionsTest {

  @TempDir private Path folder;

  private Cli run(Map<String, String> environment, String... options) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "run", Cli.LINKBENCH, "-d", Cli.NOOP, "-o", folder.resolve("out"), "--no-page"));
    words.addAll(List.of(options));
    return ibench(environment, words.toArray());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--together=a --rank=1                        | needs --rank R and --of N",
        "--rank=1 --of=2                              | need --together NAME",
        "--together=a --rank=2 --of=2                 | --rank 2: allowed: 0 to 1, as --of is 2",
        "--together=a --rank=x --of=2                 | --rank x: allowed: a whole number, or auto",
        "--together=a --rank=0 --of=0                 | --of 0: allowed: 1 to 10000",
        "--together=a/b --rank=0 --of=2               | --together a/b: allowed: up to 200 letters",
        "--together=a --rank=auto --of=auto           | no launcher has numbered this process",
        "--together=a --rank=0 --of=2 --runs=2        | --together is for one run",
        "--together=a --rank=0 --of=2 --server        | leave out --server",
        "--together=a --rank=0 --of=5                 | step request has fewer clients or threads",
        "--together=a --rank=0 --of=2                 | noop is inside the client",
        "--together=a --rank=0 --of=2 -s=linkbench.node_reads=all | linkbench.node_reads = all",
      })
  void refusesWithExitCode2(String options, String message) {
    Cli run = run(Map.of(), options.split(" "));

    assertThat(run.err()).contains(message);
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(folder.resolve("out").resolve("agent-00")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "SLURM_PROCID, 1, SLURM_NTASKS, 4, 'Slurm: SLURM_PROCID=1, of 4'",
    "OMPI_COMM_WORLD_RANK, 2, OMPI_COMM_WORLD_SIZE, 3, 'Open MPI: OMPI_COMM_WORLD_RANK=2, of 3'",
    "PMI_RANK, 0, PMI_SIZE, 2, 'MPI: PMI_RANK=0, of 2'",
    "JOB_COMPLETION_INDEX, 3, IBENCH_OF, 4, 'a Kubernetes Job: JOB_COMPLETION_INDEX=3, of 4'",
  })
  void takesRankAndNumberFromTheLauncherIfAsked(
      String rank, String r, String of, String n, String said) {
    Cli run = run(Map.of(rank, r, of, n), "--together=a", "--rank=auto", "--of=auto");

    assertThat(run.err()).contains("ibench: agent by " + said);
  }

  @Test
  void aBatchShellWithoutThemIsARunOfOneProcess() throws Exception {
    Path small = Files.writeString(folder.resolve("small.properties"), SMALL);
    Cli run =
        ibench(
            Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "8", "SLURM_JOB_ID", "9"),
            "run",
            small,
            "-d",
            Cli.NOOP,
            "-o",
            folder.resolve("out"),
            "--no-page",
            "--lenient");

    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
    assertThat(folder.resolve("out").resolve("summary.json")).exists();
  }

  private static final String SMALL =
      """
      workload = linkbench
      steps = request
      linkbench.maxid1 = 101
      request.operations = 100
      """;
}
