package io.ibench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the README, the pages of docs/ and other files of the project. */
class PageLinksTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of(".", "docs")) {
      try (Stream<Path> found = Files.list(Path.of(folder))) {
        found.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    Matcher heading = HEADING.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
    while (heading.find()) {
      String text = heading.group(1).replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1");
      anchors.add(
          text.strip().toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-'));
    }
    return anchors;
  }

  @Test
  void eachLeadsToAFileAndAHeadingThatAreThere() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        if (link.group(1).startsWith("http")) {
          continue;
        }
        links++;
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        boolean anchored = link.group(2) != null && target.toString().endsWith(".md");
        if (!Files.exists(target) || anchored && !anchors(target).contains(link.group(2))) {
          broken.add(page + " -> " + link.group());
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(300);
  }
}
