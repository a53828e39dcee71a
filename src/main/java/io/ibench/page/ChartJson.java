package io.ibench.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Line;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * Charts as JSON for a script element: no name in it can end the element, and names look as in the
 * page's text. Values have at most six digits, except whole numbers; NaN is null. Positions on an
 * axis have twelve digits: milliseconds in a year, or the percentile of one operation in a billion.
 * Equal charts give equal texts, in every process. Stateless.
 */
final class ChartJson {

  private static final MathContext VALUE_DIGITS = new MathContext(6);
  private static final MathContext PLACE_DIGITS = new MathContext(12);
  private static final JsonMapper MAPPER = mapper();

  private ChartJson() {}

  static String of(ChartSet charts) {
    try {
      return MAPPER.writeValueAsString(charts);
    } catch (IOException e) {
      throw new IllegalStateException("records can always be written", e);
    }
  }

  private static JsonMapper mapper() {
    SimpleModule module = new SimpleModule();
    module.addSerializer(double[].class, new Values(VALUE_DIGITS));
    module.addSerializer(String.class, new Texts());
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .addModule(module)
            .addMixIn(Chart.class, WithoutTopic.class)
            .addMixIn(Line.class, ExactPlaces.class)
            .build();
    mapper.getFactory().setCharacterEscapes(new EscapedHtml());
    return mapper;
  }

  /** The page's sections already place a chart by its topic. */
  private interface WithoutTopic {
    @JsonIgnore
    @SuppressWarnings("UnusedMethod") // Jackson looks for it
    Chart.Topic topic();
  }

  private interface ExactPlaces {
    @JsonSerialize(using = Places.class)
    @SuppressWarnings("UnusedMethod") // Jackson looks for it
    double[] x();
  }

  /** Writes positions on the axis x. */
  static final class Places extends Values {

    private static final long serialVersionUID = 1L;

    Places() {
      super(PLACE_DIGITS);
    }
  }

  private static class Values extends StdSerializer<double[]> {

    private static final long serialVersionUID = 1L;

    private final MathContext digits;

    Values(MathContext digits) {
      super(double[].class);
      this.digits = digits;
    }

    @Override
    public void serialize(double[] values, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeStartArray();
      for (double value : values) {
        if (!Double.isFinite(value)) {
          json.writeNull();
        } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
          json.writeNumber((long) value);
        } else {
          json.writeNumber(new BigDecimal(value).round(digits).stripTrailingZeros().toString());
        }
      }
      json.writeEndArray();
    }
  }

  private static final class Texts extends StdSerializer<String> {

    private static final long serialVersionUID = 1L;

    Texts() {
      super(String.class);
    }

    @Override
    public void serialize(String text, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(VisibleText.of(text));
    }
  }

  private static final class EscapedHtml extends CharacterEscapes {

    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] escapes = standardAsciiEscapesForJSON();
      for (char c : new char[] {'<', '>', '&', '\''}) {
        escapes[c] = ESCAPE_STANDARD;
      }
      return escapes;
    }

    @Override
    public SerializableString getEscapeSequence(int ch) {
      return new SerializedString(String.format(Locale.ROOT, "\\u%04x", ch));
    }
  }
}
