package io.ibench.workload.linkbench;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.random.Mix;
import io.ibench.random.Random64;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws operations by their percentages or shares. Immutable. */
final class RequestMix {

  /** The ancestor's order of the cumulative percentages. */
  private static final LinkOperation[] ORDER = {
    LinkOperation.ADD_LINK,
    LinkOperation.DELETE_LINK,
    LinkOperation.UPDATE_LINK,
    LinkOperation.COUNT_LINK,
    LinkOperation.MULTIGET_LINK,
    LinkOperation.GET_LINKS_LIST,
    LinkOperation.ADD_NODE,
    LinkOperation.UPDATE_NODE,
    LinkOperation.DELETE_NODE,
    LinkOperation.GET_NODE
  };

  private static final double TOLERANCE = 1e-5;
  private static final int SHOWN_DIGITS = 6;

  private final Mix mix;
  private final boolean onlyReads;

  private RequestMix(double[] percent) {
    mix = new Mix(percent);
    onlyReads =
        IntStream.range(0, ORDER.length).allMatch(i -> percent[i] == 0 || ORDER[i].isRead());
  }

  /** The percentages by the operations' names, of those that happen. */
  Map<String, Double> shares() {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (int i = 0; i < ORDER.length; i++) {
      if (mix.percentage(i) > 0) {
        shares.put(ORDER[i].name(), mix.percentage(i));
      }
    }
    return shares;
  }

  static RequestMix from(Config config) {
    Optional<Map<String, Double>> shares = config.find(LinkBenchKeys.SHARES);
    return shares.isPresent() ? ofShares(config, shares.get()) : ofPercentages(config);
  }

  /** The shares of the named operations, relative to their sum; all others are left out. */
  private static RequestMix ofShares(Config config, Map<String, Double> named) {
    List<String> both = keys().stream().map(Key::name).filter(config::has).toList();
    List<String> known = keys().stream().map(RequestMix::shareName).toList();
    List<String> unknown = named.keySet().stream().filter(each -> !known.contains(each)).toList();
    Optional<Predicate<LinkOperation>> preset =
        named.size() == 1 ? preset(unknown) : Optional.empty();
    if (!both.isEmpty()) {
      config.problem(
          "is given beside " + String.join(", ", both) + "; allowed: one or the other",
          LinkBenchKeys.SHARES);
    } else if (preset.isEmpty() && !unknown.isEmpty()) {
      config.problem(
          "names "
              + String.join(", ", unknown)
              + ", no operation; allowed: "
              + String.join(", ", known)
              + ", or one of default, read, write alone",
          LinkBenchKeys.SHARES);
    }
    if (config.isBroken(LinkBenchKeys.SHARES)) {
      return standIn();
    }
    double[] shares = new double[ORDER.length];
    Config byEra =
        Config.of(Map.of(LinkBenchKeys.ERA.name(), config.get(LinkBenchKeys.ERA).toString()));
    for (int i = 0; i < ORDER.length; i++) {
      Key<Double> key = keys().get(i);
      boolean chosen = preset.isPresent() && preset.get().test(ORDER[i]);
      shares[i] = chosen ? byEra.get(key) : named.getOrDefault(shareName(key), 0.0);
    }
    double sum = DoubleStream.of(shares).sum();
    return new RequestMix(DoubleStream.of(shares).map(share -> 100 * share / sum).toArray());
  }

  private static Optional<Predicate<LinkOperation>> preset(List<String> unknown) {
    return switch (String.join(", ", unknown)) {
      case "default" -> Optional.of(operation -> true);
      case "read" -> Optional.of(LinkOperation::isRead);
      case "write" -> Optional.of(operation -> !operation.isRead());
      default -> Optional.empty();
    };
  }

  /** As in the name of the operation's percentage: {@code getnode}. */
  private static String shareName(Key<Double> percentage) {
    return percentage.name().substring(percentage.name().indexOf('.') + 1);
  }

  /** The keys of the percentages, in the order of the mix. */
  private static List<Key<Double>> keys() {
    return Stream.of(ORDER)
        .map(LinkBenchKeys.MIX::get)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Takes the place of a mix with a problem. */
  private static RequestMix standIn() {
    double[] percent = new double[ORDER.length];
    percent[0] = 100;
    return new RequestMix(percent);
  }

  private static RequestMix ofPercentages(Config config) {
    double[] percent = new double[ORDER.length];
    List<Key<Double>> keys = keys();
    double sum = 0;
    for (int i = 0; i < ORDER.length; i++) {
      percent[i] = config.get(keys.get(i));
      sum += percent[i];
    }
    if (Math.abs(sum - 100) > TOLERANCE) {
      wrong(config, keys, sum);
      return standIn();
    }
    return new RequestMix(percent);
  }

  /** Names a key that the user set, if there is one. */
  private static void wrong(Config config, List<Key<Double>> keys, double sum) {
    int given = 0;
    while (given < keys.size() - 1 && !config.has(keys.get(given).name())) {
      given++;
    }
    Collections.swap(keys, 0, given);
    BigDecimal shown = BigDecimal.valueOf(sum).setScale(SHOWN_DIGITS, RoundingMode.HALF_EVEN);
    config.problem(
        "and the other nine percentages of operations add up to "
            + shown.stripTrailingZeros().toPlainString()
            + "; allowed: together 100",
        keys.toArray(new Key<?>[0]));
  }

  /** Whether no operation of it writes. */
  boolean onlyReads() {
    return onlyReads;
  }

  int next(Random64 random) {
    return ORDER[mix.next(random)].ordinal();
  }
}
