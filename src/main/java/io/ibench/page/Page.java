package io.ibench.page;

import io.ibench.report.document.Cell;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Section;
import java.util.List;

/**
 * A page as data: what it says, and nothing of how it looks. Immutable.
 *
 * @param title of the window and the page
 * @param run by which its pictures are told apart; empty where the title does it
 * @param subtitle what it is about, lines
 * @param verdict the badge beside the title; its text may be empty for none
 * @param caption what all headlines are of; empty where each says it
 * @param headlines in their order
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

  /** Of no one run. */
  public Page(
      String title,
      List<String> subtitle,
      Cell verdict,
      String caption,
      List<Headline> headlines,
      List<Section> sections,
      ChartSet charts,
      String version) {
    this(title, "", subtitle, verdict, caption, headlines, sections, charts, version);
  }

  /** Whose headlines need no caption. */
  public Page(
      String title,
      List<String> subtitle,
      Cell verdict,
      List<Headline> headlines,
      List<Section> sections,
      ChartSet charts,
      String version) {
    this(title, subtitle, verdict, "", headlines, sections, charts, version);
  }
}
