package io.ibench.db.memory;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.db.Adapter;
import java.util.List;

/**
 * The database {@code memory}: tables on this process's heap, the reference for the meaning of
 * commands. It is strict where products are lenient (unbound parameters, wrong types, unknown
 * columns), and keeps no data after the run.
 */
public final class MemoryAdapter implements Adapter {

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String description() {
    return "tables on the client's heap; the strict reference, for tests";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of();
  }

  @Override
  public Target bind(Config config) {
    return MemoryDatabase::new;
  }
}
