package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.random.DistributionKind;
import io.ibench.random.Random64;
import io.ibench.random.Shuffler;
import io.ibench.workload.oltp.StepSettings.Draws;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Ids and tables as they are drawn. */
class IdSourceTest {

  private static final OltpSettings DATA = OltpTrial.plan("load", "oltp.tables = 3").settings();

  private static List<Long> drawn(Draws draws) {
    IdSource source = new IdSource(DATA, draws, new Random64(3));
    return LongStream.generate(source::next).limit(5000).boxed().toList();
  }

  @Test
  void idsBeginWithOneAndEndWithTheLast() {
    List<Long> ids = drawn(new Draws(DistributionKind.UNIFORM, 0, 0, false, 50));
    assertThat(ids).contains(1L, 50L).allMatch(id -> id >= 1 && id <= 50);
  }

  /** 1,024 groups, as the loaded tables of earlier versions have them. */
  @Test
  void scatteredIdsAreTheSameOnesElsewhere() {
    List<Long> near = drawn(new Draws(DistributionKind.ZIPFIAN, 2, 0, false, 100_000));
    List<Long> far = drawn(new Draws(DistributionKind.ZIPFIAN, 2, 0, true, 100_000));
    Shuffler places = new Shuffler(100_000, DATA.seed(), 1024);
    assertThat(near.stream().filter(id -> id == 1).count()).isGreaterThan(2500);
    assertThat(far).isEqualTo(near.stream().map(id -> 1 + places.permute(id - 1)).toList());
    assertThat(far).isNotEqualTo(near);
  }

  @Test
  void eachTableIsDrawn() {
    IdSource source =
        new IdSource(DATA, new Draws(DistributionKind.UNIFORM, 0, 0, false, 50), new Random64(3));
    assertThat(IntStream.range(0, 100).map(i -> source.table()).distinct().sorted().toArray())
        .containsExactly(0, 1, 2);
  }

  /** A run with one table draws no number for it: its ids stay those of earlier versions. */
  @Test
  void oneTableIsNotDrawn() {
    Random64 random = new Random64(3);
    IdSource source =
        new IdSource(
            OltpTrial.plan("load").settings(),
            new Draws(DistributionKind.UNIFORM, 0, 0, false, 50),
            random);
    assertThat(source.table()).isZero();
    assertThat(random.nextLong()).isEqualTo(new Random64(3).nextLong());
    assertThat(source.random()).isSameAs(random);
  }
}
