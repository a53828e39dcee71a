package io.ibench.db.mongo;

import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** How WiredTiger compresses the blocks of a collection. */
enum Compression {
  /** As the server's configuration says: snappy unless it was changed. */
  SERVER,
  SNAPPY,
  ZSTD,
  ZLIB,
  NONE;

  /** The options that a collection is created with; empty when the server decides. */
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
