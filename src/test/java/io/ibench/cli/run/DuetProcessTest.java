package io.ibench.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.Cli;
import io.ibench.cli.RunningIbench;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Duets and runs in one folder at a time, each in its own process. */
@EnabledOnOs(OS.LINUX)
@StartsProcess
class DuetProcessTest {

  private static final List<String> SMALL =
      List.of("-s", "steps=drop,create,load,point_select", "-s", "oltp.rows=1000", "--no-page");

  private static final String OLTP =
      Path.of("workloads/oltp.properties").toAbsolutePath().toString();
  private static final String SQLITE = Cli.SQLITE.toAbsolutePath().toString();

  @TempDir private Path temporary;

  /** In one folder: only there a run looks for what others have left. */
  private RunningIbench start(String name, String... options) throws IOException {
    Path folder = Files.createDirectory(temporary.resolve(name));
    List<String> words = new ArrayList<>(List.of(name, OLTP, "-d", SQLITE, "--server"));
    words.addAll(SMALL);
    words.addAll(List.of(options));
    return new RunningIbench(temporary, folder, words.toArray(String[]::new));
  }

  private List<String> servers() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.startsWith(RunServer.FOLDER))
          .toList();
    }
  }

  @Test
  void anotherRunLeavesBothServersAlone() throws Exception {
    try (RunningIbench duet = start("duet", "--within", "0.05")) {
      duet.await(() -> duet.err().contains("block 1"));
      List<String> alive = servers();
      assertThat(alive).hasSize(2);

      try (RunningIbench run =
          start("run", "-s", "point_select.until=100ms", "-s", "point_select.repeat=1")) {
        assertThat(run.awaitEnd()).as(run.err()).isZero();
        assertThat(run.err()).doesNotContain("left by a run that was killed");
      }
      assertThat(servers()).containsExactlyInAnyOrderElementsOf(alive);

      duet.signal("INT");
      assertThat(duet.awaitEnd()).as(duet.err()).isEqualTo(130);
      assertThat(servers()).isEmpty();
    }
  }
}
