package io.ibench.db.noop;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.NativeLanguage;
import java.util.List;
import java.util.Optional;

/** The database {@code noop}: returns fixed rows, to measure the client's own cost. */
public final class NoopAdapter implements Adapter {

  private static final Key<Long> ROUNDS =
      Key.count(
              "rounds",
              0,
              1_000_000_000,
              "rounds of a loop, some ns each, that every statement computes: a known cost, to try a"
                  + " comparison on")
          .withDefault("0");

  @Override
  public String name() {
    return "noop";
  }

  @Override
  public String description() {
    return "answers at once with fixed rows, keeps nothing: the client's own cost";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(ROUNDS);
  }

  /** Scripts as well: what their interpreter costs. */
  @Override
  public Optional<NativeLanguage> language() {
    return Optional.of(NativeLanguage.SQL);
  }

  @Override
  public Target bind(Config config) {
    long rounds = config.get(ROUNDS);
    return () -> new NoopDatabase(new NoopWork(rounds));
  }
}
