package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.cli.ground.ExitCode;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of settings that are changed anyhow are refused with lines that say why, or are settings.
 * {@code -Dibench.test.damage=10000} makes so many changes.
 */
@Slow
class DamagedSettingsTest {

  private static final int CHANGES = Integer.getInteger("ibench.test.damage", 150);
  private static final long SEED = Long.getLong("ibench.test.damage.seed", 2026);

  @TempDir private Path temporary;

  private static List<Path> files(String folder) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(folder))) {
      return files.filter(file -> file.toString().endsWith(".properties")).sorted().toList();
    }
  }

  @Test
  void changedSettingsAreSettingsOrMistakesWithOneLineEach() throws IOException {
    Random64 random = new Random64(SEED);
    List<Path> workloads = files("workloads");
    List<Path> databases = files("conf");
    for (int i = 0; i < CHANGES; i++) {
      Path workload = workloads.get((int) random.nextLong(workloads.size()));
      Path database = databases.get((int) random.nextLong(databases.size()));
      boolean ofWorkload = random.nextLong(3) > 0;
      Path file = ofWorkload ? workload : database;
      Damage damage = Damage.values()[(int) random.nextLong(Damage.values().length)];
      Path changed = temporary.resolve(file.getFileName());
      Files.write(changed, damage.of(Files.readAllBytes(file), random));
      Cli check =
          ibench("check", ofWorkload ? changed : workload, "-d", ofWorkload ? database : changed);
      String what = file + ": " + damage + ", change " + i + " with seed " + SEED + "\n";
      assertThat(check.code()).as(what + check.err()).isIn(ExitCode.DONE, ExitCode.USAGE);
      assertThat(check.err()).as(what).doesNotContain("\tat ", "Exception", "defect");
      if (check.code() == ExitCode.USAGE) {
        assertThat(check.out()).as(what).isEmpty();
        assertThat(check.err()).as(what).isNotBlank();
      }
      Files.delete(changed);
    }
  }
}
