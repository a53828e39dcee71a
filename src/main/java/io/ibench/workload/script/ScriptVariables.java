package io.ibench.workload.script;

import io.ibench.config.Config;
import io.ibench.config.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The names that have a value before the run: presets, and keys {@code script.<name>}. Not
 * thread-safe.
 */
final class ScriptVariables {

  private final Config config;
  private final Map<String, Value> presets;

  /** The keys that scripts have read, with their values as text. */
  private final Map<String, String> read = new LinkedHashMap<>();

  /**
   * @param scale of the data
   * @param seed of the run
   */
  ScriptVariables(Config config, long scale, long seed) {
    this.config = config;
    presets =
        Map.of(
            "scale", Value.of(scale),
            "default_seed", Value.of(seed),
            "random_seed", Value.of(seed));
  }

  /** The value of a preset, or of a key that the user has given; empty without one. */
  Optional<Value> find(String name) {
    if (presets.containsKey(name)) {
      return Optional.of(presets.get(name));
    }
    Key<String> key = key(name).optional();
    if (!config.has(key.name())) {
      return Optional.empty();
    }
    String text = config.find(key).orElse("").strip();
    read.put(key.name(), text);
    return Optional.of(value(text));
  }

  static Key<String> key(String name) {
    return Key.text(ScriptWorkload.PREFIX + name, "a value that scripts read as :" + name);
  }

  /** As a literal of an expression, with all its digits; anything else is a text. */
  private static Value value(String text) {
    Optional<Value> decimal = TextValue.decimal(text);
    if (decimal.isPresent()) {
      return decimal.get();
    }
    try {
      Node node =
          ExpressionParser.parse(
              text,
              new ExpressionParser.Scope() {
                @Override
                public Node variable(String name) throws SyntaxException {
                  throw new SyntaxException("no variable");
                }

                @Override
                public boolean isText(int slot) {
                  return false;
                }
              },
              0);
      return node instanceof Node.Constant constant ? constant.value() : Value.of(text);
    } catch (SyntaxException e) {
      return Value.of(text);
    }
  }

  /** The keys that scripts have read so far. */
  Map<String, String> read() {
    return Map.copyOf(read);
  }
}
