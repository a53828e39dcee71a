package io.ibench.workload;

import io.ibench.config.Key;
import io.ibench.config.Rate;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a load profile: {@code 1000/s 60s, ..5000/s 10m}, {@code steps 1000/s..8000/s by 1000/s
 * every 60s}, {@code wave 2000/s +-1000/s every 24h for 7d}, or the name of a CSV file with lines
 * of seconds and rate.
 */
final class ProfileParser {

  static final String ALLOWED =
      "1000/s 60s, ..5000/s 10m; or steps 1000/s..8000/s by 1000/s every 60s;"
          + " or wave 2000/s +-1000/s every 24h for 7d; or the name of a .csv file";

  /** Straight lines that make one wave; each is a segment. */
  private static final int WAVE_SEGMENTS = 24;

  /** Each segment has a row in reports. */
  private static final int MAX_SEGMENTS = 10_000;

  private static final long LONGEST_NANOS = 1L << 57;
  private static final Key<Rate> RATE = Key.rate("rate", "");
  private static final Key<Long> TIME = Key.durationNanos("time", "");
  private static final Pattern PART = Pattern.compile("(\\.\\.)?(\\S+)\\s+(\\S+)");
  private static final Pattern STEPS =
      Pattern.compile("steps\\s+(\\S+?)\\s*\\.\\.\\s*(\\S+)\\s+by\\s+(\\S+)\\s+every\\s+(\\S+)");
  private static final Pattern WAVE =
      Pattern.compile(
          "wave\\s+(\\S+)\\s+(?:\\+-|±)\\s*(\\S+)\\s+every\\s+(\\S+)(?:\\s+for\\s+(\\S+))?");
  private static final Pattern LINE = Pattern.compile("([0-9.]+)\\s*[,;\\t ]\\s*([0-9.]+)");

  /** A fraction of units per nanosecond. */
  private record Speed(BigInteger count, BigInteger perNanos) {

    static final Speed ZERO = new Speed(BigInteger.ZERO, BigInteger.ONE);

    static Speed of(Rate rate) {
      return new Speed(BigInteger.valueOf(rate.count()), BigInteger.valueOf(rate.perNanos()));
    }

    Speed plus(Speed other) {
      return new Speed(
          count.multiply(other.perNanos).add(other.count.multiply(perNanos)),
          perNanos.multiply(other.perNanos));
    }

    int compareTo(Speed other) {
      return count.multiply(other.perNanos).compareTo(other.count.multiply(perNanos));
    }

    Speed reduced() {
      BigInteger divisor = count.gcd(perNanos).max(BigInteger.ONE);
      return new Speed(count.divide(divisor), perNanos.divide(divisor));
    }
  }

  private record Piece(Speed from, Speed to, long nanos) {}

  private final List<Piece> pieces = new ArrayList<>();

  private ProfileParser() {}

  /**
   * Reads a profile.
   *
   * @param folder where a file is that has no absolute path
   * @throws IllegalArgumentException with a message that goes on after the text: "is not ..."
   */
  static Profile parse(String text, Path folder) {
    ProfileParser parser = new ProfileParser();
    String plain = text.strip();
    if (plain.endsWith(".csv")) {
      parser.csv(folder.resolve(plain));
    } else if (plain.startsWith("steps ")) {
      parser.steps(matched(STEPS, plain));
    } else if (plain.startsWith("wave ")) {
      parser.wave(matched(WAVE, plain));
    } else {
      for (String part : plain.split(",", -1)) {
        parser.part(part.strip());
      }
    }
    return parser.profile();
  }

