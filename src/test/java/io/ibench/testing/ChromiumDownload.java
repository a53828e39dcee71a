package io.ibench.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** A file that a page offers for download. */
final class ChromiumDownload {

  private final Path folder;
  private final CompletableFuture<Path> saved = new CompletableFuture<>();
  private volatile String name = "";

  private ChromiumDownload(Path folder) {
    this.folder = folder;
  }

  static CompletableFuture<Path> next(ChromiumPage page, Path folder) {
    ChromiumDownload download = new ChromiumDownload(folder);
    page.onEvent(
        "Page.downloadWillBegin", it -> download.name = it.path("suggestedFilename").asText());
    page.onEvent("Page.downloadProgress", download::progressed);
    page.command(
        "Page.setDownloadBehavior",
        ChromiumConnection.parameters()
            .put("behavior", "allow")
            .put("downloadPath", folder.toString()));
    return download.saved;
  }

  private void progressed(JsonNode progress) {
    if (progress.path("state").asText().equals("completed")) {
      saved.complete(folder.resolve(name));
    }
  }
}
