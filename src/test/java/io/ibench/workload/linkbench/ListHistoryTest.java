package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.random.Random64;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ListHistoryTest {

  private static final int MOST = 2048;

  private final ListHistory history = new ListHistory();
  private final Random64 random = new Random64(1);

  private Set<Long> id1s() {
    Set<Long> ids = new HashSet<>();
    for (int entry = 0; entry < history.size(); entry++) {
      ids.add(history.id1(entry));
    }
    return ids;
  }

  @Test
  void beginsEmpty() {
    assertThat(history.isEmpty()).isTrue();
    history.add(1, 2, 3, random);
    assertThat(history.isEmpty()).isFalse();
  }

  @Test
  void leavesTheEntryOfAnIdAndTypeThatIsKnown() {
    history.add(1, 2, 100, random);
    history.add(1, 3, 200, random);
    history.add(2, 2, 300, random);
    history.move(0, 50);
    history.add(1, 2, 100, random);
    assertThat(history.size()).isEqualTo(3);
    assertThat(history.time(0)).isEqualTo(50);
    assertThat(history.time(1)).isEqualTo(200);
    assertThat(history.time(2)).isEqualTo(300);
  }

  @Test
  void movesAndRemovesTheEntryThatWasChosen() {
    for (long id1 = 1; id1 <= 3; id1++) {
      history.add(id1, 9, 100 * id1, random);
    }
    history.move(1, 150);
    assertThat(history.time(1)).isEqualTo(150);
    history.remove(0);
    assertThat(id1s()).containsExactlyInAnyOrder(2L, 3L);
    history.remove(1);
    history.remove(0);
    assertThat(history.isEmpty()).isTrue();
  }

  @Test
  void keepsTheNewestAndDropsAnyOtherWhenFull() {
    for (long id1 = 0; id1 < MOST; id1++) {
      history.add(id1, 9, 100, random);
    }
    Set<Long> dropped = new HashSet<>();
    for (long id1 = MOST; id1 < MOST + 10; id1++) {
      Set<Long> before = id1s();
      history.add(id1, 9, 100, random);
      assertThat(id1s()).hasSize(MOST).contains(id1);
      before.removeAll(id1s());
      dropped.addAll(before);
    }
    assertThat(dropped).hasSize(10);
    assertThat(dropped.stream().anyMatch(id1 -> id1 > 100)).isTrue();
  }

  @Test
  void choosesEveryEntry() {
    for (long id1 = 0; id1 < 5; id1++) {
      history.add(id1, 9, 100, random);
    }
    Set<Integer> chosen = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      chosen.add(history.choose(random));
    }
    assertThat(chosen).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
  }
}
