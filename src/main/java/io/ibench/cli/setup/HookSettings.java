package io.ibench.cli.setup;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The user's commands around every step.
 *
 * @param beforeStep a line for {@code sh -c}, run before each step
 * @param afterStep the same after each step
 * @param onStall the same when a stall is noticed
 * @param timeoutNanos the timeout of each command
 */
public record HookSettings(
    Optional<String> beforeStep,
    Optional<String> afterStep,
    Optional<String> onStall,
    long timeoutNanos) {

  /** Without a command for stalls. */
  public HookSettings(Optional<String> beforeStep, Optional<String> afterStep, long timeoutNanos) {
    this(beforeStep, afterStep, Optional.empty(), timeoutNanos);
  }

  public static final Key<String> BEFORE_STEP =
      Key.program("hook.before_step", "a command for sh before each step; a failure ends the run")
          .optional();
  public static final Key<String> AFTER_STEP =
      Key.program("hook.after_step", "a command for sh after each step").optional();
  public static final Key<String> ON_STALL =
      Key.program(
              "hook.on_stall", "a command for sh when a stall is noticed, 10 times a run at most")
          .optional();
  public static final Key<Long> TIMEOUT =
      Key.durationNanos(
              "hook.timeout", Duration.ofMillis(1), Duration.ofDays(1), "what a hook may take")
          .withDefault("10m");

  static List<Key<?>> keys() {
    return List.of(BEFORE_STEP, AFTER_STEP, ON_STALL, TIMEOUT);
  }

  static HookSettings from(Config config) {
    return new HookSettings(
        command(config, BEFORE_STEP),
        command(config, AFTER_STEP),
        command(config, ON_STALL),
        config.get(TIMEOUT));
  }

  /** An empty command removes the hook of an included file. */
  private static Optional<String> command(Config config, Key<String> key) {
    return config.find(key).filter(command -> !command.isBlank());
  }
}
