package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.run.RunCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The files that start several agents on a cluster. */
class ClusterFilesTest {

  private static final Path JOB = Path.of("conf", "kubernetes", "job.yaml");
  private static final Path SBATCH = Path.of("conf", "slurm", "ibench.sbatch");

  private static List<String> values(String text, String pattern) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Test
  void theJobHasAsManyPodsAsAgentsAndNoneComesBack() throws IOException {
    String text = Files.readString(JOB);
    String job = text.substring(0, text.indexOf("\n---\n"));

    List<String> agents = values(job, "name: IBENCH_OF\n +value: \"(\\d+)\"");
    assertThat(agents).hasSize(1);
    assertThat(values(job, "^  completions: (\\d+)$")).isEqualTo(agents);
    assertThat(values(job, "^  parallelism: (\\d+)$")).isEqualTo(agents);
    assertThat(values(text, "^ +fsGroup: (\\d+)$")).hasSize(2);
    assertThat(job)
        .contains("  completionMode: Indexed\n", "  backoffLimit: 0\n", "restartPolicy: Never\n")
        .contains("podAntiAffinity:", "topologyKey: kubernetes.io/hostname")
        .contains("secretKeyRef:", "fieldPath: metadata.labels['job-name']")
        .doesNotContain("\t");
    assertThat(values(job, "^ +requests:\n((?: {14}.*\n)+)"))
        .isEqualTo(values(job, "^ +limits:\n((?: {14}.*\n)+)"))
        .hasSize(1);
    String name = values(job, "^  name: (\\S+)$").get(0);
    assertThat(text.substring(job.length())).contains("value: /results/" + name + "\n");
  }

  @Test
  void theFilesGiveOptionsThatRunHas() throws IOException {
    CommandLine run = new CommandLine(new RunCommand());
    for (Path file : List.of(JOB, SBATCH)) {
      Matcher options =
          Pattern.compile("(?<= )--(rank|of|together|no-page)\\b")
              .matcher(Files.readString(file).replace("- --", " --"));
      assertThat(options.results().map(found -> found.group()).distinct().toList())
          .as("%s", file)
          .hasSize(4)
          .allMatch(option -> run.getCommandSpec().findOption(option) != null);
    }
  }

  @Test
  void theScriptOfSlurmIsSoundAndWaitsForNobodyElse() throws Exception {
    String script = Files.readString(SBATCH);

    assertThat(Files.isExecutable(SBATCH)).isTrue();
    assertThat(script)
        .startsWith("#!/bin/bash\n")
        .contains("srun --kill-on-bad-exit=1 --cpu-bind=cores", "--rank auto --of auto")
        .contains("\" merge \"$out\"/agent-* -o \"$out/all\"");
  }
}
