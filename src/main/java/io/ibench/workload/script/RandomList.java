package io.ibench.workload.script;

import io.ibench.random.Weights;
import java.util.ArrayList;
import java.util.List;

/** What is known before the run of functions that draw by weights or shares. Stateless. */
final class RandomList {

  private RandomList() {}

  /** The values of {@code random_list()}. */
  static List<Node> values(List<Node> operands) {
    List<Node> values = new ArrayList<>();
    for (int i = 0; i < operands.size(); i += 2) {
      values.add(operands.get(i));
    }
    return values;
  }

  /** The weights of {@code random_list()}, which are in order. */
  static Weights weights(List<Node> operands) {
    List<Node> weights = new ArrayList<>();
    for (int i = 1; i < operands.size(); i += 2) {
      weights.add(operands.get(i));
    }
    return weightsFrom(0, weights);
  }

  /** The weights from an operand on, which are in order. */
  static Weights weightsFrom(int first, List<Node> operands) {
    return new Weights(operands.stream().skip(first).mapToDouble(node -> number(node)).toArray());
  }

  /** NaN for anything but a number that is known before the run. */
  private static double number(Node node) {
    if (node instanceof Node.Constant constant) {
      Value value = constant.value();
      return switch (value.kind()) {
        case Value.INTEGER -> value.bits();
        case Value.DOUBLE -> Double.longBitsToDouble(value.bits());
        default -> Double.NaN;
      };
    }
    return Double.NaN;
  }

  /** Requires weights that are in order. */
  static void require(Op op, List<Node> operands) throws SyntaxException {
    boolean pairs = op == Op.RANDOM_LIST;
    String name = pairs ? "random_list()" : "random_histogram()";
    if (pairs && operands.size() % 2 != 0) {
      throw new SyntaxException(
          name + " has a value without a weight; allowed: value, weight, ...");
    }
    for (int i = pairs ? 1 : 2; i < operands.size(); i += pairs ? 2 : 1) {
      double weight = number(operands.get(i));
      if (!(weight >= 0) || Double.isInfinite(weight)) {
        throw new SyntaxException(
            name
                + " has a wrong weight as argument "
                + (i + 1)
                + "; allowed: numbers from 0 that are known before the run");
      }
    }
    try {
      if (pairs) {
        weights(operands);
      } else {
        weightsFrom(2, operands);
      }
    } catch (IllegalArgumentException e) {
      throw new SyntaxException(name + ": " + e.getMessage());
    }
  }

  /**
   * Calls that fail only if a call with these operands always fails, because of those that are
   * known.
   */
  static List<List<Node>> trials(Op op, List<Node> operands) {
    Node one = new Node.Constant(Value.of(1));
    Node many = new Node.Constant(Value.of(1_000_000));
    List<List<Node>> trials = new ArrayList<>();
    boolean known = areKnown(operands, 0, 2);
    switch (op) {
      case RANDOM_HISTOGRAM -> {
        if (known) {
          trials.add(operands);
        }
      }
      case RANDOM_MIXED -> {
        Node exponent = orElse(operands.get(2), one);
        Node share = orElse(operands.get(3), one);
        trials.add(
            known
                ? List.of(operands.get(0), operands.get(1), exponent, share)
                : List.of(one, many, exponent, share));
      }
      default -> {
        Node share = orElse(operands.get(2), one);
        boolean hot = areKnown(operands, 3, 5);
        trials.add(List.of(one, many, share, one, many));
        if (known) {
          Node low = operands.get(0);
          Node high = operands.get(1);
          trials.add(
              hot
                  ? List.of(low, high, share, operands.get(3), operands.get(4))
                  : List.of(low, high, share, low, high));
        } else if (hot) {
          Node low = operands.get(3);
          Node high = operands.get(4);
          trials.add(List.of(low, high, share, low, high));
        }
      }
    }
    return trials;
  }

  /** A call of {@code recent()} that fails only if one with these operands always fails. */
  static List<Node> recentTrial(List<Node> operands) {
    Node one = new Node.Constant(Value.of(1));
    return List.of(operands.get(0), orElse(operands.get(1), one), orElse(operands.get(2), one));
  }

  private static boolean areKnown(List<Node> operands, int from, int to) {
    return operands.subList(from, to).stream().allMatch(Node.Constant.class::isInstance);
  }

  private static Node orElse(Node operand, Node other) {
    return operand instanceof Node.Constant ? operand : other;
  }
}
