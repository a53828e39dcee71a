package io.ibench.workload.simple;

import io.ibench.db.Command;
import io.ibench.db.Prepared;
import io.ibench.random.Random64;
import io.ibench.workload.Plan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Checks a definition before any database is touched: it calls each binder a few times with
 * commands that have no database, and collects the mistakes. Not thread-safe.
 */
final class Rehearsal {

  /** The binder of a row sees the first rows, the last one, and some between. */
  private static final int TRIALS = 16;

  private final Definition definition;
  private final long seed;
  private final Set<String> mistakes = new LinkedHashSet<>();
  private final List<Plan.Example> examples = new ArrayList<>();
  private final Set<Operation> resolvable = new HashSet<>();

  Rehearsal(Definition definition, long seed) {
    this.definition = definition;
    this.seed = seed;
    mistakes.addAll(definition.mistakes());
  }

  /** One line for each mistake. */
  List<String> mistakes() {
    DefinitionRules rules = new DefinitionRules(definition);
    mistakes.addAll(rules.mistakes());
    definition.tables().stream()
        .filter(source -> rules.isRight(source.table()))
        .forEach(this::tryRows);
    definition.operations().stream()
        .filter(operation -> rules.isRight(operation) && !operation.isIncomplete())
        .forEach(this::tryOperation);
    return List.copyOf(mistakes);
  }

  /** Each command of each operation, with the values of its first trial. */
  List<Plan.Example> examples() {
    return List.copyOf(examples);
  }

  /** Operations that insert a row with a key of {@link Values#next}: it shows their outcome. */
  Set<Operation> resolvable() {
    return resolvable;
  }

  private void mistake(String where, String what) {
    mistakes.add(where + " " + what);
  }

  private Values values(Random64 random) {
    int most =
        definition.operations().stream().mapToInt(each -> each.commands().size()).max().orElse(1);
    KeySpace[] keys =
        definition.tables().stream()
            .filter(source -> Definition.hasNumberedKey(source.table()))
            .map(source -> KeySpace.fixed(source.table(), source.rows()))
            .toArray(KeySpace[]::new);
    Values values = new Values(random, keys, most);
    values.at(1_700_000_000_000L);
    return values;
  }

  private void tryRows(Definition.Source source) {
    RowSource rows = new RowSource(source, seed);
    Random64 random = new Random64(seed);
    Values values = values(random);
    for (int i = 0; i < TRIALS && i < source.rows(); i++) {
      long number = i == TRIALS - 1 ? source.rows() : 1 + i * (source.rows() / TRIALS);
      TrialPrepared row = new TrialPrepared(rows.insert(1));
      String where = DefinitionRules.of(source.table()) + ", row " + number + ",";
      if (!attempt(where, () -> rows.bind(row, number, random, values), List.of(row))) {
        return;
      }
    }
  }

  private void tryOperation(Operation operation) {
    Random64 random = new Random64(Random64.hash(seed, operation.name()));
    Values values = values(random);
    for (int i = 0; i < TRIALS; i++) {
      List<TrialPrepared> trials = trials(operation);
      Prepared[] commands = trials.toArray(Prepared[]::new);
      Runnable binding =
          () -> {
            operation.bind(commands, values);
            for (int command = 0; command < commands.length; command++) {
              operation.bindBefore(command, commands, values);
              values.executed(command, 1);
              trials.get(command).executed();
            }
          };
      if (!attempt(DefinitionRules.of(operation), binding, trials)) {
        return;
      }
      if (i == 0) {
        rememberExamples(operation, trials);
        rememberResolvable(operation, trials, values);
      }
    }
  }

  private static List<TrialPrepared> trials(Operation operation) {
    List<Command> commands = operation.commands();
    return IntStream.range(0, commands.size())
        .mapToObj(
            i ->
                operation.isTransaction()
                    ? new TrialPrepared(commands.get(i), i)
                    : new TrialPrepared(commands.get(i)))
        .toList();
  }

  /** Returns whether the binder worked and has bound everything. */
  private boolean attempt(String where, Runnable binding, List<TrialPrepared> commands) {
    try {
      binding.run();
    } catch (IllegalArgumentException | IllegalStateException | NoSuchElementException e) {
      mistake(where, "cannot be bound: " + e.getMessage() + line(e));
      return false;
    } catch (IndexOutOfBoundsException e) {
      String there = "; it has " + commands.size() + " commands, from 0";
      boolean one = commands.size() < 2;
      mistake(where, "cannot be bound: " + e.getMessage() + (one ? "" : there) + line(e));
      return false;
    } catch (RuntimeException e) {
      mistake(where, "cannot be bound: " + e + line(e));
      return false;
    }
    List<String> unbound =
        commands.stream().flatMap(command -> command.unbound().stream()).distinct().toList();
    if (!unbound.isEmpty()) {
      mistake(where, "does not bind " + String.join(", ", unbound));
    }
    return unbound.isEmpty();
  }

  private static String line(RuntimeException e) {
    return Origin.of(e).map(line -> " (" + line + ")").orElse("");
  }

  private void rememberExamples(Operation operation, List<TrialPrepared> trials) {
    for (int i = 0; i < trials.size(); i++) {
      examples.add(
          new Plan.Example(operation.name(), operation.commands().get(i), trials.get(i).values()));
    }
  }

  private void rememberResolvable(Operation operation, List<TrialPrepared> trials, Values values) {
    for (int i = 0; i < trials.size(); i++) {
      if (operation.commands().get(i) instanceof Command.Insert insert
          && Definition.hasNumberedKey(insert.table())) {
        int key = insert.columns().indexOf(insert.table().primaryKey().get(0));
        if (key >= 0 && trials.get(i).number(key) == values.last(insert.table())) {
          resolvable.add(operation);
        }
      }
    }
  }
}
