package io.ibench.compare;

import java.util.List;
import java.util.Set;

/**
 * Which functions of the server make the difference in CPU between a base and another side.
 * Immutable.
 *
 * @param base its name
 * @param other the name of the other side
 * @param steps of which both have profiles; may be empty
 */
public record CpuPair(String base, String other, List<CpuDifference> steps) {

  public CpuPair {
    steps = List.copyOf(steps);
  }

  /** Reads the profiles of both sides. */
  public static CpuPair of(Side base, Side other) {
    return new CpuPair(base.name(), other.name(), CpuDifference.of(List.of(base, other)));
  }

  /** The first side against each other one; without those that have no step in common with it. */
  public static List<CpuPair> of(List<Side> sides) {
    return sides.stream()
        .skip(1)
        .map(other -> of(sides.get(0), other))
        .filter(pair -> !pair.steps.isEmpty())
        .toList();
  }

  /** The same with these steps only; all if none is named. */
  public CpuPair only(Set<String> names) {
    return new CpuPair(
        base,
        other,
        steps.stream().filter(step -> names.isEmpty() || names.contains(step.step())).toList());
  }

  /** The same with only the steps that differ beyond noise. */
  public CpuPair differing() {
    return new CpuPair(base, other, steps.stream().filter(CpuDifference::isBeyondNoise).toList());
  }

  /** What its lines are about. */
  public String title() {
    return "CPU by function, " + other + " relative to " + base;
  }
}
