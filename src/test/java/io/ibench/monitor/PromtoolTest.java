package io.ibench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.LinuxProgram;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus' own tool says of the metrics. */
@StartsProcess
class PromtoolTest {

  @Test
  void findsNoFault(@TempDir Path folder) throws IOException {
    LinuxProgram.require("promtool");
    Path file = Files.writeString(folder.resolve("metrics"), MetricsTest.everything());

    assertThat(LinuxProgram.run("sh", "-c", "promtool check metrics < " + file)).isEmpty();
  }
}
