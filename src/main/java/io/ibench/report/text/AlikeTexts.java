package io.ibench.report.text;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Sentences that differ in their numbers alone, as reasons of several steps do. */
public final class AlikeTexts {

  private static final Pattern NUMBER = Pattern.compile("\\d+(?:,\\d{3}(?!\\d))*(?:\\.\\d+)?");
  private static final Comparator<String> BY_VALUE =
      Comparator.comparing(number -> new BigDecimal(number.replace(",", "")));

  private AlikeTexts() {}

  /** Equal for texts that are alike. */
  public static String pattern(String text) {
    return NUMBER.matcher(text).replaceAll("0");
  }

  /**
   * All of them as one, with the lowest and the highest where their numbers differ.
   *
   * @param texts one or more of one {@link #pattern}
   */
  public static String merged(List<String> texts) {
    List<List<String>> numbers = texts.stream().map(AlikeTexts::numbers).toList();
    int[] next = {0};
    return NUMBER.matcher(texts.get(0)).replaceAll(match -> range(numbers, next[0]++));
  }

  private static List<String> numbers(String text) {
    return NUMBER.matcher(text).results().map(MatchResult::group).toList();
  }

  private static String range(List<List<String>> numbers, int place) {
    List<String> sorted =
        numbers.stream().map(all -> all.get(place)).distinct().sorted(BY_VALUE).toList();
    String lowest = sorted.get(0);
    return sorted.size() == 1 ? lowest : lowest + " ... " + sorted.get(sorted.size() - 1);
  }
}
