package io.ibench.learn.law;

import io.ibench.learn.sql.Literal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Finds the law of the values of a place. */
public final class Laws {

  private static final double CONSTANT = 0.99;

  /** So often a number must have been seen to be called a constant and kept. */
  private static final int OFTEN = 20;

  /** Values seen less often are not listed. */
  private static final int SEEN = 5;

  private static final int FEW_VALUES = 20;
  private static final double REST = 0.02;

  /** Codes lie close together: so far apart at most. */
  private static final long LARGEST_CODE = 9_999;

  private static final long CLOSE_CODES = 100;

  private static final double ALMOST_ALL = 0.95;
  private static final long SECOND = 1_000_000;
  private static final long NOW = 5 * SECOND;
  private static final int MOST_DIGITS = 6;
  private static final double UNCERTAIN = 0.001;

  private Laws() {}

  /** The law of the values, as far as it can be told from them and from the facts. */
  public static Law fit(ValueSketch sketch, ColumnFacts facts) {
    byte kind = sketch.kind();
    long nulls = sketch.count(Literal.NULL);
    if (kind == Literal.NULL) {
      return nulls > 0
          ? constant("NULL", "always NULL", (int) Math.min(nulls, Integer.MAX_VALUE))
          : unseen(facts);
    }
    FittedLaw law = ofKind(sketch, kind, facts);
    double share = (double) nulls / sketch.count();
    if (nulls < SEEN || share < 0.0005) {
      return law;
    }
    return law.with(
        withNulls(share, law.expression()), Words.percent(share) + " NULL, else " + law.words());
  }

  /** An expression that is NULL in a share of the draws; at least in one of a thousand. */
  public static String withNulls(double share, String expression) {
    return String.format(
        Locale.ROOT,
        "CASE WHEN random(1, 1000) <= %d THEN NULL ELSE %s END",
        Math.max(1, Math.round(1000 * share)),
        expression);
  }

  /** A number with two digits and zeros, from the value on: it says nothing about a single one. */
  public static long above(long value) {
    return value < 0 ? 0 : -Range.down(-value);
  }

  private static FittedLaw ofKind(ValueSketch sketch, byte kind, ColumnFacts facts) {
    if (facts.kind() == Literal.TEXT && kind != Literal.BYTES) {
      return text(sketch, new Draws(all(sketch)), facts);
    }
    return switch (kind) {
      case Literal.INTEGER -> integer(sketch, facts);
      case Literal.DECIMAL -> decimal(sketch, facts);
      case Literal.BOOLEAN -> truth(new Draws(sketch.values(kind)));
      case Literal.TIME -> time(sketch);
      case Literal.TEXT -> text(sketch, new Draws(sketch.values(kind)), facts);
      default -> bytes(sketch, facts);
    };
  }

  private static long[] all(ValueSketch sketch) {
    long[] made = new long[0];
    for (byte kind = 1; kind <= Literal.BYTES; kind++) {
      long[] more = sketch.values(kind);
      int size = made.length;
      made = Arrays.copyOf(made, size + more.length);
      System.arraycopy(more, 0, made, size, more.length);
    }
    return made;
  }

  /** Without a value, only the facts say something. */
  private static Law unseen(ColumnFacts facts) {
    KeySpace space = facts.kind() == Literal.INTEGER ? KeySpace.of(facts) : null;
    if (space != null) {
      Range range = space.numbers();
      return FittedLaw.of(
          space.value("random(" + range.lowText() + ", " + range.highText() + ")"),
          "no value seen; taken as uniform over the column",
          Concentration.uniform(range.size()),
          Double.NaN,
          null,
          0);
    }
    return constant("NULL", "no value seen; taken as NULL", 0);
  }

  private static FittedLaw constant(String expression, String words, int draws) {
    return FittedLaw.of(expression, words, Concentration.uniform(1), 0, null, draws);
  }

  private static FittedLaw integer(ValueSketch sketch, ColumnFacts facts) {
    Draws draws = new Draws(sketch.values(Literal.INTEGER));
    FittedLaw recent = recent(sketch, draws, facts);
    return recent != null ? recent : numbers(draws, facts, Long::toString);
  }

  private interface Written {
    String of(long value);
  }

