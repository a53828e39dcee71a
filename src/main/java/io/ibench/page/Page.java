package io.ibench.page;

import io.ibench.report.document.Cell;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a page, without its layout. Immutable.
 *
 * @param title of the window and the page
 * @param run identifies the run in names of pictures; empty if the title does
 * @param subtitle lines about the subject
 * @param verdict the badge beside the title; an empty text for no badge
 * @param version of the ibench that makes the page
 */
public record Page(
    String title,
    String run,
    List<String> subtitle,
    Cell verdict,
    List<Section> sections,
    ChartSet charts,
    String version) {

  /** The same with another section at its end; without blocks it is the same page. */
  public Page with(Section last) {
    if (last.blocks().isEmpty()) {
      return this;
    }
    List<Section> all = new ArrayList<>(sections);
    all.add(last);
    return new Page(title, run, subtitle, verdict, all, charts, version);
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
