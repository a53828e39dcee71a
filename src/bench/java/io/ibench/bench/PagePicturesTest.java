package io.ibench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PagePicturesTest {

  @Test
  void takesThePicturesThatACommentNamesAndNoOther() throws IOException {
    String text =
        """
        <!-- picture of first/report.html, 1030 pixels -->

        ![The first screen](pictures/first.png)

        ![By hand](pictures/other.png)

        <!-- picture of all.html, 900 pixels -->
        ![All](pictures/all.png)
        """;
    List<String> taken = new ArrayList<>();

    PagePictures.takeAll(
        Path.of("docs/page.md"),
        text,
        Path.of("work"),
        (results, height, picture) -> taken.add(results + " " + height + " " + picture));

    assertThat(taken)
        .containsExactly(
            "work/first/report.html 1030 docs/pictures/first.png",
            "work/all.html 900 docs/pictures/all.png");
  }
}
