package io.ibench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class RequirementTest {

  @Test
  void unmetSkipsTheTestAndSaysWhy() {
    Requirement requirement = new Requirement(false);
    assertThatThrownBy(() -> requirement.unmet("no server"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no server");
  }

  @Test
  void unmetFailsTheTestWhereItMustBeMet() {
    Requirement requirement = new Requirement(true);
    assertThatThrownBy(() -> requirement.unmet("no server"))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessage("no server");
  }

  @Test
  void aDistributionIsFoundOnlyInTheFolderThatIsSet(@TempDir Path folder) throws IOException {
    Path file = Files.createFile(folder.resolve("there.dat"));
    assertThat(Distributions.find(folder.toString(), "there.dat")).contains(file);
    assertThat(Distributions.find(folder.toString(), "absent.dat")).isEmpty();
    assertThat(Distributions.find(null, "there.dat")).isEmpty();
  }
}
