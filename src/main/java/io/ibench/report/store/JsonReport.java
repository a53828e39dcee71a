package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Prints stored summaries as one JSON list, each with everything in its file, even keys that this
 * version does not know. It escapes all characters that are not ASCII: no text controls a terminal.
 * Not thread-safe.
 */
public final class JsonReport implements AutoCloseable {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final JsonGenerator generator;

  /** Begins the list; the caller closes the writer. */
  public JsonReport(PrintWriter out) {
    try {
      generator = MAPPER.createGenerator(out);
      generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      generator.useDefaultPrettyPrinter();
      generator.writeStartArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds the summary of a folder, or nothing if it cannot be read. What is wrong with it is in the
   * list "damage", which a sound result does not have.
   *
   * @return the run, for what must be said of it elsewhere
   */
  public StoredRun add(Path folder) throws UnreadableResultException {
    StoredRun run = StoredRun.read(folder);
    Path file = folder.resolve(ResultReader.SUMMARY);
    JsonNode summary;
    try {
      summary = MAPPER.readTree(ReadBudget.ofHeap().read(file));
    } catch (IOException e) {
      throw new UnreadableResultException(file, "is damaged: no JSON as a whole");
    }
    if (!run.report().damage().isEmpty() && summary instanceof ObjectNode object) {
      ArrayNode damage = object.putArray("damage");
      run.report().damage().forEach(damage::add);
    }
    try {
      generator.writeTree(summary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return run;
  }

  /** Ends the list and its last line. */
  @Override
  public void close() {
    try {
      generator.writeEndArray();
      generator.writeRaw('\n');
      generator.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
