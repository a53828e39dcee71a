package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Changes the default time zone of the JVM for a while. */
@Isolated
class TimeZoneContractTest extends SalesContract {

  @Test
  void readsTimesAndPricesOfABatchWhateverTheZoneOfTheClient() throws DatabaseException {
    TimeZone before = TimeZone.getDefault();
    for (String zone : List.of("America/New_York", "Europe/Berlin", "Pacific/Apia")) {
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      try (Session abroad = database.session()) {
        Prepared delete = abroad.prepare(new Command.Delete(SALES, List.of(), 0));
        delete.execute();
        insertAll(100);
        assertThat(read(select(), 3)).as(zone).isEqualTo(everySale());
      } finally {
        TimeZone.setDefault(before);
      }
    }
    assertThat(read(select(), 3)).isEqualTo(everySale());
  }
}
