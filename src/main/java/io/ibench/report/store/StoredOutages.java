package io.ibench.report.store;

import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.StoredObject.DamageException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When workers had lost their connections.
 *
 * @param count of all; 0 for none
 * @param seconds of all together
 * @param first the first ones, in order
 */
public record StoredOutages(long count, Optional<Number> seconds, List<One> first) {

  static StoredOutages of(StoredObject json) throws DamageException {
    List<One> first = new ArrayList<>();
    for (StoredObject outage : json.objects("first")) {
      first.add(One.of(outage));
    }
    return new StoredOutages(json.count("count"), json.findNumber("seconds"), List.copyOf(first));
  }

  /**
   * One outage.
   *
   * @param workers the most that were without a connection at once
   */
  public record One(
      Instant started, Optional<Number> seconds, long workers, long operationsLost, String cause) {

    static One of(StoredObject json) throws DamageException {
      return new One(
          json.time("started"),
          json.findNumber("seconds"),
          json.count("workers"),
          json.count("operations_lost"),
          json.text("cause"));
    }
  }
}
