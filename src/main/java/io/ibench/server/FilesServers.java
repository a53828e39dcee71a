package io.ibench.server;

import java.util.Map;

/** Plain files: a new folder for each run. */
public final class FilesServers extends EmbeddedEngines {

  @Override
  public String name() {
    return "files";
  }

  @Override
  String product() {
    return "plain files";
  }

  @Override
  String key() {
    return "dir";
  }

  @Override
  String file() {
    return "ibench.files";
  }

  @Override
  public Installed installed(ServerSpec spec) {
    return new Installed("plain files", Map.of());
  }
}
