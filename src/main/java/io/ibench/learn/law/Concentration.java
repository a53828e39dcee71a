package io.ibench.learn.law;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** How many draws go to how many keys: groups of keys that are equally probable. */
final class Concentration {

  private static final int SINGLE_RANKS = 64;
  private static final double STEP = 1.08;

  /**
   * @param keys how many, not always a whole number
   * @param share of all draws that go to all of them
   */
  record Group(double keys, double share) {
    double density() {
      return share / keys;
    }
  }

  private final List<Group> groups;
  private final double keys;

  private Concentration(List<Group> groups) {
    List<Group> sorted = new ArrayList<>(groups);
    sorted.removeIf(group -> group.keys() <= 0);
    sorted.sort(Comparator.comparingDouble(Group::density).reversed());
    this.groups = List.copyOf(sorted);
    this.keys = sorted.stream().mapToDouble(Group::keys).sum();
  }

  static Concentration of(List<Group> groups) {
    return new Concentration(groups);
  }

  static Concentration uniform(double keys) {
    return of(List.of(new Group(Math.max(1, keys), 1)));
  }

  /** A share by Zipf's law, the rest uniform. */
  static Concentration zipf(double keys, double exponent, double share) {
    List<Group> made = new ArrayList<>();
    double n = Math.max(1, keys);
    double sum = Harmonic.sum(n, exponent);
    double from = 0;
    while (from < n) {
      double to =
          from < SINGLE_RANKS ? Math.min(from + 1, n) : Math.min(n, Math.floor(from * STEP));
      double part =
          to - from <= 1 ? Math.exp(-exponent * Math.log(to)) : Harmonic.above(from, to, exponent);
      made.add(new Group(to - from, share * part / sum + (1 - share) * (to - from) / n));
      from = to;
    }
    return of(made);
  }

  /** Parts of all draws, each with a law of its own. */
  static Concentration parts(List<Concentration> parts, List<Double> shares) {
    List<Group> made = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      for (Group group : parts.get(i).groups) {
        made.add(new Group(group.keys(), group.share() * shares.get(i)));
      }
    }
    return of(made);
  }

  double hottest(double part) {
    double left = part * keys;
    double sum = 0;
    for (Group group : groups) {
      if (left <= group.keys()) {
        return Math.min(1, sum + Math.max(0, left) * group.density());
      }
      left -= group.keys();
      sum += group.share();
    }
    return 1;
  }

  /** The sum of the squares of the keys' shares: how probable it is that two draws are equal. */
  double squares() {
    double sum = 0;
    for (Group group : groups) {
      sum += group.share() * group.density();
    }
    return sum;
  }

  /** Of n draws, the expected share of those to keys that are drawn at least so often. */
  double shareOfDrawn(double times, double n) {
    double sum = 0;
    for (Group group : groups) {
      sum += group.share() * Chance.ofAtLeast(times - 1, n * group.density());
    }
    return sum;
  }

  double keys() {
    return keys;
  }
}
