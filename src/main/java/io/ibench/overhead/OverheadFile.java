package io.ibench.overhead;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file overhead.json of a result folder. Stateless. */
public final class OverheadFile {

  private static final String NAME = "overhead.json";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private OverheadFile() {}

  /** Whether this is the folder of such a result. */
  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(NAME));
  }

  /** Pure ASCII, indented, all digits. */
  public static String json(OverheadResult result) throws JsonProcessingException {
    return MAPPER.writeValueAsString(result);
  }

  /** Writes the file into a new folder. */
  public static void write(Path folder, OverheadResult result) throws IOException {
    Files.writeString(folder.resolve(NAME), json(result) + "\n");
  }

  /**
   * @throws IOException also for a damaged file and for one of a later version; the message names
   *     the file
   */
  public static OverheadResult read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    OverheadResult result;
    try {
      result = MAPPER.readValue(Files.readString(file), OverheadResult.class);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is damaged: " + e.getOriginalMessage(), e);
    }
    if (result.schema() != OverheadResult.SCHEMA) {
      throw new IOException(
          file + " has schema " + result.schema() + "; this ibench reads " + OverheadResult.SCHEMA);
    }
    return result;
  }
}
