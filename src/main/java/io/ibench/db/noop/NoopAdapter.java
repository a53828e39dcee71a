package io.ibench.db.noop;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import io.ibench.db.NativeLanguage;
import java.util.List;
import java.util.Optional;

/** The database {@code noop}: returns fixed rows, to measure the client's own cost. */
public final class NoopAdapter implements Adapter {

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
    return List.of();
  }

  /** Scripts as well: what their interpreter costs. */
  @Override
  public Optional<NativeLanguage> language() {
    return Optional.of(NativeLanguage.SQL);
  }

  @Override
  public Target bind(Config config) {
    return NoopDatabase::new;
  }
}
