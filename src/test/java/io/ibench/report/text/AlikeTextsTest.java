package io.ibench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AlikeTextsTest {

  private static final String FEW = "qps 9.5/s is 1,200 above (most: 10 %)";
  private static final String MANY = "qps 1,010/s is 31 above (most: 10 %)";

  @Test
  void numbersThatDifferBecomeARangeByTheirValue() {
    assertThat(AlikeTexts.merged(List.of(MANY, FEW, "qps 77/s is 900 above (most: 10 %)")))
        .isEqualTo("qps 9.5 ... 1,010/s is 31 ... 1,200 above (most: 10 %)");
  }

  @Test
  void aCommaBehindANumberIsNoPartOfIt() {
    assertThat(AlikeTexts.merged(List.of("id 1, type 2,000,", "id 30, type 1,999,")))
        .isEqualTo("id 1 ... 30, type 1,999 ... 2,000,");
  }

  @Test
  void onlyTextsThatDifferInNumbersAloneAreAlike() {
    assertThat(AlikeTexts.pattern(FEW)).isEqualTo(AlikeTexts.pattern(MANY));
    assertThat(AlikeTexts.pattern("1 interval")).isNotEqualTo(AlikeTexts.pattern("2 intervals"));
  }
}
