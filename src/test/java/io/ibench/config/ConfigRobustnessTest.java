package io.ibench.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every content of a file or an override becomes values and problems, never an exception. */
@Slow
class ConfigRobustnessTest {

  private enum Era {
    E2011,
    E2013
  }

  private static final int ROUNDS = 3000;

  private static final String FILE =
      """
      # a valid file
      include  = base.properties
      steps    = load, r1, \\
                 r2
      threads  = 200k
      seed     = -1
      share    = 0.25
      until    = 20s
      size     = 64KB
      rate     = 2.5k/s
      from     = 2026-01-01T00:00:00Z
      flag     = true
      era      = e2011
      user     = ${USER:ibench}
      password = ${PASSWORD}
      """;

  private static final List<Key<?>> KEYS =
      List.of(
          Key.names("steps", "x"),
          Key.count("threads", 1, 1_000_000, "x"),
          Key.seed("seed", "x"),
          Key.decimal("share", 0, 1, "x"),
          Key.durationNanos("until", "x"),
          Key.sizeBytes("size", "x"),
          Key.rate("rate", "x"),
          Key.epochMillis("from", Instant.EPOCH, Instant.parse("2038-01-01T00:00:00Z"), "x"),
          Key.flag("flag", "x").withDefault("false"),
          Key.choice("era", Era.class, "x"),
          Key.text("user", "x"),
          Key.secret("password", "x"));

  private static final List<String> PIECES =
      List.of(
          "=",
          "\\",
          "\n",
          "\r",
          "${",
          "}",
          "$${",
          ":",
          ",",
          "#",
          ".",
          "_",
          "/",
          "-",
          "9",
          "e9",
          "99999999999999999999",
          "include = ",
          "w.properties",
          "threads = ",
          "\0",
          "\u001b[2J",
          "\u2028",
          "\u202e",
          "😀",
          "k",
          "B",
          "unlimited",
          "${PASSWORD}",
          "${A",
          " ",
          "\t",
          "/s");

  @TempDir private Path folder;

  @Test
  void mutatedFilesAndOverridesNeverThrow() throws IOException {
    Files.writeString(folder.resolve("base.properties"), "threads = 1\n");
    Path workload = folder.resolve("w.properties");
    Map<String, String> environment = Map.of("PASSWORD", "geheimnis", "A", "\n\u0007");
    Random random = new Random(20240229);
    int accepted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] content = mutated(random, FILE.getBytes(StandardCharsets.UTF_8));
      Files.write(workload, content);
      List<String> overrides = overrides(random);
      Config config =
          new ConfigLoader(environment).load(workload, Optional.of(workload), overrides);
      KEYS.forEach(config::get);
      KEYS.forEach(key -> config.find(key.optional(), List.of("r1", "r2")));
      config.problem("a rule", KEYS.get(round % KEYS.size()), KEYS.get(0));
      assertReadable(config, "round " + round);
      accepted += config.problems().size() <= 1 ? 1 : 0;
    }
    assertThat(accepted).as("some mutations are harmless").isBetween(1, ROUNDS - 1);
  }

  private static void assertReadable(Config config, String round) {
    for (Problem problem : config.problems()) {
      String line = problem.toString();
      assertThat(line.codePoints().noneMatch(Character::isISOControl)).as(round).isTrue();
      assertThat(line).as(round).isNotBlank().doesNotContain("\u2028", "\u202e");
      assertThat(problem.message()).as(round).isNotBlank();
      if (problem.key().endsWith("password")) {
        assertThat(line).as(round).doesNotContain("geheimnis");
      }
    }
  }

  private static List<String> overrides(Random random) {
    List<String> overrides = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      byte[] mutated = mutated(random, "threads = 16".getBytes(StandardCharsets.UTF_8));
      overrides.add(new String(mutated, StandardCharsets.UTF_8));
    }
    return overrides;
  }

  /** Replaces, drops or doubles a few bytes, or inserts pieces that have a meaning. */
  private static byte[] mutated(Random random, byte[] content) {
    byte[] bytes = content;
    for (int i = random.nextInt(4); i >= 0; i--) {
      int from = random.nextInt(bytes.length + 1);
      int to = Math.min(bytes.length, from + random.nextInt(8));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(Arrays.copyOf(bytes, from));
      switch (random.nextInt(4)) {
        case 0 -> out.write(random.nextInt(256));
        case 1 -> out.writeBytes(Arrays.copyOfRange(bytes, Math.max(0, from - 20), to));
        case 2 ->
            out.writeBytes(
                PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8));
        default -> from = to;
      }
      out.writeBytes(Arrays.copyOfRange(bytes, from, bytes.length));
      bytes = out.toByteArray();
    }
    return bytes;
  }
}
