package io.ibench.report.text;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Merges sentences that differ only in their numbers, such as reasons of several steps. */
public final class AlikeTexts {

  /** Digits of a name, such as that of an operation, are no numbers. */
  private static final Pattern NUMBER =
      Pattern.compile("(?<!\\w)\\d+(?:,\\d{3}(?!\\d))*(?:\\.\\d+)?");

  private static final Comparator<String> BY_VALUE =
      Comparator.comparing(number -> new BigDecimal(number.replace(",", "")));

  private AlikeTexts() {}

  /** The text without its numbers: equal for texts that are alike. */
  public static String pattern(String text) {
    return NUMBER.matcher(text).replaceAll("0");
  }

  /**
   * One text for all, with the lowest and the highest number where they differ.
   *
   * @param texts one or more, with equal {@link #pattern}s
   */
  public static String merged(List<String> texts) {
    List<List<String>> numbers = texts.stream().map(AlikeTexts::numbers).toList();
    int[] next = {0};
    return NUMBER.matcher(texts.get(0)).replaceAll(match -> range(numbers, next[0]++));
  }

  private static List<String> numbers(String text) {
    return NUMBER.matcher(text).results().map(MatchResult::group).toList();
  }

  private static String range(List<List<String>> numbers, int index) {
    List<String> sorted =
        numbers.stream().map(all -> all.get(index)).distinct().sorted(BY_VALUE).toList();
    String lowest = sorted.get(0);
    return sorted.size() == 1 ? lowest : lowest + " ... " + sorted.get(sorted.size() - 1);
  }
}
