package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.suite.Cell.State;
import io.ibench.suite.Suite.Conditions;
import io.ibench.suite.Suite.Matter;
import io.ibench.suite.Suite.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order of a suite's cells, whose loads they use, and how far they are. */
class CellOrderTest {

  private static final List<Factor> FACTORS =
      List.of(
          new Factor("engine", Optional.empty(), List.of("rocks", "inno")),
          new Factor("redo", Optional.empty(), List.of("r1", "r4")));

  private static Suite suite(int repeat, Order order, DataMode data, String... base) {
    return new Suite(
        "load.properties",
        List.of(),
        Optional.of("small"),
        FACTORS,
        new Matrix(FACTORS, List.of(), Map.of()).variants(),
        new Matter(repeat, order, 7, data, false, List.of("redo"), List.of()),
        new Conditions(
            false,
            0,
            false,
            0,
            false,
            false,
            OptionalLong.empty(),
            OptionalLong.empty(),
            false,
            2,
            true),
        new Tables(List.of(base), List.of(), List.of(), Optional.empty(), true, true, false),
        List.of());
  }

  private static List<String> names(List<Cell> cells) {
    return cells.stream().map(Cell::name).toList();
  }

  private static List<String> order(int repeat, Order order, DataMode data, String... base) {
    return names(CellOrder.plan(suite(repeat, order, data, base), List.of()));
  }

  @Test
  void everyOtherRoundIsInReverse() {
    assertThat(order(3, Order.INTERLEAVED, DataMode.FRESH))
        .containsExactly(
            "rocks.r1-r1",
            "rocks.r4-r1",
            "inno.r1-r1",
            "inno.r4-r1",
            "inno.r4-r2",
            "inno.r1-r2",
            "rocks.r4-r2",
            "rocks.r1-r2",
            "rocks.r1-r3",
            "rocks.r4-r3",
            "inno.r1-r3",
            "inno.r4-r3");
  }

  @Test
  void theGivenOrderHasAllRepeatsOfAVariantTogether() {
    assertThat(order(2, Order.GIVEN, DataMode.FRESH))
        .containsExactly(
            "rocks.r1-r1",
            "rocks.r1-r2",
            "rocks.r4-r1",
            "rocks.r4-r2",
            "inno.r1-r1",
            "inno.r1-r2",
            "inno.r4-r1",
            "inno.r4-r2");
  }

  @Test
  void eachRandomRoundIsDrawnFromTheSeedAndItsNumber() {
    List<String> expected = new ArrayList<>();
    for (int repeat = 1; repeat <= 2; repeat++) {
      List<String> round = new ArrayList<>(List.of("rocks.r1", "rocks.r4", "inno.r1", "inno.r4"));
      Collections.shuffle(round, new Random(7 + repeat));
      for (String variant : round) {
        expected.add(variant + "-r" + repeat);
      }
    }

    assertThat(order(2, Order.RANDOM, DataMode.FRESH)).isEqualTo(expected);
  }

  @Test
  void oneLoadServesAllThatDifferInSharedFactorsOnly() {
    assertThat(order(1, Order.GIVEN, DataMode.COPY))
        .startsWith("rocks.r1-load", "inno.r1-load", "rocks.r1-r1")
        .hasSize(6);
    assertThat(order(1, Order.GIVEN, DataMode.KEEP, "r4"))
        .startsWith("rocks.r4-load", "inno.r4-load", "rocks.r1-r1");
    assertThat(suite(1, Order.GIVEN, DataMode.COPY, "inno").loadOf("rocks.r4"))
        .isEqualTo("rocks.r1");
    assertThat(suite(1, Order.GIVEN, DataMode.COPY).loadOf("inno.r4")).isEqualTo("inno.r1");
  }

  @Test
  void furtherRepeatsComeBehindTheKnownCells() {
    Cell known = Cell.planned(1, "inno.r4", 1).over(State.DONE, Optional.empty(), 5);

    List<Cell> cells = CellOrder.plan(suite(1, Order.GIVEN, DataMode.FRESH), List.of(known));

    assertThat(cells.get(0)).isEqualTo(known);
    assertThat(names(cells))
        .containsExactly("inno.r4-r1", "rocks.r1-r1", "rocks.r4-r1", "inno.r1-r1");
    assertThat(cells).extracting(Cell::number).containsExactly(1, 2, 3, 4);
  }

  @Test
  void aStateIsReadAsItWasWritten(@TempDir Path folder) throws IOException {
    assertThat(SuiteState.isIn(folder)).isFalse();
    SuiteState state =
        SuiteState.begin(suite(2, Order.GIVEN, DataMode.FRESH), List.of("seed=1"))
            .only(List.of("r4"));
    Cell changed = state.cells().get(3).begun(77);
    SuiteState next = state.with(changed);
    next.write(folder);

    assertThat(SuiteState.isIn(folder)).isTrue();
    assertThat(SuiteState.read(folder)).isEqualTo(next);
    assertThat(next.cells()).hasSize(8);
    assertThat(next.cells().get(3)).isEqualTo(changed);
    assertThat(next.only()).containsExactly("r4");
    assertThat(next.repeat()).isEqualTo(2);
    assertThat(next.scale()).contains("small");
  }

