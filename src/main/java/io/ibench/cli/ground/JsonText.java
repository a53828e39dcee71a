package io.ibench.cli.ground;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON for stdout. */
public final class JsonText {

  private JsonText() {}

  /** Indented, and pure ASCII, as the encoding of stdout is unknown. */
  public static String of(Object value) throws JsonProcessingException {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
        .build()
        .writeValueAsString(value);
  }
}
