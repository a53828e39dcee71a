package io.ibench.server;

import java.util.Map;

/** RocksDB: a new folder for each run. Its adapter says so when the library is missing. */
public final class RocksdbServers extends EmbeddedEngines {

  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  String product() {
    return "RocksDB";
  }

  @Override
  String key() {
    return "dir";
  }

  @Override
  String file() {
    return "ibench.rocksdb";
  }

  @Override
  public Installed installed(ServerSpec spec) {
    return new Installed("RocksDB", Map.of());
  }
}
