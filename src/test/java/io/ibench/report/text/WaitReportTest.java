package io.ibench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.store.WaitCsv;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WaitReportTest {

  private static String sentence(Map<String, Double> sessions) {
    return WaitReport.sentence(new WaitCsv.Shares("r", 200, sessions));
  }

  @Test
  void theLargestWaitsComeFirstAndTheCpuLast() {
    Map<String, Double> sessions = new LinkedHashMap<>();
    sessions.put("IO WALSync", 6.2);
    sessions.put("CPU", 1.7);
    sessions.put("Lock transactionid", 2.1);
    assertThat(sentence(sessions))
        .isEqualTo(
            "sessions waited 62 % for IO WALSync, 21 % for Lock transactionid,"
                + " 17 % were on a CPU or ready for one; of 10 at work at a time, seen 200"
                + " times");
  }

  @Test
  void furtherWaitsAreOne() {
    Map<String, Double> sessions = new LinkedHashMap<>();
    for (String state : new String[] {"a", "b", "c", "d", "e", "f"}) {
      sessions.put(state, 1.5);
    }
    sessions.put("CPU", 1.0);
    assertThat(sentence(sessions))
        .contains("15 % for d, 30 % for other things, 10 % were on a CPU");
  }

  @Test
  void sessionsThatNeverWaitedSaySo() {
    assertThat(sentence(Map.of("CPU", 2.0)))
        .isEqualTo(
            "sessions waited for nothing, 100 % were on a CPU or ready for one; of 2 at work at a"
                + " time, seen 200 times");
  }

  @Test
  void ofFewSightingsNoSharesAreTold() {
    assertThat(WaitReport.sentence(new WaitCsv.Shares("r", 7, Map.of("CPU", 0.7))))
        .isEqualTo(
            "sessions were seen at work 7 times, too few to say what they wait for (least: 50);"
                + " server_waits = 20 looks more often");
  }
}
