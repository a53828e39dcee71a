package io.ibench.merge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Sentences of several agents. A sentence that differs only in its numbers is shown once, with the
 * agent that said it first. Not thread-safe.
 */
final class GroupedTexts {

  private final int agents;
  private final Map<String, Said> byForm = new LinkedHashMap<>();

  private static final class Said {
    private final String text;
    private final String by;
    private boolean same = true;
    private final TreeSet<Integer> ranks = new TreeSet<>();

    Said(String text, String by) {
      this.text = text;
      this.by = by;
    }
  }

  /**
   * @param agents of the run; the sentences of one agent remain as they are
   */
  GroupedTexts(int agents) {
    this.agents = agents;
  }

  void add(AgentFolder agent, List<String> texts) {
    for (String text : texts) {
      String form = agents == 1 ? byForm.size() + text : text.replaceAll("[0-9][0-9.,]*", "#");
      Said said = byForm.computeIfAbsent(form, any -> new Said(text, agent.title()));
      said.same &= said.text.equals(text);
      said.ranks.add(agent.rank());
    }
  }

  boolean isEmpty() {
    return byForm.isEmpty();
  }

  /** What all agents say in the same words has no name. */
  List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (Said said : byForm.values()) {
      int others = said.ranks.size() - 1;
      if (said.same && said.ranks.size() == agents) {
        texts.add(said.text);
      } else {
        String and = others == 0 ? "" : " and " + others + (others == 1 ? " other" : " others");
        texts.add(said.by + and + ": " + said.text);
      }
    }
    return texts;
  }
}
