package io.ibench.report.figures;

import java.util.Arrays;

/** How a figure is compared with a limit. */
public enum Operator {
  LESS("<"),
  AT_MOST("<="),
  MORE(">"),
  AT_LEAST(">=");

  private final String sign;

  Operator(String sign) {
    this.sign = sign;
  }

  /** The operator with this sign; the sign must be one of the four. */
  public static Operator of(String sign) {
    return Arrays.stream(values()).filter(o -> o.sign.equals(sign)).findFirst().orElseThrow();
  }

  public String sign() {
    return sign;
  }

  public boolean holds(double value, double limit) {
    return switch (this) {
      case LESS -> value < limit;
      case AT_MOST -> value <= limit;
      case MORE -> value > limit;
      case AT_LEAST -> value >= limit;
    };
  }

  /** Whether a smaller value is the better one. */
  public boolean wantsLess() {
    return this == LESS || this == AT_MOST;
  }
}
