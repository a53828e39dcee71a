package io.ibench.testing;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import de.bwaldvogel.mongo.wire.message.MessageHeader;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Executes single commands on documents in memory; knows no sessions. Not thread-safe. */
final class MongoEngine {

  /** Fields that say how to execute, and not what. */
  private static final List<String> MANNERS =
      List.of(
          "lsid",
          "txnNumber",
          "startTransaction",
          "autocommit",
          "readConcern",
          "writeConcern",
          "$clusterTime",
          "$readPreference",
          "bypassEmptyTsReplacement",
          "recoveryToken");

  /** The backend keeps the last error of each connection. */
  private final EmbeddedChannel channel = new EmbeddedChannel();

  private final MongoBackend backend = new MongoBackendWithHints();

  /** The answer; errors are answers as well. */
  BsonDocument run(BsonDocument command) {
    BsonDocument plain = new BsonDocument();
    plain.putAll(command);
    MANNERS.forEach(plain::remove);
    ByteBuf bytes = Unpooled.wrappedBuffer(MongoWire.encode(plain));
    try {
      Document answer =
          backend.handleMessage(
              new MongoMessage(channel, new MessageHeader(0, 0), BsonDecoder.decodeBson(bytes)));
      return decode(answer);
    } catch (MongoServerError e) {
      return MongoAnswers.error(e.getCode(), e.getMessageWithoutErrorCode())
          .append("codeName", new BsonString(e.getCodeName()));
    }
  }

  private static BsonDocument decode(Document answer) {
    ByteBuf bytes = Unpooled.buffer();
    BsonEncoder.encodeDocument(answer, bytes);
    byte[] copy = new byte[bytes.readableBytes()];
    bytes.readBytes(copy);
    return MongoWire.decode(copy, 0, copy.length);
  }

  void close() {
    backend.close();
    channel.close();
  }
}
