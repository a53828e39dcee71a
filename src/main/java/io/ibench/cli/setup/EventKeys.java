package io.ibench.cli.setup;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.Suggestion;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the commands that run in the middle of steps: {@code at.STEP = 10m: COMMAND}. Stateless.
 */
public final class EventKeys {

  /** What precedes the name of a step. */
  static final String AT = "at";

  private static final Pattern NUMBERED = Pattern.compile("(.+?)(\\.[2-9])?");
  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,9})(ms|s|m|h|d)\\s*:(.*)", Pattern.DOTALL);

  /**
   * A command for a time.
   *
   * @param key its setting
   * @param atNanos since the step's start
   */
  public record Event(String key, String step, long atNanos, String command) {}

  private EventKeys() {}

  static List<Key<?>> keys() {
    return List.of(key("STEP"), key("STEP.N"));
  }

  private static Key<String> key(String name) {
    String text =
        name.endsWith(".N")
            ? "further commands, N from 2 to 9"
            : "a command for sh in the middle of STEP: 10m: COMMAND";
    return Key.program(AT + "." + name, text).optional();
  }

  /** Marks the keys as known where no run begins. */
  static void declare(Config config) {
    config.namesUnder(AT).forEach(name -> config.declare(key(name)));
  }

  static List<Event> read(Config config, Plan plan) {
    List<Event> events = new ArrayList<>();
    Set<String> others = new LinkedHashSet<>(plan.kinds().keySet());
    others.addAll(config.prefixes(StepKeys.LIKE));
    for (String name : new TreeSet<>(config.namesUnder(AT))) {
      Key<String> key = key(name);
      Optional<Step> step = step(plan, name);
      if (step.isPresent()) {
        config
            .find(key)
            .filter(text -> !text.isBlank())
            .flatMap(text -> event(config, key, text.strip(), step.get()))
            .ifPresent(events::add);
      } else if (others.contains(withoutNumber(name))) {
        config.declare(key);
        config.unused(key);
      } else {
        config.problem("no step " + withoutNumber(name) + "; " + known(plan, others, name), key);
      }
    }
    return List.copyOf(events);
  }

  private static Optional<Step> step(Plan plan, String name) {
    return plan.steps().stream()
        .filter(step -> step.name().equals(name) || step.name().equals(withoutNumber(name)))
        .findFirst();
  }

  private static String known(Plan plan, Set<String> others, String name) {
    Set<String> names = new LinkedHashSet<>();
    plan.steps().forEach(step -> names.add(step.name()));
    Set<String> known = names.isEmpty() ? others : names;
    return Suggestion.question(withoutNumber(name), known)
        .orElse("there are: " + String.join(", ", known));
  }

  private static String withoutNumber(String name) {
    Matcher matcher = NUMBERED.matcher(name);
    return matcher.matches() ? matcher.group(1) : name;
  }

  private static Optional<Event> event(Config config, Key<String> key, String text, Step step) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches() || matcher.group(3).isBlank()) {
      config.problem(
          "is no time with a command; allowed: 10m: COMMAND, with ms, s, m, h or d", key);
      return Optional.empty();
    }
    long nanos = unit(matcher.group(2)).toNanos(Long.parseLong(matcher.group(1)));
    if (!(step instanceof Step.Work work)) {
      config.problem("needs a step with workers, and " + step.name() + " has none", key);
      return Optional.empty();
    }
    long length = work.lengthNanos().orElse(Long.MAX_VALUE);
    if (nanos >= length) {
      config.problem("never happens: the step ends before that time", key);
      return Optional.empty();
    }
    return Optional.of(new Event(key.name(), step.name(), nanos, matcher.group(3).strip()));
  }

  private static TimeUnit unit(String name) {
    return switch (name) {
      case "ms" -> TimeUnit.MILLISECONDS;
      case "s" -> TimeUnit.SECONDS;
      case "m" -> TimeUnit.MINUTES;
      case "h" -> TimeUnit.HOURS;
      default -> TimeUnit.DAYS;
    };
  }
}
