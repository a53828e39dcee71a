package io.ibench.trend;

import io.ibench.trend.TrendRun.Head;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * In which order runs follow each other, and what each place is called. Immutable.
 *
 * @param by {@code time}, {@code version}, or the name of a tag, as that of a suite's factor
 */
public record Order(String by) {

  public static final String TIME = "time";
  public static final String VERSION = "version";

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Pattern PART = Pattern.compile("\\d+|\\D+");

  /** Comes before the release itself. */
  private static final Pattern BEFORE_RELEASE =
      Pattern.compile("^[-.~_]?(alpha|beta|a$|b$|rc|cr$|m$|pre|dmr)", Pattern.CASE_INSENSITIVE);

  /** Comes before all of these. */
  private static final Pattern UNDER_WAY =
      Pattern.compile("^[-.~_]?(dev|snapshot)", Pattern.CASE_INSENSITIVE);

  /** A tag may be called as in the settings. */
  public static Order by(String name) {
    return new Order(name.startsWith("tag.") ? name.substring("tag.".length()) : name);
  }

  public boolean isByTime() {
    return by.equals(TIME);
  }

  /** The place of a run; empty if it has none. A tag of the user's goes before what servers say. */
  Optional<String> place(Head run) {
    if (isByTime()) {
      return Optional.of(MINUTE.format(run.started()));
    }
    String tag = run.tags().get(by);
    return tag != null || !by.equals(VERSION)
        ? Optional.ofNullable(tag)
        : Optional.of(run.version()).filter(version -> !version.isEmpty());
  }

  /**
   * Versions by their numbers, other tags by when they were first seen, as commits; runs of one
   * place by time.
   */
  Comparator<Head> comparator(List<Head> runs) {
    Comparator<Head> time =
        Comparator.comparing(Head::started).thenComparing(run -> run.folder().toString());
    if (isByTime()) {
      return time;
    }
    if (by.equals(VERSION)) {
      return Comparator.<Head, String>comparing(
              run -> place(run).orElse(""), Order::compareVersions)
          .thenComparing(time);
    }
    Map<String, Instant> first = new HashMap<>();
    for (Head run : runs) {
      place(run)
          .ifPresent(place -> first.merge(place, run.started(), (a, b) -> a.isBefore(b) ? a : b));
    }
    return Comparator.<Head, Instant>comparing(
            run -> place(run).map(first::get).orElse(Instant.MAX))
        .thenComparing(run -> place(run).orElse(""))
        .thenComparing(time);
  }

  /** Numbers as numbers: 8.0.9 comes before 8.0.35, and 11.4.2-rc before 11.4.2. */
  static int compareVersions(String a, String b) {
    Matcher ofA = PART.matcher(a);
    Matcher ofB = PART.matcher(b);
    while (true) {
      boolean moreA = ofA.find();
      boolean moreB = ofB.find();
      if (!moreA || !moreB) {
        return moreA ? rest(ofA.group()) : moreB ? -rest(ofB.group()) : a.compareTo(b);
      }
      int order = compareParts(ofA.group(), ofB.group());
      if (order != 0) {
        return order;
      }
    }
  }

  /** How a version with more parts stands to one without. */
  private static int rest(String part) {
    return rank(part) < 0 ? -1 : 1;
  }

  /** 17beta1 comes before 17.0, too. */
  private static int rank(String part) {
    return UNDER_WAY.matcher(part).find() ? -2 : BEFORE_RELEASE.matcher(part).find() ? -1 : 0;
  }

  private static int compareParts(String a, String b) {
    boolean numbers = Character.isDigit(a.charAt(0)) && Character.isDigit(b.charAt(0));
    if (!numbers) {
      int order = Integer.compare(rank(a), rank(b));
      return order != 0 ? order : a.compareTo(b);
    }
    String shortA = a.replaceFirst("^0+(?=.)", "");
    String shortB = b.replaceFirst("^0+(?=.)", "");
    int length = Integer.compare(shortA.length(), shortB.length());
    return length != 0 ? length : shortA.compareTo(shortB);
  }
}
