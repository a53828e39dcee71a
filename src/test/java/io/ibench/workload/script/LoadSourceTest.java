package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.workload.script.LoadSource.Claim;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadSourceTest {

  private final Claim one = new Claim();
  private final Claim other = new Claim();

  private static LoadSection section(long rows) {
    return new LoadSection(null, rows, "n", false, 1, "load");
  }

  @Test
  void theLastClaimOfASectionHasTheRest() {
    LoadSource source = new LoadSource(List.of(section(5)), 2);

    assertThat(source.claim(one)).isZero();
    assertThat(List.of(one.from, one.to)).containsExactly(1L, 2L);
    assertThat(source.claim(one)).isZero();
    assertThat(List.of(one.from, one.to)).containsExactly(3L, 4L);
    assertThat(source.claim(one)).isZero();
    assertThat(List.of(one.from, one.to)).containsExactly(5L, 5L);
    assertThat(source.claim(one)).isEqualTo(LoadSource.DONE);
  }

  @Test
  void aSectionBeginsWhenTheOneBeforeIsCommitted() {
    LoadSource source = new LoadSource(List.of(section(3), section(1)), 2);
    source.claim(one);
    source.claim(other);

    assertThat(source.claim(new Claim())).isEqualTo(LoadSource.WAIT);
    source.done(one);
    assertThat(source.claim(new Claim())).isEqualTo(LoadSource.WAIT);
    source.done(other);
    assertThat(source.claim(one)).isEqualTo(1);
    assertThat(List.of(one.from, one.to)).containsExactly(1L, 1L);
    assertThat(source.claim(one)).isEqualTo(LoadSource.DONE);
  }

  @Test
  void eachSectionIsCountedFromItsOwnBegin() {
    LoadSource source = new LoadSource(List.of(section(2), section(2), section(1)), 1);
    for (int i = 0; i < 2; i++) {
      assertThat(source.claim(one)).isZero();
      source.done(one);
    }
    assertThat(source.claim(one)).isEqualTo(1);
    source.done(one);
    assertThat(source.claim(other)).isEqualTo(1);
    assertThat(source.claim(one)).isEqualTo(LoadSource.WAIT);
    source.done(other);
    assertThat(source.claim(one)).isEqualTo(2);
  }

  @Test
  void withoutSectionsNothingIsLeft() {
    assertThat(new LoadSource(List.of(), 10).claim(one)).isEqualTo(LoadSource.DONE);
  }
}
