package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.linkbench.LinkBenchRun.Answers;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ten ids with lists of 200 links, of which ten are read at once. */
class HistoryShareTest extends GraphContract {

  private static final int LISTS = 1500;
  private static final double TARGET = 0.25;

  @Test
  void pagesFurtherBackAsOftenAsItIsTold() throws Exception {
    Map<String, String> settings = new HashMap<>();
    LinkBenchKeys.MIX.values().forEach(percent -> settings.put(percent.name(), "0"));
    settings.put("linkbench.getlinklist", "100");
    settings.put("linkbench.maxid1", "11");
    settings.put("linkbench.link_type_count", "1");
    settings.put("linkbench.degrees", LinkBenchRun.distribution(folder, "200 100"));
    settings.put("linkbench.range_limit", "10");
    settings.put("linkbench.getlinklist_history", "25");
    LinkBenchRun run = LinkBenchRun.on(database, settings);
    run.load(1);
    run.act("index");
    Answers answers = run.request(1, LISTS).get(0);
    double share =
        (double) answers.counters().get(LinkBenchCounter.HISTORY_QUERIES.ordinal()) / LISTS;
    assertThat(share / TARGET).isBetween(0.75, 1.05);
    assertThat(answers.lines()).anyMatch(line -> line.matches("\\d+ GET_LINKS_LIST 0 .*"));
  }
}
