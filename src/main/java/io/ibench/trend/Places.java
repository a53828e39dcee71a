package io.ibench.trend;

import java.util.List;

/** What runs are called where there is little room. Stateless. */
final class Places {

  private static final int DAY = "yyyy-MM-dd".length();

  private Places() {}

  /** A day is enough if no other run began on it. */
  static String brief(Trend trend, int run) {
    String place = trend.places().get(run);
    if (!trend.order().isByTime()) {
      return place;
    }
    String day = place.substring(0, DAY);
    List<String> places = trend.places();
    boolean before = run > 0 && places.get(run - 1).startsWith(day);
    boolean after = run + 1 < places.size() && places.get(run + 1).startsWith(day);
    return before || after ? place : day;
  }
}