  private static Matcher matched(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("is not a load profile; allowed: " + ALLOWED);
    }
    return matcher;
  }

  private static Speed speed(String text) {
    if (text.matches("0(/[smh])?")) {
      return Speed.ZERO;
    }
    Rate rate;
    try {
      rate = RATE.valueOf(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("contains " + text + ", which " + e.getMessage(), e);
    }
    if (rate.isUnlimited()) {
      throw new IllegalArgumentException("contains unlimited; a profile has a rate at each moment");
    }
    return Speed.of(rate);
  }

  private static long time(String text) {
    try {
      return TIME.valueOf(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("contains " + text + ", which " + e.getMessage(), e);
    }
  }

  private void part(String text) {
    Matcher part = matched(PART, text);
    Speed to = speed(part.group(2));
    Speed from = to;
    if (part.group(1) != null) {
      if (pieces.isEmpty()) {
        throw new IllegalArgumentException("begins with a ramp; allowed: a level first, 0/s 1ms");
      }
      from = pieces.get(pieces.size() - 1).to();
    }
    add(from, to, time(part.group(3)));
  }

  private void steps(Matcher steps) {
    Speed from = speed(steps.group(1));
    Speed to = speed(steps.group(2));
    Speed by = speed(steps.group(3));
    long every = time(steps.group(4));
    if (by.count().signum() == 0 || from.compareTo(to) > 0) {
      throw new IllegalArgumentException("goes nowhere; allowed: a rise, by more than 0/s");
    }
    for (Speed level = from; level.compareTo(to) <= 0; level = level.plus(by).reduced()) {
      add(level, level, every);
    }
  }

  /** The ends of its straight lines are on the sine; it begins in the middle and rises. */
  private void wave(Matcher wave) {
    Speed middle = speed(wave.group(1));
    Speed height = speed(wave.group(2));
    long every = time(wave.group(3));
    long length = wave.group(4) == null ? every : time(wave.group(4));
    if (height.compareTo(middle) > 0) {
      throw new IllegalArgumentException("has a wave below 0/s; allowed: a height up to the mean");
    }
    long end = 0;
    for (long point = 0; end < length; point++) {
      long start = end;
      end = exactly(point + 1, every);
      add(onWave(middle, height, point), onWave(middle, height, point + 1), end - start);
    }
    if (end != length) {
      throw new IllegalArgumentException(
          "ends between the points of the wave; allowed: a multiple of a "
              + WAVE_SEGMENTS
              + "th of its length");
    }
  }

  private static long exactly(long point, long every) {
    return BigInteger.valueOf(every)
        .multiply(BigInteger.valueOf(point))
        .divide(BigInteger.valueOf(WAVE_SEGMENTS))
        .longValueExact();
  }

  private static Speed onWave(Speed middle, Speed height, long point) {
    double sine = StrictMath.sin(2 * Math.PI * (point % WAVE_SEGMENTS) / WAVE_SEGMENTS);
    BigInteger millionths = BigInteger.valueOf(Math.round(sine * 1e6));
    Speed part =
        new Speed(
            height.count().multiply(millionths),
            height.perNanos().multiply(BigInteger.valueOf(1_000_000)));
    return middle.plus(part).reduced();
  }

  /** A line's rate holds until the next line; the last line has the end. */
  private void csv(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalArgumentException("names a file that cannot be read: " + e, e);
    }
    long before = 0;
    Speed level = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Matcher numbers = LINE.matcher(line);
      if (line.isEmpty() || line.startsWith("#") || i == 0 && !numbers.matches()) {
        continue;
      }
      if (!numbers.matches()) {
        throw new IllegalArgumentException(
            "has " + line + " in line " + (i + 1) + "; allowed: seconds, rate");
      }
      long nanos = numbers.group(1).matches("0(\\.0*)?") ? 0 : time(numbers.group(1) + "s");
      if (level == null ? nanos != 0 : nanos <= before) {
        throw new IllegalArgumentException(
            "has " + line + " in line " + (i + 1) + "; allowed: seconds that rise from 0");
      }
      if (level != null) {
        add(level, level, nanos - before);
      }
      before = nanos;
      level = speed(numbers.group(2).matches("0(\\.0*)?") ? "0/s" : numbers.group(2) + "/s");
    }
  }

  private void add(Speed from, Speed to, long nanos) {
    if (pieces.size() == MAX_SEGMENTS) {
      throw new IllegalArgumentException(
          "has more than " + MAX_SEGMENTS + " segments, of which each has a row in the report");
    }
    pieces.add(new Piece(from.reduced(), to.reduced(), nanos));
  }

  private Profile profile() {
    BigInteger perNanos = BigInteger.ONE;
    long nanos = 0;
    for (Piece piece : pieces) {
      for (Speed speed : List.of(piece.from(), piece.to())) {
        perNanos = perNanos.multiply(speed.perNanos()).divide(perNanos.gcd(speed.perNanos())).abs();
      }
      nanos += piece.nanos();
    }
    if (perNanos.bitLength() > 56) {
      throw new IllegalArgumentException("has rates with too many digits for exact times");
    }
    if (nanos > LONGEST_NANOS) {
      throw new IllegalArgumentException("is longer than 1600d");
    }
    BigInteger common = perNanos;
    List<Profile.Segment> segments =
        pieces.stream()
            .map(
                piece ->
                    new Profile.Segment(
                        count(piece.from(), common), count(piece.to(), common), piece.nanos()))
            .toList();
    return new Profile(common.longValueExact(), segments);
  }

  private static long count(Speed speed, BigInteger perNanos) {
    return speed.count().multiply(perNanos).divide(speed.perNanos()).longValueExact();
  }
}