  /**
   * @param written a constant
   */
  private static FittedLaw numbers(Draws draws, ColumnFacts facts, Written written) {
    int common = mostCommon(draws);
    long value = draws.key(common);
    if (draws.times(common) >= CONSTANT * draws.size() && draws.times(common) >= OFTEN) {
      return constant(written.of(value), "constant " + written.of(value), draws.size());
    }
    boolean ofColumn = facts.use() == Use.COMPARED || facts.use() == Use.WRITTEN;
    KeySpace space = ofColumn ? KeySpace.of(facts) : null;
    if (space != null && facts.min() != null && facts.max() != null) {
      long min = Objects.requireNonNull(facts.min());
      long max = Objects.requireNonNull(facts.max());
      if (draws.between(min, max) >= ALMOST_ALL * draws.size()) {
        FittedLaw law = inRange(draws.map(v -> space.number(v, min, max)), space.numbers(), false);
        return law.with(space.value(law.expression()), law.words());
      }
      return inRange(
          draws,
          Range.of(
              Math.min(min, Range.down(draws.min())), Math.max(max, -Range.down(-draws.max()))),
          false);
    }
    return inRange(draws, Range.widened(draws.min(), draws.max()), !ofColumn);
  }

  /**
   * @param free whether the numbers are of no column, so that they may be listed
   */
  private static FittedLaw inRange(Draws draws, Range range, boolean free) {
    FittedLaw few = fewNumbers(draws, range, free);
    return few != null ? few : new IntegerFit(draws, range, range.size()).fit();
  }

  private static int mostCommon(Draws draws) {
    int most = 0;
    for (int i = 1; i < draws.distinct(); i++) {
      if (draws.times(i) > draws.times(most)) {
        most = i;
      }
    }
    return most;
  }

  /** The indexes of values that are seen often enough to be listed, if these are almost all. */
  private static @Nullable List<Integer> listed(Draws draws) {
    List<Integer> found = new ArrayList<>();
    double rest = 0;
    for (int i = 0; i < draws.distinct(); i++) {
      if (draws.times(i) >= SEEN) {
        found.add(i);
      } else {
        rest += draws.times(i);
      }
      if (found.size() > FEW_VALUES) {
        return null;
      }
    }
    return draws.size() < OFTEN || found.isEmpty() || rest > REST * draws.size() ? null : found;
  }

  private static @Nullable FittedLaw fewNumbers(Draws draws, Range range, boolean free) {
    double keys = range.size();
    List<Integer> listed = listed(draws);
    if (listed == null) {
      return null;
    }
    boolean codes = free || range.isLiteral() && range.size() <= CLOSE_CODES;
    boolean filled = range.size() <= FEW_VALUES;
    if (filled && ScatteredFit.chanceOfUniform(draws, range.size()) > UNCERTAIN / 2) {
      return null;
    }
    ListedValues lists = new ListedValues(draws, listed);
    Concentration law = lists.law(Math.max(keys, listed.size()));
    if (codes) {
      return FittedLaw.of(
          lists.expression(i -> Long.toString(code(draws.key(listed.get(i))))),
          listed.size() + " values, " + Words.hottestOf(lists.largest()),
          lists.law(listed.size()),
          lists.rest(),
          null,
          draws.size());
    }
    // Which keys of a table were asked for is nobody's business: as many others are.
    String ranks = lists.expression(i -> Integer.toString(lists.rank(i)));
    String expression =
        Range.bracketed(range.lowText()) + " + permute(" + ranks + ", " + range.sizeText() + ")";
    return FittedLaw.of(
        expression,
        listed.size() + " of " + Words.count(keys) + " keys, " + Words.hottestOf(lists.largest()),
        law,
        lists.rest(),
        null,
        draws.size());
  }

  /** A code, or two digits of what is too large for one. */
  private static long code(long value) {
    return Math.abs(value) <= LARGEST_CODE ? value : Range.down(value);
  }

