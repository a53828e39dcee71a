package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.ibench.cli.ground.Installation;
import io.ibench.cli.ground.UsageException;
import io.ibench.cli.setup.PlugIns;
import io.ibench.cli.setup.Setup;
import io.ibench.config.ConfigException;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Problem;
import io.ibench.testing.Slow;
import io.ibench.workload.Step;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Settings that are a plan, damaged in many ways: the result is a plan or a list of mistakes in
 * printable lines, with bounded work.
 */
@Slow
class SettingsFuzzTest {

  private static final int ROUNDS = 1_000;
  private static final long SEED = 20260401;

  /**
   * Generous: a plan takes a few; with one for each of 10^11 threads or ids it would be far more.
   */
  private static final long MOST_BYTES = 64 << 20;

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "IBENCH_USER",
          "tester",
          "IBENCH_PASSWORD",
          "s3cr3t",
          "A",
          "\u001b[2J",
          "EMPTY",
          "",
          "THREADS",
          "8");

  private static final List<String> VALUES =
      List.of(
          "0",
          "-1",
          "1",
          "100000000000",
          "99999999999999999999999999",
          "9223372036854775807",
          "1e308",
          "NaN",
          "0x10",
          "1_000",
          "2.5k",
          "1B",
          "36500d",
          "106751d",
          "0.000001ms",
          "1ms",
          "64KB",
          "8388607TB",
          "1000/s",
          "0.000001/h",
          "unlimited",
          "true",
          "upstream",
          "fork",
          "2017",
          "zipf",
          "real",
          "drop, create, load, index, warmup, request, verify",
          "load",
          "a, b, a",
          "request",
          "noop",
          "sqlite",
          "mariadb",
          "memory",
          "linkbench",
          "/dev/null",
          "${IBENCH_PASSWORD}",
          "${A}",
          "${THREADS:4}",
          "${NOT_SET}",
          "$${",
          "jdbc:mariadb://u:s3cr3t@h/d?password=s3cr3t",
          "\u202e😀\u2028",
          "\u001b]0;title\u0007",
          "ü",
          "x".repeat(3000));

  private static final List<String> KEYS =
      List.of(
          "request.threads",
          "load.threads",
          "request.until",
          "request.operations",
          "request.rate",
          "request.pacing",
          "request.repeat",
          "request.like",
          "load.rows_per_commit",
          "a.like",
          "steps",
          "include",
          "interval",
          "report.every",
          "latency.every",
          "retry",
          "retry.backoff",
          "errors.max",
          "host.device",
          "file",
          "cache",
          "password",
          "engine",
          "batch",
          "seed",
          "linkbench.startid1",
          "linkbench.maxid1",
          "linkbench.link_type_count",
          "linkbench.compat",
          "linkbench.degrees",
          "linkbench.nlinks_func",
          "linkbench.nlinks_mean",
          "linkbench.nlinks_default",
          "linkbench.nlinks_shape",
          "linkbench.read_function",
          "linkbench.read_shape",
          "linkbench.read_config",
          "linkbench.randomid2max",
          "linkbench.node_datasize",
          "linkbench.link_add_datagen_motif_length",
          "linkbench.getnode",
          "linkbench.link_multiget_dist_max");

  private final Random random = new Random(SEED);
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path folder;

  /** A plan as it is. */
  private record Settings(byte[] workload, byte[] database) {}

  private List<Settings> plans;

  @BeforeEach
  void readPlans() throws IOException {
    List<Path> workloads = copied(Path.of("workloads"));
    List<Path> databases = copied(Path.of("conf"));
    plans = new ArrayList<>();
    for (Path workload : workloads) {
      for (Path database : databases) {
        if (isPlan(workload, database, List.of(), workload + " on " + database)) {
          plans.add(new Settings(Files.readAllBytes(workload), Files.readAllBytes(database)));
        }
      }
    }
    // The others: only io is for files, a script is of SQL or of MongoDB, and of no file by itself.
    assertThat(plans.size()).isGreaterThan(workloads.size() * databases.size() / 3);
  }

  /** With what they include and the scripts that they name. */
  private List<Path> copied(Path settings) throws IOException {
    List<Path> copies = new ArrayList<>();
    try (Stream<Path> files = Files.list(settings)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        Path copy = folder.resolve(file.getFileName());
        Files.writeString(copy, light(Files.readString(file)));
        if (file.toString().endsWith(".properties")) {
          copies.add(copy);
        }
      }
    }
    return copies;
  }

  /** A plan for few ids, all with the same number of links, takes less time. */
  private static String light(String workload) {
    return workload.replaceFirst(
        "(?m)^(linkbench.maxid1 *= )10+1$",
        "$1101\nlinkbench.nlinks_func = const\nlinkbench.nlinks_default = 5");
  }

  @Test
  @Timeout(300)
  void damagedSettingsAreAPlanOrAListOfMistakes() throws IOException {
    int stillPlans = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int damage = 1 + random.nextInt(7);
      Settings plan = pick(plans);
      Path workload = write("w" + round, damaged(plan.workload, damage & 1));
      Path database = write("d" + round, damaged(plan.database, damage >> 1 & 1));
      List<String> overrides = damage >> 2 == 0 ? List.of() : List.of(override());
      long before = threads.getCurrentThreadAllocatedBytes();
      stillPlans += isPlan(workload, database, overrides, "round " + round) ? 1 : 0;
      assertThat(threads.getCurrentThreadAllocatedBytes() - before)
          .as("bytes allocated in round %d", round)
          .isLessThan(MOST_BYTES);
      Files.delete(workload);
      Files.delete(database);
    }
    assertThat(stillPlans)
        .as("of %d damaged settings so many are still a plan", ROUNDS)
        .isBetween(ROUNDS / 4, ROUNDS * 4 / 5);
  }

  /** Whether the settings are valid; if not, checks that every mistake is one printable line. */
  private static boolean isPlan(
      Path workload, Path database, List<String> overrides, String round) {
    try {
      Setup setup =
          Setup.of(
              new ConfigLoader(ENVIRONMENT).load(workload, Optional.of(database), overrides),
              PlugIns.load(Installation.of(Map.of())));
      assertThat(setup.plan().steps()).as(round).isNotEmpty();
      setup.plan().tables().forEach(table -> assertThat(table.rows()).as(round).isNotNegative());
      for (Step step : setup.plan().steps()) {
        if (step instanceof Step.Work work) {
          assertThat(work.threads()).as(round).isBetween(1, 10_000);
        }
      }
      setup.config().effective().forEach(setting -> assertClean(setting.value(), round));
      return true;
    } catch (ConfigException e) {
      assertThat(e.problems()).as(round).isNotEmpty();
      for (Problem problem : e.problems()) {
        assertThat(problem.message()).as(round).isNotBlank();
        assertClean(problem.toString(), round);
      }
      return false;
    } catch (UsageException | RuntimeException e) {
      return fail(round + ": " + overrides, e);
    }
  }

  private static void assertClean(String line, String round) {
    boolean printable =
        line.codePoints()
            .noneMatch(
                c ->
                    Character.isISOControl(c)
                        || Character.getType(c) == Character.LINE_SEPARATOR
                        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR);
    assertThat(printable).as("%s: printable: %s", round, line).isTrue();
    assertThat(line.length()).as(round).isLessThan(5000);
    assertThat(line).as(round).doesNotContain("u:s3cr3t@", "password=s3cr3t");
  }

  private Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private byte[] damaged(byte[] seed, int times) {
    byte[] content = seed;
    for (int i = times; i > 0; i--) {
      content = random.nextInt(3) == 0 ? withBytesDamaged(content) : withLinesDamaged(content);
    }
    return content;
  }

  private String override() {
    String override = pick(KEYS) + "=" + pick(VALUES);
    return random.nextInt(4) == 0 ? damaged(override) : override;
  }

  /** May also cut a character of two UTF-16 units in half. */
  private String damaged(String text) {
    int at = random.nextInt(text.length() + 1);
    String rest = text.substring(Math.min(text.length(), at + random.nextInt(3)));
    return switch (random.nextInt(3)) {
      case 0 -> text.substring(0, at) + rest;
      case 1 -> text.substring(0, at) + (char) random.nextInt(0x10000) + rest;
      default -> text.substring(0, at) + "\ud83d" + rest;
    };
  }

  private byte[] withBytesDamaged(byte[] content) {
    int from = random.nextInt(content.length + 1);
    int to = Math.min(content.length, from + random.nextInt(6));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(content, 0, from);
    switch (random.nextInt(5)) {
      case 0 -> out.write(random.nextInt(256));
      case 1 -> out.writeBytes(Arrays.copyOfRange(content, Math.max(0, from - 20), to));
      case 2 -> out.writeBytes(pick(VALUES).getBytes(StandardCharsets.UTF_8));
      case 3 -> {
        byte[] swapped = Arrays.copyOfRange(content, from, to);
        for (int i = swapped.length - 1; i >= 0; i--) {
          out.write(swapped[i]);
        }
        from = to;
      }
      default -> from = to;
    }
    out.write(content, from, content.length - from);
    return out.toByteArray();
  }

  private byte[] withLinesDamaged(byte[] content) {
    List<String> lines =
        new ArrayList<>(new String(content, StandardCharsets.UTF_8).lines().toList());
    int at = random.nextInt(lines.size() + 1);
    String line = at < lines.size() ? lines.get(at) : "";
    switch (random.nextInt(6)) {
      case 0 -> lines.add(at, pick(KEYS) + " = " + pick(VALUES));
      case 1 -> lines.add(random.nextInt(lines.size() + 1), line);
      case 2 -> lines.subList(at, Math.min(lines.size(), at + 1)).clear();
      case 3 -> lines.add(at, line.replaceFirst("=.*", "") + "= " + pick(VALUES));
      case 4 -> {
        String other = lines.isEmpty() ? "" : lines.get(random.nextInt(lines.size()));
        lines.add(at, line.replaceFirst("=.*", "") + other.replaceFirst("[^=]*", ""));
      }
      default -> {
        if (at < lines.size()) {
          lines.set(at, line.replaceAll("[0-9]+", Integer.toString(1 + random.nextInt(500))));
        }
      }
    }
    return String.join(random.nextInt(9) == 0 ? "\r\n" : "\n", lines)
        .getBytes(StandardCharsets.UTF_8);
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
