package io.ibench.bench;

import io.ibench.testing.MongoWire;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Whole messages that answer the commands of LinkBench's requests, made once: 10 links for a list,
 * a link, a node or a count for a read by key, and an old link that was visible. What a command
 * asks for is told by its first bytes alone. One connection's.
 */
final class CannedAnswers {

  /** No answer is ready for it. */
  static final int NONE = -1;

  static final int LISTED_LINKS = 10;

  /** Above all ids that are loaded in a measurement. */
  static final long HIGHEST_NODE = 1L << 40;

  private static final String LINKS = "linktable";
  private static final String COUNTS = "counttable";
  private static final String NODES = "nodetable";

  private static final int LINK_BYTES = 8;
  private static final int NODE_BYTES = 128;

  /** Where the first section's document begins, after flags and kind. */
  private static final int DOCUMENT = MongoWire.HEADER_BYTES + 5;

  private static final int FIRST_ELEMENT = DOCUMENT + Integer.BYTES;

  /** From the end of the collection's name to the name of the filter's first field. */
  private static final int TO_FILTERED_FIELD = 1 + "filter".length() + 1 + Integer.BYTES + 1;

  private static final byte[] KEY = {'_', 'i', 'd', 0};

  /** How commands begin; the first one is the list of links, or else links by their keys. */
  private final byte[][] beginnings = {
    beginning("find", LINKS),
    beginning("find", NODES),
    beginning("findAndModify", LINKS),
    beginning("commitTransaction", new BsonInt32(1)),
    beginning("find", COUNTS),
    beginning("update", COUNTS),
    beginning("update", NODES),
    beginning("insert", NODES),
    beginning("delete", NODES)
  };

  private final byte[][] messages = {
    message(found(LINKS, Collections.nCopies(LISTED_LINKS, link()))),
    message(found(NODES, List.of(node()))),
    message(oldLink()),
    message(ok()),
    message(found(COUNTS, List.of(new BsonDocument("count", new BsonInt64(LISTED_LINKS))))),
    message(written().append("nModified", new BsonInt32(1))),
    message(written().append("nModified", new BsonInt32(1))),
    message(written()),
    message(written()),
    message(found(LINKS, List.of(link())))
  };

  /** The number of the message that answers a message, or {@link #NONE}. */
  int to(byte[] message, int length) {
    for (int i = 0; i < beginnings.length; i++) {
      int end = FIRST_ELEMENT + beginnings[i].length;
      if (end <= length
          && Arrays.equals(message, FIRST_ELEMENT, end, beginnings[i], 0, beginnings[i].length)) {
        return i == 0 && asksForKeys(message, end) ? messages.length - 1 : i;
      }
    }
    return NONE;
  }

  private static boolean asksForKeys(byte[] message, int end) {
    int field = end + TO_FILTERED_FIELD;
    return Arrays.equals(message, field, field + KEY.length, KEY, 0, KEY.length);
  }

  /** The answer, valid until the next one is asked for. */
  byte[] message(int number, byte[] request) {
    System.arraycopy(request, Integer.BYTES, messages[number], 2 * Integer.BYTES, Integer.BYTES);
    return messages[number];
  }

  private static byte[] beginning(String command, String collection) {
    return beginning(command, new BsonString(collection));
  }

  /** The first element of a command's document. */
  private static byte[] beginning(String command, BsonValue value) {
    byte[] document = MongoWire.encode(new BsonDocument(command, value));
    return Arrays.copyOfRange(document, Integer.BYTES, document.length - 1);
  }

  private static byte[] message(BsonDocument document) {
    return MongoWire.answer(0, false, document);
  }

  static BsonDocument ok() {
    return new BsonDocument("ok", new BsonDouble(1));
  }

  private static BsonDocument written() {
    return ok().append("n", new BsonInt32(1));
  }

  private static BsonDocument oldLink() {
    BsonDocument error =
        new BsonDocument("n", new BsonInt32(1)).append("updatedExisting", BsonBoolean.TRUE);
    return new BsonDocument("lastErrorObject", error)
        .append("value", new BsonDocument("visibility", new BsonInt32(1)))
        .append("ok", new BsonDouble(1));
  }

  /** All of a cursor in its first batch. */
  private static BsonDocument found(String collection, List<BsonDocument> documents) {
    BsonDocument cursor =
        new BsonDocument("firstBatch", new BsonArray(documents))
            .append("id", new BsonInt64(0))
            .append("ns", new BsonString("ibench." + collection));
    return new BsonDocument("cursor", cursor).append("ok", new BsonDouble(1));
  }

  /** The collections that there are. */
  static BsonDocument collections() {
    List<BsonDocument> listed =
        List.of(LINKS, COUNTS, NODES).stream()
            .map(
                name ->
                    new BsonDocument("name", new BsonString(name))
                        .append("type", new BsonString("collection")))
            .toList();
    return found("$cmd.listCollections", listed);
  }

  private static BsonDocument link() {
    return new BsonDocument("id1", new BsonInt64(1))
        .append("id2", new BsonInt64(2))
        .append("link_type", new BsonInt64(123_456_789))
        .append("visibility", new BsonInt32(1))
        .append("data", new BsonBinary(new byte[LINK_BYTES]))
        .append("time", new BsonInt64(Requests.EPOCH_MILLIS))
        .append("version", new BsonInt32(0));
  }

  private static BsonDocument node() {
    return new BsonDocument("_id", new BsonInt64(HIGHEST_NODE))
        .append("type", new BsonInt32(2048))
        .append("version", new BsonInt64(1))
        .append("time", new BsonInt32((int) (Requests.EPOCH_MILLIS / 1000)))
        .append("data", new BsonBinary(new byte[NODE_BYTES]));
  }
}
