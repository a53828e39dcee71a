package io.ibench.cli.setup;

import io.ibench.config.OptionSetting;
import io.ibench.workload.StepKeys;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A step that is repeated as a step of its own for each value of one of its keys, such as {@code
 * request.threads=1,2,4..64}. Immutable.
 *
 * @param step whose place the steps take
 * @param key without the step's name
 */
record Sweep(String step, String key, List<String> values) {

  static final String OPTION = "--sweep";

  private static final int MAX_VALUES = 100;
  private static final Pattern FORM =
      Pattern.compile("\\s*([A-Za-z][A-Za-z0-9_.]*)\\.([A-Za-z0-9_]+)\\s*=(.+)");
  private static final Pattern NUMBER = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(\\D*)");
  private static final String ALLOWED =
      "allowed: STEP.KEY=VALUES, such as request.threads=1,2,4..64; A..B doubles A up to B";

  Sweep {
    values = List.copyOf(values);
  }

  /**
   * Reads the value of the option.
   *
   * @throws IllegalArgumentException with a message that goes on after it
   */
  static Sweep parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("names no key of a step; " + ALLOWED);
    }
    List<String> values = new ArrayList<>();
    for (String part : form.group(3).split(",", -1)) {
      add(part.strip(), values);
    }
    if (values.size() < 2 || values.stream().distinct().count() < values.size()) {
      throw new IllegalArgumentException("needs several different values; " + ALLOWED);
    }
    return new Sweep(form.group(1), form.group(2), values);
  }

  private static void add(String part, List<String> values) {
    int dots = part.indexOf("..");
    if (dots < 0) {
      values.add(part);
    } else {
      Matcher from = NUMBER.matcher(part.substring(0, dots));
      Matcher to = NUMBER.matcher(part.substring(dots + 2));
      if (!from.matches() || !to.matches() || !from.group(2).equals(to.group(2))) {
        throw new IllegalArgumentException("has " + part + ", no range; " + ALLOWED);
      }
      BigDecimal last = new BigDecimal(to.group(1));
      BigDecimal value = new BigDecimal(from.group(1));
      if (value.signum() == 0 || value.compareTo(last) >= 0) {
        throw new IllegalArgumentException("has " + part + ", which does not rise; " + ALLOWED);
      }
      for (; value.compareTo(last) < 0 && values.size() < MAX_VALUES; value = doubled(value)) {
        values.add(value.toPlainString() + from.group(2));
      }
      values.add(last.toPlainString() + from.group(2));
    }
    if (part.isEmpty() || values.size() > MAX_VALUES) {
      throw new IllegalArgumentException("has an empty value, or too many; " + ALLOWED);
    }
  }

  private static BigDecimal doubled(BigDecimal value) {
    return value.add(value);
  }

  /** The name of the step of a value; reports read it. */
  private String name(String value) {
    return step + "." + key + "_" + value.replaceAll("[^A-Za-z0-9.]+", "_");
  }

  /**
   * The settings that make the steps.
   *
   * @param steps the planned steps
   * @throws IllegalArgumentException if the step is not among them
   */
  List<OptionSetting> settings(List<String> steps) {
    List<String> names = values.stream().map(this::name).toList();
    List<OptionSetting> settings = new ArrayList<>();
    if (steps.contains(step)) {
      List<String> all = new ArrayList<>();
      steps.forEach(each -> all.addAll(each.equals(step) ? names : List.of(each)));
      settings.add(new OptionSetting(OPTION, StepKeys.STEPS.name(), String.join(", ", all)));
    } else if (steps.stream().noneMatch(names::contains)) {
      throw new IllegalArgumentException(
          "names step " + step + ", which does not run; steps: " + String.join(", ", steps));
    }
    for (int i = 0; i < names.size(); i++) {
      String prefix = names.get(i) + ".";
      settings.add(new OptionSetting(OPTION, prefix + StepKeys.LIKE.name(), step));
      settings.add(new OptionSetting(OPTION, prefix + key, values.get(i)));
    }
    return settings;
  }

  /** Whether an option sets the same key. */
  Optional<String> contradiction(String option) {
    return option.equals(key)
        ? Optional.of(OPTION + " sets " + step + "." + key + " as well; give one of them")
        : Optional.empty();
  }
}
