package io.ibench.db.mongo;

import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** WiredTiger's compression of a collection's blocks. */
enum Compression {
  /** The server's default: snappy, unless configured otherwise. */
  SERVER,
  SNAPPY,
  ZSTD,
  ZLIB,
  NONE;

  /** The options to create a collection with; empty for the server's default. */
  Optional<BsonDocument> storageEngine() {
    return this == SERVER
        ? Optional.empty()
        : Optional.of(
            new BsonDocument(
                "wiredTiger",
                new BsonDocument(
                    "configString",
                    new BsonString("block_compressor=" + name().toLowerCase(Locale.ROOT)))));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
