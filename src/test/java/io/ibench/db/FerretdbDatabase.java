package io.ibench.db;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.UUID;

/**
 * An own database, empty at first, on the FerretDB that the environment names, until it is closed.
 */
final class FerretdbDatabase implements AutoCloseable {

  private final String server;
  private final String name = "s" + UUID.randomUUID().toString().replace("-", "");

  private FerretdbDatabase(String server) {
    this.server = server;
  }

  static FerretdbDatabase named() {
    return new FerretdbDatabase(Products.ferretdbUrl().orElseThrow());
  }

  String url() {
    return server + name;
  }

  @Override
  public void close() {
    try (MongoClient client = MongoClients.create(server)) {
      client.getDatabase(name).drop();
    }
  }
}
