package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

/** Reads JSON up to where it is damaged. One thread's, for one text. */
final class PartialJson {

  /** Reads one value, whatever follows it. */
  private static final JsonMapper VALUES = new JsonMapper();

  private final JsonMapper mapper;
  private final Deque<ContainerNode<?>> open = new ArrayDeque<>();
  private String key;
  private JsonNode root = JsonNodeFactory.instance.missingNode();
  private String lastKey;

  private PartialJson(JsonMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * What there is.
   *
   * @param root missing where not even a beginning can be read
   * @param cut the objects and lists that the damage is in; what was in them behind it is lost
   * @param place where the damage begins; empty where there is none
   */
  record Parts(JsonNode root, Set<JsonNode> cut, Optional<JsonLocation> place) {}

  static Parts read(JsonMapper mapper, byte[] json) {
    return new PartialJson(mapper).read(json);
  }

  private Parts read(byte[] json) {
    Set<JsonNode> cut = Collections.newSetFromMap(new IdentityHashMap<>());
    try (JsonParser parser = mapper.createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (open.isEmpty() && !root.isMissingNode()) {
          return new Parts(root, cut, Optional.of(parser.currentTokenLocation()));
        }
        take(parser, token);
      }
      return new Parts(root, cut, Optional.empty());
    } catch (JsonProcessingException e) {
      removeLast();
      cut.addAll(open);
      return new Parts(root, cut, Optional.ofNullable(e.getLocation()));
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory can always be read", e);
    }
  }

  private void take(JsonParser parser, JsonToken token) throws IOException {
    switch (token) {
      case FIELD_NAME -> key = parser.currentName();
      case START_OBJECT -> begin(JsonNodeFactory.instance.objectNode());
      case START_ARRAY -> begin(JsonNodeFactory.instance.arrayNode());
      case END_OBJECT, END_ARRAY -> {
        open.pop();
        lastKey = null;
      }
      default -> add(VALUES.readTree(parser));
    }
  }

  private void begin(ContainerNode<?> container) {
    add(container);
    open.push(container);
    lastKey = null;
  }

  private void add(JsonNode value) {
    ContainerNode<?> into = open.peek();
    if (into instanceof ObjectNode object) {
      object.set(key, value);
      lastKey = key;
    } else if (into instanceof ArrayNode list) {
      list.add(value);
    } else {
      root = value;
    }
  }

  /** A number that the file ends in may have had more digits. */
  private void removeLast() {
    if (open.peek() instanceof ObjectNode object && lastKey != null) {
      object.remove(lastKey);
    }
  }
}
