package io.ibench.learn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.ibench.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A damaged log ends with a result or with a mistake for the user. */
@Slow
class LogMutationTest {

  private static final int MUTATIONS = 400;

  /** Larger logs are cut before they are damaged. */
  private static final int LARGEST = 40_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mariadb-10.11-slow.log.gz",
        "mariadb-10.11-slow-verbose.log.gz",
        "mariadb-10.11-slow-lost.log",
        "mariadb-10.11-slow-rotated.gz",
        "mysql-9.7-slow.log.gz",
        "postgres-15-duration.csv.gz",
        "postgres-15-statement.csv.gz",
        "postgres-15-truncated.csv.gz",
        "postgres-15-lost.csv.gz",
        "postgres-15-duration.json.gz",
        "postgres-15-statement.json.gz",
        "postgres-15-duration.log.gz",
        "postgres-15-statement.log.gz",
        "postgres-15-prefix.log.gz",
        "mariadb-10.11-general.log.gz",
        "mysql-9.7-general.log.gz"
      })
  void damagedLogsEndWithAResultOrAMistake(String fixture) {
    byte[] whole = ReadLog.fixture(fixture);
    byte[] log = Arrays.copyOf(whole, Math.min(whole.length, LARGEST));
    int results = 0;
    for (int seed = 0; seed < MUTATIONS; seed++) {
      Random random = new Random(seed);
      byte[] damaged = log;
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        damaged = damage(damaged, random);
      }
      results += read(damaged, fixture, seed);
    }
    assertThat(results).isGreaterThan(MUTATIONS / 2);
  }

  private static int read(byte[] damaged, String fixture, int seed) {
    ReadLog log = new ReadLog();
    try {
      LogSummary summary = log.read(damaged);
      assertThat(summary.bytes()).isEqualTo(damaged.length);
      assertThat(summary.statements()).isEqualTo(log.statements.size());
      return 1;
    } catch (LogException mistake) {
      assertThat(mistake.getMessage()).startsWith("standard input:").doesNotContain("\n");
      return 0;
    } catch (RuntimeException fault) {
      return fail(fixture + ", seed " + seed, fault);
    }
  }

  private static byte[] damage(byte[] log, Random random) {
    if (log.length < 2) {
      return log;
    }
    int at = random.nextInt(log.length);
    return switch (random.nextInt(7)) {
      case 0 -> {
        byte[] flipped = log.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(8));
        yield flipped;
      }
      case 1 -> {
        byte[] other = log.clone();
        byte[] likely = ReadLog.bytes(";\n#'\"\\\0,\t 9-?$({");
        other[at] = likely[random.nextInt(likely.length)];
        yield other;
      }
      case 2 -> Arrays.copyOf(log, at);
      case 3 -> Arrays.copyOfRange(log, at, log.length);
      case 4 -> join(log, lineAt(log, at), lineAfter(log, at)); // a line less
      case 5 -> join(log, lineAfter(log, at), lineAt(log, at)); // a line twice
      default -> join(log, at, Math.min(log.length, at + random.nextInt(200)));
    };
  }

  /** What is before the one place and what begins at the other. */
  private static byte[] join(byte[] log, int to, int from) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(log, 0, to);
    joined.write(log, from, log.length - from);
    return joined.toByteArray();
  }

  private static int lineAt(byte[] log, int at) {
    int from = at;
    while (from > 0 && log[from - 1] != '\n') {
      from--;
    }
    return from;
  }

  private static int lineAfter(byte[] log, int at) {
    int end = Bytes.indexOf(log, at, log.length, '\n');
    return end < 0 ? log.length : end + 1;
  }
}
