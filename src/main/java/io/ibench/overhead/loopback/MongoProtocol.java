package io.ibench.overhead.loopback;

import io.ibench.overhead.loopback.LoopbackServer.Protocol;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * MongoDB's wire protocol, as in its driver's specifications: OP_MSG, and OP_QUERY for the first
 * greeting. A find finds the row; everything else is greeted. Immutable.
 */
final class MongoProtocol implements Protocol {

  private static final int HEADER = 16;
  private static final int OP_REPLY = 1;
  private static final int OP_QUERY = 2004;
  private static final int OP_MSG = 2013;
  private static final int MAX_MESSAGE = 48_000_000;

  /** Where the command's name begins: flags, kind of section, length and type come before. */
  private static final int COMMAND = HEADER + 4 + 1 + 4 + 1;

  private static final byte[] FIND = "find\0".getBytes(StandardCharsets.US_ASCII);

  private final byte[] greeting = message(false, hello());
  private final byte[] legacyGreeting = message(true, hello());

  @Override
  public void serve(DataInputStream in, OutputStream out) throws IOException {
    byte[] found = message(false, found());
    byte[] request = new byte[1 << 12];
    while (true) {
      int first = in.read();
      if (first < 0) {
        throw new EOFException();
      }
      int length =
          first
              | in.readUnsignedByte() << 8
              | in.readUnsignedByte() << 16
              | in.readUnsignedByte() << 24;
      if (length < HEADER || length > MAX_MESSAGE) {
        throw new IOException("a message of " + length + " bytes");
      }
      if (length > request.length) {
        request = new byte[2 * length];
      }
      in.readFully(request, Integer.BYTES, length - Integer.BYTES);
      int code = Integer.reverseBytes(ByteBuffer.wrap(request).getInt(12));
      if (code == OP_MSG && isFind(request, length)) {
        // The answer names the request.
        System.arraycopy(request, Integer.BYTES, found, 2 * Integer.BYTES, Integer.BYTES);
        out.write(found);
      } else {
        byte[] answer = (code == OP_QUERY ? legacyGreeting : greeting).clone();
        System.arraycopy(request, Integer.BYTES, answer, 2 * Integer.BYTES, Integer.BYTES);
        out.write(answer);
      }
    }
  }

  private static boolean isFind(byte[] request, int length) {
    int end = COMMAND + FIND.length;
    return end <= length && Arrays.equals(request, COMMAND, end, FIND, 0, FIND.length);
  }

  private static BsonDocument hello() {
    return new BsonDocument("ismaster", BsonBoolean.TRUE)
        .append("isWritablePrimary", BsonBoolean.TRUE)
        .append("helloOk", BsonBoolean.TRUE)
        .append("maxBsonObjectSize", new BsonInt32(16 << 20))
        .append("maxMessageSizeBytes", new BsonInt32(MAX_MESSAGE))
        .append("maxWriteBatchSize", new BsonInt32(100_000))
        .append("localTime", new BsonDateTime(0))
        .append("minWireVersion", new BsonInt32(0))
        .append("maxWireVersion", new BsonInt32(21))
        .append("readOnly", BsonBoolean.FALSE)
        .append("ok", new BsonDouble(1));
  }

  private static BsonDocument found() {
    BsonDocument row =
        new BsonDocument("_id", new BsonInt64(CannedRow.ID))
            .append("type", new BsonInt64(CannedRow.TYPE))
            .append("version", new BsonInt64(CannedRow.VERSION))
            .append("data", new BsonBinary(CannedRow.data()));
    BsonDocument cursor =
        new BsonDocument("firstBatch", new BsonArray(List.of(row)))
            .append("id", new BsonInt64(0))
            .append("ns", new BsonString("ibench.rows"));
    return new BsonDocument("cursor", cursor).append("ok", new BsonDouble(1));
  }

  /** A whole message; the number of the request is missing. */
  private static byte[] message(boolean legacy, BsonDocument document) {
    ByteBuffer encoded =
        new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().asNIO();
    byte[] body = new byte[encoded.remaining()];
    encoded.get(body);
    Bytes message = new Bytes();
    message.little(HEADER + (legacy ? 20 : 5) + body.length, 4).little(0, 8);
    if (legacy) {
      message.little(OP_REPLY, 4).little(0, 4).little(0, 8).little(0, 4).little(1, 4);
    } else {
      message.little(OP_MSG, 4).little(0, 4).put(0);
    }
    return message.put(body).array();
  }
}
