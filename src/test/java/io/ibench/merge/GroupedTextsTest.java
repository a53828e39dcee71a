package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupedTextsTest {

  private static AgentFolder agent(int rank) {
    return MergeSamples.agent(rank, 4);
  }

  @Test
  void theSentencesOfOneAgentStayAsTheyAre() {
    GroupedTexts texts = new GroupedTexts(1);
    texts.add(agent(0), List.of("3 late", "3 late", "4 late"));

    assertThat(texts.texts()).containsExactly("3 late", "3 late", "4 late");
  }

  @Test
  void whatAllSayInTheSameWordsHasNoName() {
    GroupedTexts texts = new GroupedTexts(2);
    assertThat(texts.isEmpty()).isTrue();

    texts.add(agent(0), List.of("seed 5"));
    texts.add(agent(1), List.of("seed 5"));

    assertThat(texts.texts()).containsExactly("seed 5");
    assertThat(texts.isEmpty()).isFalse();
  }

  @Test
  void sentencesThatDifferInNumbersAreShownOnceWithWhoSaidItFirst() {
    GroupedTexts texts = new GroupedTexts(4);
    texts.add(agent(1), List.of("1,234.5 s late", "alone"));
    texts.add(agent(2), List.of("17 s late", "two"));
    texts.add(agent(3), List.of("1,234.5 s late", "two", "two"));

    assertThat(texts.texts())
        .containsExactly(
            "agent 1 (node-1) and 2 others: 1,234.5 s late",
            "agent 1 (node-1): alone",
            "agent 2 (node-2) and 1 other: two");
  }

  @Test
  void allWithOtherNumbersAreNamed() {
    GroupedTexts texts = new GroupedTexts(2);
    texts.add(agent(0), List.of("8 late"));
    texts.add(agent(1), List.of("9 late"));

    assertThat(texts.texts()).containsExactly("agent 0 (node-0) and 1 other: 8 late");
  }
}