  @Test
  void aStateOfALaterIbenchIsNotRead(@TempDir Path folder) throws IOException {
    SuiteState.begin(suite(1, Order.GIVEN, DataMode.FRESH), List.of()).write(folder);
    Path file = folder.resolve(SuiteState.NAME);
    Files.writeString(
        file,
        Files.readString(file)
            .replace("\"schema\" : 1", "\"schema\" : 2")
            .replaceAll("(?s),\\s*\"checksum\" : \"[^\"]*\"", ""));

    assertThatThrownBy(() -> SuiteState.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " has schema 2; this ibench reads 1");
  }

  @Test
  void aSuiteGoesOnWithMoreRepeatsAndOtherSettings() {
    SuiteState state = SuiteState.begin(suite(1, Order.GIVEN, DataMode.FRESH), List.of("a=1"));

    SuiteState more = state.goOn(suite(2, Order.GIVEN, DataMode.FRESH), List.of("b=2"));

    assertThat(more.repeat()).isEqualTo(2);
    assertThat(more.settings()).containsExactly("b=2");
    assertThat(more.cells()).hasSize(8);
    assertThat(more.cells().subList(0, 4)).isEqualTo(state.cells());
  }

  @Test
  void aReportShowsTheAskedVariantsThoseThatRanAndTheirLoads() {
    Suite whole = suite(1, Order.GIVEN, DataMode.COPY);
    SuiteState state = SuiteState.begin(whole, List.of()).only(List.of("rocks.r4"));

    assertThat(whole.shown(SuiteState.begin(whole, List.of()))).isSameAs(whole);
    Suite shown = whole.shown(state);
    assertThat(shown.variants()).extracting(Variant::name).containsExactly("rocks.r4");
    assertThat(names(state.shown(whole, shown).cells()))
        .containsExactly("rocks.r1-load", "rocks.r4-r1");

    SuiteState ran = state.with(state.cells().get(4).begun(1));
    assertThat(whole.shown(ran).variants())
        .extracting(Variant::name)
        .containsExactly("rocks.r4", "inno.r1");
  }

  @Test
  void theCellsOfAVariantAreInTheOrderOfTheirRepeats() {
    Suite whole = suite(3, Order.INTERLEAVED, DataMode.COPY);
    SuiteState state = SuiteState.begin(whole, List.of());
    List<Cell> reversed = new ArrayList<>(state.cells());
    Collections.reverse(reversed);
    SuiteState other = new SuiteState(1, Optional.empty(), List.of(), 3, List.of(), reversed);

    assertThat(names(other.of(whole.variant("rocks.r1"))))
        .containsExactly("rocks.r1-r1", "rocks.r1-r2", "rocks.r1-r3");
  }

  @Test
  void namesOfVariantsAndLevelsAreFound() {
    Suite suite = suite(1, Order.GIVEN, DataMode.FRESH);

    assertThat(suite.levels()).containsExactly("rocks", "inno", "r1", "r4");
    assertThat(suite.unknownLevel(List.of("rocks.r1", "r4+soft"))).contains("soft");
    assertThat(suite.unknownLevel(List.of("rocks"))).isEmpty();
    assertThat(suite.isOneOf(List.of("r4+inno", "rocks.r4"), "rocks.r4")).isTrue();
    assertThat(suite.isOneOf(List.of("r4+inno"), "rocks.r4")).isFalse();
    assertThat(suite.title(suite.variant("inno.r4"))).isEqualTo("inno.r4");
    assertThatThrownBy(() -> suite.variant("none")).hasMessage("no variant none");
    assertThat(
            suite.unknownVariants(
                new SuiteState(
                    1,
                    Optional.empty(),
                    List.of(),
                    1,
                    List.of(),
                    List.of(
                        Cell.planned(1, "old", 1),
                        Cell.planned(2, "old", 2),
                        Cell.planned(3, "inno.r1", 1)))))
        .containsExactly("old");
  }

  @Test
  void aLineAboutSomeVariantsNamesThreeAtMost() {
    Suite suite = suite(1, Order.GIVEN, DataMode.FRESH);

    assertThat(suite.withVariants("late", List.of("a", "b", "c"))).isEqualTo("late (a, b, c)");
    assertThat(suite.withVariants("late", List.of("a", "b", "c", "d"))).isEqualTo("late");
    assertThat(suite.withVariants("late", List.of("a", "b", "c", "d", "e")))
        .isEqualTo("late (a and 4 more variants)");
  }
}
