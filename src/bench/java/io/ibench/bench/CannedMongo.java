package io.ibench.bench;

import io.ibench.testing.MongoDeployment;
import io.ibench.testing.MongoListener;
import io.ibench.testing.MongoTopology;
import io.ibench.testing.MongoWire;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Stands for a MongoDB server where only the client is of interest: it keeps nothing and answers
 * the commands of LinkBench's requests with the same bytes always, as cheaply as it can. It says
 * that it is the primary of a replica set with sessions, so that transactions are used, and that
 * LinkBench's collections are there.
 */
public final class CannedMongo implements AutoCloseable {

  /** Hears each message that is answered from the can; on the connection's thread. */
  interface Ear {
    void heard(byte[] message, int length);
  }

  private static final int BUFFER_BYTES = 16_384;
  private static final int MOST_BYTES = 48_000_000;

  private final MongoTopology topology = new MongoTopology(MongoDeployment.replicaSet());
  private final Ear ear;
  private final MongoListener listener;

  private CannedMongo(Ear ear) throws IOException {
    this.ear = ear;
    listener = MongoListener.open(new AtomicLong(), this::serve);
    topology.addHost(listener.port());
  }

  static CannedMongo start(Ear ear) throws IOException {
    CannedMongo mongo = new CannedMongo(ear);
    mongo.listener.start();
    return mongo;
  }

  /** Prints its URL, and serves until its standard input ends. */
  public static void main(String[] arguments) throws IOException {
    try (CannedMongo mongo = start((message, length) -> {})) {
      System.out.println(mongo.url());
      while (System.in.read() >= 0) {}
    }
  }

  /** For any driver; the database is {@code ibench}. */
  String url() {
    return "mongodb://"
        + topology.seeds()
        + "/ibench?replicaSet="
        + MongoDeployment.replicaSet().setName();
  }

  private void serve(DataInputStream in, Socket client, long connection)
      throws IOException, InterruptedException {
    CannedAnswers answers = new CannedAnswers();
    OutputStream out = client.getOutputStream();
    byte[] message = new byte[BUFFER_BYTES];
    while (true) {
      in.readFully(message, 0, Integer.BYTES);
      int length = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getInt();
      if (length < MongoWire.HEADER_BYTES || length > MOST_BYTES) {
        throw new IOException("a message of " + length + " bytes");
      }
      if (length > message.length) {
        message = Arrays.copyOf(message, length);
      }
      in.readFully(message, Integer.BYTES, length - Integer.BYTES);
      int number = answers.to(message, length);
      if (number == CannedAnswers.NONE) {
        out.write(slowly(message, length, connection));
      } else {
        ear.heard(message, length);
        out.write(answers.message(number, message));
      }
    }
  }

  private byte[] slowly(byte[] message, int length, long connection)
      throws IOException, InterruptedException {
    MongoWire.Request request =
        MongoWire.read(new DataInputStream(new ByteArrayInputStream(message, 0, length)));
    return MongoWire.answer(request.id(), request.legacy(), answer(request.command(), connection));
  }

  private BsonDocument answer(BsonDocument command, long connection) throws InterruptedException {
    return switch (command.getFirstKey()) {
      case "hello", "ismaster", "isMaster" -> topology.hello(0, connection, command);
      case "ping", "endSessions", "killSessions", "abortTransaction" -> CannedAnswers.ok();
      case "buildInfo" -> buildInfo();
      case "listCollections" -> CannedAnswers.collections();
      default ->
          new BsonDocument("ok", new BsonDouble(0))
              .append("errmsg", new BsonString("no such command: '" + command.getFirstKey() + "'"))
              .append("code", new BsonInt32(59))
              .append("codeName", new BsonString("CommandNotFound"));
    };
  }

  private static BsonDocument buildInfo() {
    String version = MongoDeployment.replicaSet().version();
    BsonArray numbers = new BsonArray();
    for (String number : version.split("\\.")) {
      numbers.add(new BsonInt32(Integer.parseInt(number)));
    }
    return CannedAnswers.ok()
        .append("version", new BsonString(version))
        .append("versionArray", numbers);
  }

  @Override
  public void close() {
    listener.close();
    topology.changed();
  }
}
