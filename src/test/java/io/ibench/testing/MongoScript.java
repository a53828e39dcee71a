package io.ibench.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Which commands a {@link ScriptedMongo} treats specially. Thread-safe. */
public final class MongoScript {

  private static final class Rule {
    private final Predicate<MongoCommand> when;
    private final MongoReaction reaction;
    private final boolean lasting;
    private final int every;
    private int toSkip;

    Rule(Predicate<MongoCommand> when, int every, boolean lasting, MongoReaction reaction) {
      this.when = when;
      this.every = every;
      this.toSkip = every - 1;
      this.lasting = lasting;
      this.reaction = reaction;
    }
  }

  private final List<Rule> rules = new ArrayList<>();

  /** The next command of this name. */
  public void next(String name, MongoReaction reaction) {
    nth(name, 1, reaction);
  }

  /** The n-th command of this name from now on. */
  public void nth(String name, int n, MongoReaction reaction) {
    nth(command -> command.name().equals(name), n, reaction);
  }

  public synchronized void nth(Predicate<MongoCommand> when, int n, MongoReaction reaction) {
    rules.add(new Rule(when, n, false, reaction));
  }

  /** Every command of this name, until {@link #clear}. */
  public void always(String name, MongoReaction reaction) {
    every(command -> command.name().equals(name), 1, reaction);
  }

  /** Every n-th such command, until {@link #clear}. */
  public synchronized void every(Predicate<MongoCommand> when, int n, MongoReaction reaction) {
    rules.add(new Rule(when, n, true, reaction));
  }

  /** Forgets all rules. */
  public synchronized void clear() {
    rules.clear();
  }

  /** How many rules still wait for their command. */
  public synchronized long pending() {
    return rules.stream().filter(rule -> !rule.lasting).count();
  }

  synchronized Optional<MongoReaction> take(MongoCommand command) {
    for (Rule rule : rules) {
      if (rule.when.test(command) && rule.toSkip-- == 0) {
        rule.toSkip = rule.every - 1;
        if (!rule.lasting) {
          rules.remove(rule);
        }
        return Optional.of(rule.reaction);
      }
    }
    return Optional.empty();
  }
}
