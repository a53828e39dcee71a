package io.ibench.learn.data;

import io.ibench.learn.law.KeySpace;
import io.ibench.learn.law.TextForm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Expressions that draw a value of a column, as its frequencies say. */
final class Draw {

  private static final int FEW = 5;
  private static final double SKEWED = 3;
  private static final double EVEN = 0.05;

  /** The rows that PostgreSQL reads for its statistics. */
  private static final double SAMPLE = 30_000;

  private Draw() {}

  /** One of the values. */
  static String from(KeySpace keys, Statistics known, long rows) {
    boolean stepped = keys.step() > 1;
    long low = stepped ? 0 : keys.low();
    String count = keys.size();
    String lowText = Long.toString(low);
    String highText =
        keys.countText() == null
            ? Long.toString(low + keys.count() - 1)
            : low == 1 ? count : count + (low > 1 ? " + " + (low - 1) : " - " + (1 - low));
    String number = number(keys, known, rows, lowText, highText);
    return stepped ? keys.valueAt(number) : number;
  }

  private static String number(
      KeySpace keys, Statistics known, long rows, String low, String high) {
    if (keys.count() == 1) {
      return low;
    }
    if (isUneven(known.parts()) && keys.count() >= known.parts().size()) {
      StringBuilder made = new StringBuilder("random_histogram(" + low + ", " + high);
      for (double part : known.parts()) {
        made.append(", ").append(Math.round(1000 * part));
      }
      return made.append(")").toString();
    }
    List<Double> shares = known.frequencies();
    if (shares.size() >= FEW && isHot(shares.get(0), keys.count(), rows)) {
      return String.format(
          Locale.ROOT, "random_mixed(%s, %s, %.2f, 1)", low, high, exponent(shares));
    }
    return "random(" + low + ", " + high + ")";
  }

  /** Whether the most common value is more common than chance makes one. */
  private static boolean isHot(double share, double values, long rows) {
    double sample = Math.min(rows, SAMPLE);
    double expected = sample / values;
    return share * values > SKEWED && share * sample > expected + 8 * Math.sqrt(expected) + 10;
  }

  /** Whether the cumulated shares are far from even ones. */
  private static boolean isUneven(List<Double> parts) {
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      sum += parts.get(i);
      if (Math.abs(sum - (i + 1.0) / parts.size()) > EVEN) {
        return true;
      }
    }
    return false;
  }

  /** The slope of the logarithms of shares over those of ranks. */
  private static double exponent(List<Double> shares) {
    List<Double> sorted = new ArrayList<>(shares);
    sorted.sort(Comparator.reverseOrder());
    double sumX = 0;
    double sumY = 0;
    double sumXx = 0;
    double sumXy = 0;
    double n = 0;
    for (double share : sorted) {
      if (share > 0) {
        double x = Math.log(n + 1);
        double y = Math.log(share);
        sumX += x;
        sumY += y;
        sumXx += x * x;
        sumXy += x * y;
        n++;
      }
    }
    double slope = (n * sumXy - sumX * sumY) / (n * sumXx - sumX * sumX);
    return Math.max(0.1, Math.min(2, -slope));
  }

  /** Whether some values are more common than others. */
  static boolean isSkewed(Statistics known, double values, long rows) {
    return isUneven(known.parts())
        || !known.frequencies().isEmpty() && isHot(known.frequencies().get(0), values, rows);
  }

  /** One of a few tokens. */
  static String tokens(TextForm form, List<Double> frequencies) {
    List<String> values = new ArrayList<>();
    for (int i = 1; i <= form.distinct(); i++) {
      values.add(form.token(i));
    }
    return labels(values, frequencies);
  }

  /** One of these, the first one the most often. */
  static String labels(List<String> labels, List<Double> frequencies) {
    if (labels.size() == 1) {
      return "'" + labels.get(0) + "'";
    }
    StringBuilder made = new StringBuilder("random_list(");
    for (int i = 0; i < labels.size(); i++) {
      double share = 1;
      if (!frequencies.isEmpty()) {
        share = i < frequencies.size() ? Math.max(1, Math.round(1000 * frequencies.get(i))) : 1;
      }
      made.append(i == 0 ? "" : ", ")
          .append("'")
          .append(labels.get(i))
          .append("', ")
          .append((long) share);
    }
    return made.append(")").toString();
  }
}