  private static @Nullable FittedLaw recent(ValueSketch sketch, Draws draws, ColumnFacts facts) {
    if (!sketch.grows() || facts.use() != Use.COMPARED || draws.size() < FittedLaw.FEW) {
      return null;
    }
    Draws distances = new Draws(sketch.distances());
    if (distances.size() < FittedLaw.FEW || distances.min() < 0) {
      return null;
    }
    Range range = Range.of(0, Range.widened(0, Math.max(1, distances.max())).high());
    double sum = 0;
    for (int i = 0; i < distances.distinct(); i++) {
      sum += distances.times(i) * Math.log(distances.key(i) + 1.0);
    }
    double n = range.size();
    Draws.Estimate s = Zipf.ofRanks(sum / distances.size(), n, distances.size());
    double all = Harmonic.sum(n, s.value());
    double distance =
        distances.distance(v -> v < 0 ? 0 : Harmonic.sum(Math.min(v + 1.0, n), s.value()) / all);
    double median = distances.quantile(0.5);
    double span = (double) draws.max() - draws.min();
    if (median > span / 10 || distance > 0.1) {
      return null;
    }
    Exponent exponent = Exponent.of(s);
    Concentration law = Concentration.zipf(n, s.value(), 1);
    KeySpace space = KeySpace.of(facts);
    String newest = space == null ? "" : Range.bracketed(space.last()) + " + ";
    return FittedLaw.of(
        newest
            + "recent('"
            + sequence(facts)
            + "', "
            + range.size()
            + ", "
            + Words.number(s.value(), 3)
            + ")",
        "of the newest "
            + Words.count(n)
            + " keys, the last one is the hottest, "
            + Words.zipf(exponent),
        law,
        distance,
        exponent,
        draws.size());
  }

  /**
   * The name of the sequence that numbers new rows of a column: {@code orders_id}. An insert takes
   * {@link KeySpace#last} plus the sequence.
   */
  public static String sequence(ColumnFacts facts) {
    String name = facts.table().isEmpty() ? facts.name() : facts.table() + "_" + facts.name();
    return name.replaceAll("[^A-Za-z0-9_]", "_");
  }

  private static FittedLaw decimal(ValueSketch sketch, ColumnFacts facts) {
    int digits =
        Math.min(
            MOST_DIGITS,
            facts.kind() == Literal.DECIMAL && facts.digits() > 0
                ? facts.digits()
                : sketch.digits());
    double factor = Math.pow(10, digits);
    long[] decimals = sketch.values(Literal.DECIMAL);
    long[] whole = sketch.values(Literal.INTEGER);
    long[] scaled = new long[decimals.length + whole.length];
    for (int i = 0; i < decimals.length; i++) {
      scaled[i] = Math.round(Double.longBitsToDouble(decimals[i]) * factor);
    }
    for (int i = 0; i < whole.length; i++) {
      scaled[decimals.length + i] = Math.round(whole[i] * factor);
    }
    Draws draws = new Draws(scaled);
    Written written = v -> Words.number(v / factor, digits);
    FittedLaw law = numbers(draws, facts, written);
    boolean constant = law.words().startsWith("constant ");
    return constant || digits == 0
        ? law
        : law.with(overPower(law.expression(), digits), law.words());
  }

  /** The decimal with so many digits that a whole number stands for. */
  public static String overPower(String expression, int digits) {
    return digits == 0
        ? expression
        : Range.bracketed(expression) + " / 1" + "0".repeat(digits) + ".0";
  }

  private static FittedLaw truth(Draws draws) {
    double share = 1 - (double) draws.upTo(0) / draws.size();
    if ((share == 0 || share == 1) && draws.size() >= OFTEN) {
      return constant(
          share == 1 ? "TRUE" : "FALSE", share == 1 ? "always true" : "always false", draws.size());
    }
    return FittedLaw.of(
        "random(1, 1000) <= " + Math.round(1000 * share),
        "true in " + Words.percent(share),
        Concentration.of(
            List.of(new Concentration.Group(1, share), new Concentration.Group(1, 1 - share))),
        0,
        null,
        draws.size());
  }

  private static FittedLaw time(ValueSketch sketch) {
    long[] values = sketch.values(Literal.TIME);
    if (!sketch.hasOffsets()) {
      long last = Arrays.stream(values).max().orElse(0);
      values = Arrays.stream(values).map(v -> v - last).toArray();
    }
    Draws draws = new Draws(values);
    if (draws.between(-NOW, NOW) >= ALMOST_ALL * draws.size()) {
      return constant("timestamp(0)", "now", draws.size());
    }
    Draws seconds = new Draws(Arrays.stream(values).map(v -> Math.floorDiv(v, SECOND)).toArray());
    Range range = Range.widened(seconds.min(), seconds.max());
    FittedLaw law = new IntegerFit(seconds, range, range.size()).fit();
    return law.with(
        "timestamp(" + law.expression() + ")",
        "a time, in seconds from now: " + range.low() + " to " + range.high() + "; " + law.words());
  }

  private static FittedLaw bytes(ValueSketch sketch, ColumnFacts facts) {
    int shortest = facts.min() == null ? sketch.shortest() : facts.min().intValue();
    int longest = facts.max() == null ? sketch.longest() : facts.max().intValue();
    return FittedLaw.of(
        "bytes(" + shortest + ", " + longest + ")",
        "random bytes, " + shortest + " to " + longest,
        Concentration.uniform(Math.max(1, sketch.distinct())),
        0,
        null,
        (int) Math.min(sketch.count(), Integer.MAX_VALUE));
  }

