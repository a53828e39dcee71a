package io.ibench.cli;

import io.ibench.random.Random64;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Ways in which the bytes of a file of text become wrong. Follows from the random numbers. */
enum Damage {
  FLIPPED_BIT {
    @Override
    byte[] of(byte[] bytes, Random64 random) {
      byte[] changed = bytes.clone();
      changed[at(bytes, random)] ^= (byte) (1 << random.nextLong(8));
      return changed;
    }
  },
  OTHER_BYTES {
    @Override
    byte[] of(byte[] bytes, Random64 random) {
      byte[] changed = bytes.clone();
      int start = at(bytes, random);
      int end = (int) Math.min(bytes.length, start + 1 + random.nextLong(20));
      for (int i = start; i < end; i++) {
        changed[i] = (byte) random.nextLong(256);
      }
      return changed;
    }
  },
  CUT {
    @Override
    byte[] of(byte[] bytes, Random64 random) {
      return Arrays.copyOf(bytes, (int) random.nextLong(bytes.length));
    }
  },
  ZEROS {
    @Override
    byte[] of(byte[] bytes, Random64 random) {
      byte[] changed = bytes.clone();
      int start = at(bytes, random);
      Arrays.fill(changed, start, (int) Math.min(bytes.length, start + 512L), (byte) 0);
      return changed;
    }
  },
  LINE_TWICE {
    @Override
    byte[] of(byte[] bytes, Random64 random) {
      List<String> lines = lines(bytes);
      int line = (int) random.nextLong(lines.size());
      lines.add(line, lines.get(line));
      return joined(lines);
    }
  },
  LINES_SWAPPED {
    @Override
    byte[] of(byte[] bytes, Random64 random) {
      List<String> lines = lines(bytes);
      Collections.swap(
          lines, (int) random.nextLong(lines.size()), (int) random.nextLong(lines.size()));
      return joined(lines);
    }
  },
  LINE_LOST {
    @Override
    byte[] of(byte[] bytes, Random64 random) {
      List<String> lines = lines(bytes);
      lines.remove((int) random.nextLong(lines.size()));
      return joined(lines);
    }
  },
  HOSTILE_VALUE {
    @Override
    byte[] of(byte[] bytes, Random64 random) {
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      List<MatchResult> values = VALUE.matcher(text).results().toList();
      if (values.isEmpty()) {
        return CUT.of(bytes, random);
      }
      MatchResult value = values.get((int) random.nextLong(values.size()));
      String hostile = HOSTILE.get((int) random.nextLong(HOSTILE.size()));
      String changed = text.substring(0, value.start()) + hostile + text.substring(value.end());
      return changed.getBytes(StandardCharsets.ISO_8859_1);
    }
  };

  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.+-]+");

  private static final List<String> HOSTILE =
      List.of(
          "",
          "-1",
          "0",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "1e308",
          "1e999",
          "NaN",
          "Infinity",
          "0.0000000000000000000000000001",
          "99999999999999999999999999999999s",
          "null",
          "true",
          "\"",
          "\\",
          "{",
          "]",
          ",",
          "=",
          "${HOME}",
          "${",
          "../../etc/passwd",
          "/dev/zero",
          "\u0000",
          "\u001b[31m",
          "\u00ff\u00fe",
          "%s%n%1$s",
          "(".repeat(3_000),
          "[".repeat(3_000),
          "x".repeat(100_000));

  /** A content of at least one byte becomes another one, in most cases. */
  abstract byte[] of(byte[] bytes, Random64 random);

  static byte[] any(byte[] bytes, Random64 random) {
    return values()[(int) random.nextLong(values().length)].of(bytes, random);
  }

  private static int at(byte[] bytes, Random64 random) {
    return (int) random.nextLong(bytes.length);
  }

  private static List<String> lines(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return new ArrayList<>(List.of(text.split("(?<=\n)")));
  }

  private static byte[] joined(List<String> lines) {
    return String.join("", lines).getBytes(StandardCharsets.ISO_8859_1);
  }
}
