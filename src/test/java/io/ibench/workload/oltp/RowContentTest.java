package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.random.DistributionKind;
import io.ibench.random.Random64;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of rows, and what damages them. */
class RowContentTest {

  private static final String PAD = "01234567890-11111111111-22222222222-33333333333-99999999999";

  private static boolean isPad(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return RowContent.isOfForm(bytes, bytes.length, RowContent.PAD_LENGTH);
  }

  @Test
  void groupsOfElevenDigitsWithDashesBetweenHaveTheForm() {
    assertThat(isPad(PAD)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(chars = {'/', ':', '-', ' '})
  void anyOtherCharacterThanADigitIsDamageAtEveryPlace(char wrong) {
    for (int at = 0; at < PAD.length(); at++) {
      char own = PAD.charAt(at) == '-' ? '5' : wrong;
      assertThat(isPad(PAD.substring(0, at) + own + PAD.substring(at + 1)))
          .as("at " + at)
          .isFalse();
    }
  }

  @Test
  void aShorterOrLongerTextIsDamaged() {
    assertThat(isPad(PAD.substring(0, PAD.length() - 1))).isFalse();
    assertThat(isPad(PAD + "-")).isFalse();
    assertThat(isPad("")).isFalse();
  }

  @Test
  void drawnTextsHaveTheForm() {
    RowContent content = new RowContent();
    Random64 random = new Random64(1);
    for (int i = 0; i < 100; i++) {
      content.drawC(random);
      content.drawPad(random);
      assertThat(RowContent.isOfForm(content.c(), content.c().length, 119)).isTrue();
      assertThat(RowContent.isOfForm(content.pad(), content.pad().length, 59)).isTrue();
    }
  }

  @Test
  void aRowHasTheBytesOfItsFourValues() {
    assertThat(RowContent.ROW_BYTES).isEqualTo(4 + 4 + 119 + 59);
  }

  /** As in {@link OltpOnEachProductTest}. */
  @ParameterizedTest
  @CsvSource({"1, 3316, 59416874258-08885009654-, 11680397261-48396092713-", "10000, 5332, '', ''"})
  void aLoadedRowDependsOnSeedTableAndIdAlone(long id, long k, String c, String pad) {
    OltpSettings settings = OltpTrial.plan("load", "oltp.rows = 10000").settings();
    RowContent content = new RowContent();
    RowContent.Loaded rows =
        new RowContent.Loaded(
            settings, 1, DistributionKind.UNIFORM.over(10_000, 0.8, 0.2), content);
    rows.draw(77);
    assertThat(rows.draw(id)).isEqualTo(k);
    assertThat(new String(content.c(), StandardCharsets.US_ASCII)).startsWith(c);
    assertThat(new String(content.pad(), StandardCharsets.US_ASCII)).startsWith(pad);
    String first = new String(content.c(), StandardCharsets.US_ASCII);
    new RowContent.Loaded(settings, 2, DistributionKind.UNIFORM.over(10_000, 0.8, 0.2), content)
        .draw(id);
    assertThat(new String(content.c(), StandardCharsets.US_ASCII)).isNotEqualTo(first);
  }
}
