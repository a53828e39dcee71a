package io.ibench.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes the pictures of a page of the documentation again: a comment in the line before a picture
 * names the page of results that it shows, and how many pixels of it.
 *
 * <pre>
 * &lt;!-- picture of first/report.html, 1030 pixels --&gt;
 * ![The first screen](pictures/first.png)
 * </pre>
 */
final class PagePictures {

  private static final Pattern PICTURE =
      Pattern.compile("<!-- picture of (\\S+), (\\d+) pixels -->\\s*!\\[[^\\]]*]\\(([^)]+)\\)");

  /** Takes a picture of the upper part of a page of results. */
  interface Camera {
    void take(Path results, int height, Path picture) throws IOException;
  }

  private PagePictures() {}

  /**
   * @param folder where the commands of the page have run
   */
  static void takeAll(Path page, String text, Path folder, Camera camera) throws IOException {
    for (Matcher picture = PICTURE.matcher(text); picture.find(); ) {
      camera.take(
          folder.resolve(picture.group(1)),
          Integer.parseInt(picture.group(2)),
          page.resolveSibling(picture.group(3)));
    }
  }
}