  private static FittedLaw text(ValueSketch sketch, Draws draws, ColumnFacts facts) {
    int shortest = facts.min() == null ? sketch.shortest() : facts.min().intValue();
    int longest = facts.max() == null ? sketch.longest() : facts.max().intValue();
    String lengths = shortest + " to " + longest + " characters";
    long known =
        facts.kind() != Literal.TEXT
            ? ColumnFacts.UNKNOWN
            : facts.keys() == null ? facts.distinct() : facts.keys().count();
    boolean allDiffer = draws.distinct() >= CONSTANT * draws.size();
    if (known <= 0 && allDiffer && facts.use() != Use.COMPARED) {
      return FittedLaw.of(
          "text(" + shortest + ", " + longest + ")",
          "texts that all differ, " + lengths,
          Concentration.uniform(Math.max(1, sketch.distinct())),
          0,
          null,
          draws.size());
    }
    long distinct = known > 0 ? known : Math.max(1, -Range.down(-sketch.distinct()));
    TextForm given = facts.texts();
    TextForm form = given == null ? new TextForm(facts.name(), shortest, longest, distinct) : given;
    List<Integer> listed = listed(draws);
    if (listed != null) {
      ListedValues lists = new ListedValues(draws, listed);
      boolean tokens = form.hasTokens();
      String expression =
          tokens
              ? lists.expression(i -> form.item(lists.rank(i) + 1))
              : form.of(lists.expression(i -> Integer.toString(lists.rank(i) + 1)));
      return FittedLaw.of(
          expression,
          listed.size() + " texts, " + Words.hottestOf(lists.largest()) + ", " + lengths,
          lists.law(Math.max(listed.size(), known)),
          lists.rest(),
          null,
          draws.size());
    }
    KeySpace keys = facts.keys();
    String high = keys == null ? Long.toString(distinct) : keys.size();
    String number;
    String words;
    Concentration law;
    Exponent exponent = null;
    if (draws.size() < OFTEN || ScatteredFit.chanceOfUniform(draws, distinct) > UNCERTAIN) {
      number = "random(1, " + high + ")";
      words = "uniform, " + Words.count(distinct) + " texts";
      law = Concentration.uniform(distinct);
    } else {
      ScatteredFit.Found found = ScatteredFit.fit(draws, distinct);
      number = found.expression("1", high);
      words = found.words(distinct);
      law = found.law();
      exponent = found.exponent();
    }
    return FittedLaw.of(
        form.of(number), words + ", " + lengths, law, draws.distance(law), exponent, draws.size());
  }

  /** A list of values with their weights, the most frequent one first. */
  private static final class ListedValues {
    private final Draws draws;
    private final List<Integer> listed;
    private final List<Integer> order;
    private final double all;

    ListedValues(Draws draws, List<Integer> listed) {
      this.draws = draws;
      this.listed = listed;
      this.order = new ArrayList<>();
      double sum = 0;
      for (int i = 0; i < listed.size(); i++) {
        order.add(i);
        sum += draws.times(listed.get(i));
      }
      order.sort((a, b) -> Integer.compare(draws.times(listed.get(b)), draws.times(listed.get(a))));
      this.all = sum;
    }

    /** Of the value with this index: 0 for the most frequent one. */
    int rank(int index) {
      return order.indexOf(index);
    }

    double share(int index) {
      return draws.times(listed.get(index)) / all;
    }

    double largest() {
      return share(order.get(0));
    }

    double rest() {
      return 1 - all / draws.size();
    }

    String expression(IntFunction<String> value) {
      if (listed.size() == 1) {
        return value.apply(0);
      }
      StringBuilder made = new StringBuilder("random_list(");
      for (int index : order) {
        made.append(value.apply(index))
            .append(", ")
            .append(Math.max(1, Math.round(1000 * share(index))))
            .append(", ");
      }
      made.setLength(made.length() - 2);
      return made.append(")").toString();
    }

    Concentration law(double keys) {
      List<Concentration.Group> groups = new ArrayList<>();
      for (int index : order) {
        groups.add(new Concentration.Group(1, share(index)));
      }
      if (keys > listed.size()) {
        groups.add(new Concentration.Group(keys - listed.size(), 0));
      }
      return Concentration.of(groups);
    }
  }
}
