package io.ibench.page;

import io.ibench.report.document.Cell;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Section;
import java.util.List;

/**
 * The content of a page, without its layout. Immutable.
 *
 * @param title of the window and the page
 * @param run identifies the run in names of pictures; empty if the title does
 * @param subtitle lines about the subject
 * @param verdict the badge beside the title; an empty text for no badge
 * @param caption the common subject of all headlines; empty if each names its own
 * @param version of the ibench that makes the page
 */
public record Page(
    String title,
    String run,
    List<String> subtitle,
    Cell verdict,
    String caption,
    List<Headline> headlines,
    List<Section> sections,
    ChartSet charts,
    String version) {

  /**
   * One of the numbers at the top of a page.
   *
   * @param grey it must not be used
   */
  public record Headline(String label, String value, String unit, String definition, boolean grey) {

    /** A number that may be used. */
    public Headline(String label, String value, String unit, String definition) {
      this(label, value, unit, definition, false);
    }
  }

  /** A page that is not of a single run, without a caption. */
  public Page(
      String title,
      List<String> subtitle,
      Cell verdict,
      List<Headline> headlines,
      List<Section> sections,
      ChartSet charts,
      String version) {
    this(title, "", subtitle, verdict, "", headlines, sections, charts, version);
  }
}
