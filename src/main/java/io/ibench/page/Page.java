package io.ibench.page;

import io.ibench.report.document.Cell;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Headline;
import io.ibench.report.document.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a page, without its layout. Immutable.
 *
 * @param title of the window and the page
 * @param run identifies the run in names of pictures; empty if the title does
 * @param headlines the answer, larger than anything else; may be empty
 * @param verdict the badge below the answer; an empty text for no badge
 * @param why the first reason of the verdict; empty without one
 * @param subtitle lines about the subject
 * @param version of the ibench that makes the page
 */
public record Page(
    String title,
    String run,
    List<Headline> headlines,
    Cell verdict,
    String why,
    List<String> subtitle,
    List<Section> sections,
    ChartSet charts,
    String version) {

  /** A page without an answer in one figure. */
  public Page(
      String title,
      String run,
      List<String> subtitle,
      Cell verdict,
      List<Section> sections,
      ChartSet charts,
      String version) {
    this(title, run, List.of(), verdict, "", subtitle, sections, charts, version);
  }

  /** The same with another section at its end; without blocks it is the same page. */
  public Page with(Section last) {
    if (last.blocks().isEmpty()) {
      return this;
    }
    List<Section> all = new ArrayList<>(sections);
    all.add(last);
    return new Page(title, run, headlines, verdict, why, subtitle, all, charts, version);
  }

  /** A page that is not of a single run. */
  public Page(
      String title,
      List<String> subtitle,
      Cell verdict,
      List<Section> sections,
      ChartSet charts,
      String version) {
    this(title, "", subtitle, verdict, sections, charts, version);
  }
}
