package io.ibench.testing;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * MongoDB's wire protocol: OP_MSG both ways, and OP_QUERY with OP_REPLY for the handshake. No
 * compression; a checksum is skipped.
 */
public final class MongoWire {

  static final int OP_REPLY = 1;
  static final int OP_QUERY = 2004;
  public static final int OP_MSG = 2013;
  public static final int HEADER_BYTES = 16;

  private static final int CHECKSUM_PRESENT = 1;
  private static final int MORE_TO_COME = 2;
  private static final int CHECKSUM_BYTES = 4;
  private static final int MAX_MESSAGE_BYTES = 48_000_000;

  private MongoWire() {}

  /**
   * @param legacy whether it came as OP_QUERY and is answered by OP_REPLY
   * @param answered whether the client waits for an answer
   */
  public record Request(int id, boolean legacy, boolean answered, BsonDocument command) {}

  /** One whole message with its header; throws EOFException when the client is gone. */
  static ByteBuffer readMessage(DataInputStream in) throws IOException {
    int length = Integer.reverseBytes(in.readInt());
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
      throw new IOException("a message of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes, Integer.BYTES, length - Integer.BYTES);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, length);
  }

  public static Request read(DataInputStream in) throws IOException {
    ByteBuffer message = readMessage(in);
    int id = message.getInt(4);
    int code = message.getInt(12);
    message.position(HEADER_BYTES);
    if (code == OP_MSG) {
      int flags = message.getInt();
      return new Request(id, false, (flags & MORE_TO_COME) == 0, sections(message, flags));
    }
    if (code == OP_QUERY) {
      message.getInt();
      String namespace = cstring(message);
      message.getLong();
      BsonDocument command = document(message);
      command.putIfAbsent("$db", new BsonString(namespace.replaceAll("\\..*", "")));
      return new Request(id, true, true, command);
    }
    throw new IOException("operation code " + code);
  }

  private static BsonDocument sections(ByteBuffer message, int flags) throws IOException {
    int end = message.limit() - ((flags & CHECKSUM_PRESENT) == 0 ? 0 : CHECKSUM_BYTES);
    BsonDocument command = new BsonDocument();
    while (message.position() < end) {
      byte kind = message.get();
      if (kind == 0) {
        BsonDocument body = document(message);
        body.putAll(command);
        command = body;
      } else if (kind == 1) {
        int sequenceEnd = message.position() + message.getInt(message.position());
        message.getInt();
        String field = cstring(message);
        BsonArray documents = new BsonArray();
        while (message.position() < sequenceEnd) {
          documents.add(document(message));
        }
        command.put(field, documents);
      } else {
        throw new IOException("section of kind " + kind);
      }
    }
    if (command.isEmpty()) {
      throw new EOFException("a message without a command");
    }
    return command;
  }

  static String cstring(ByteBuffer message) {
    int start = message.position();
    int length = 0;
    while (message.get(start + length) != 0) {
      length++;
    }
    message.position(start + length + 1);
    return new String(message.array(), start, length, StandardCharsets.UTF_8);
  }

  private static BsonDocument document(ByteBuffer message) {
    int length = message.getInt(message.position());
    BsonDocument document = decode(message.array(), message.position(), length);
    message.position(message.position() + length);
    return document;
  }

  static BsonDocument decode(byte[] bytes, int offset, int length) {
    return new RawBsonDocument(bytes, offset, length).decode(new BsonDocumentCodec());
  }

  public static byte[] encode(BsonDocument document) {
    ByteBuffer bytes =
        new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().asNIO();
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return copy;
  }

  /** The whole message; ids are at bytes 4 (its own) and 8 (of what it answers). */
  public static byte[] answer(int requestId, boolean legacy, BsonDocument document) {
    byte[] body = encode(document);
    int prefix = legacy ? 20 : 5;
    ByteBuffer message =
        ByteBuffer.allocate(HEADER_BYTES + prefix + body.length).order(ByteOrder.LITTLE_ENDIAN);
    message.putInt(message.capacity()).putInt(0).putInt(requestId);
    if (legacy) {
      message.putInt(OP_REPLY).putInt(0).putLong(0).putInt(0).putInt(1);
    } else {
      message.putInt(OP_MSG).putInt(0).put((byte) 0);
    }
    return message.put(body).array();
  }
}
