package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A part of a {@link Section}. */
public sealed interface Block
    permits Table,
        Block.Drawing,
        Block.Notes,
        Block.Links,
        Block.Folded,
        Block.Flames,
        Block.Multiples {

  /** A chart. Only a page draws it. */
  record Drawing(Chart chart) implements Block {}

  /** Calls as boxes. Only a page draws it. */
  record Flames(FlameGraph graph) implements Block {}

  /** Small charts of one kind, side by side. Only a page draws them. */
  record Multiples(List<SmallChart> charts) implements Block {

    /** Copies the list. */
    public Multiples {
      charts = List.copyOf(charts);
    }
  }

  /** Notes, a line each. */
  record Notes(List<Note> notes) implements Block {}

  /** Other pages beside this one, in a line. Only a page shows them. */
  record Links(String about, List<Link> links) implements Block {

    /** Makes the text safe to show. */
    public Links {
      about = SanitizedText.of(about);
      links = List.copyOf(links);
    }
  }

  /**
   * Another page.
   *
   * @param href relative, with special characters escaped
   */
  record Link(String text, String href) {

    /** Makes the text safe to show. */
    public Link {
      text = SanitizedText.of(text);
    }

    /** To a file in a folder below that of the page, by the path from there. */
    public static Link to(String text, Path file) {
      return new Link(
          text,
          StreamSupport.stream(file.spliterator(), false)
              .map(name -> URLEncoder.encode(name.toString(), StandardCharsets.UTF_8))
              .map(name -> name.replace("+", "%20"))
              .collect(Collectors.joining("/")));
    }
  }

  /** Blocks that a page shows when the reader opens them, and in print; text omits them. */
  record Folded(String title, List<Block> blocks) implements Block {

    /** Makes the title safe to show. */
    public Folded {
      title = SanitizedText.of(title);
    }
  }
}
