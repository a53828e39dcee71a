package io.ibench.workload.simple;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.workload.Plan;
import io.ibench.workload.Workload;
import java.util.List;

/**
 * A workload of tables with a number of rows, and a mix of operations on them. A subclass gives its
 * name and keys, and describes everything else in {@link #define}. Stateless.
 *
 * <p>Its steps are {@code drop}, {@code create}, {@code load}, {@code index}, {@code warmup},
 * {@code request}, {@code drain} and {@code verify}. {@code <step>.mix} changes the shares of the
 * operations.
 */
public abstract class SimpleWorkload implements Workload {

  private static final long MAX_ROWS = 1_000_000_000_000L;

  private final String name;
  private final String description;
  private final List<Key<?>> keys;

  /**
   * @param name the value of the key {@code workload}
   * @param description one line for {@code ibench list}
   * @param keys each begins with the name and a dot; each is required or has a default
   */
  protected SimpleWorkload(String name, String description, Key<?>... keys) {
    this.name = name;
    this.description = description;
    this.keys = List.of(keys);
  }

  /** A key for a number of rows, from 1 to 10^12. */
  protected static Key<Long> rows(String name, String usual, String description) {
    return Key.count(name, 1, MAX_ROWS, description).withDefault(usual);
  }

  /**
   * Whether loaded data depends on this key, so that a later run with another value is refused. By
   * default it does.
   */
  protected boolean shapesData(Key<?> key) {
    return true;
  }

  /** Describes the tables, operations and checks of a run with these settings. */
  protected abstract void define(Definition definition, Config config);

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final List<Key<?>> keys() {
    return keys;
  }

  /** The line, and the operation before it, unless the text names one. */
  private static String place(String line, String text, Definition definition) {
    List<Operation> operations = definition.operations();
    boolean named = operations.isEmpty() || text.startsWith("operation ");
    return line
        + (named
            ? ": "
            : ", after operation " + operations.get(operations.size() - 1).name() + ": ");
  }

  @Override
  public final Plan plan(Config config) {
    Definition definition = new Definition();
    List<Key<?>> shaping = keys.stream().filter(this::shapesData).toList();
    SettingTexts.of(config, shaping).forEach(definition::dataSetting);
    try {
      define(definition, config);
    } catch (RuntimeException e) {
      String text = e.getMessage() == null ? e.toString() : e.getMessage();
      definition.mistake(Origin.of(e).map(line -> place(line, text, definition)).orElse("") + text);
    }
    if (config.isBroken(keys.toArray(Key<?>[]::new))) {
      definition.ignoreMistakes();
    }
    return definition.plan(name, config);
  }
}
