package io.ibench.cli.bisect;

import io.ibench.bisect.BisectReport;
import io.ibench.bisect.Question;
import io.ibench.bisect.StoredBisect;
import io.ibench.compare.DuetFunctions;
import io.ibench.report.document.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a user reads of a bisection. Stateless. */
public final class BisectText {

  private BisectText() {}

  /** For programs: what bisect.json has. */
  public static String json(Path folder) throws IOException {
    return Files.readString(folder.resolve(StoredBisect.NAME)).strip() + System.lineSeparator();
  }

  /** The report, and the functions that make the difference, if they were asked for. */
  public static String of(Path folder, StoredBisect bisect, Layout layout) {
    StringBuilder text = new StringBuilder(BisectReport.of(bisect).text(layout));
    bisect.path().stream()
        .filter(each -> each.purpose() == Question.Purpose.WHY)
        .flatMap(each -> each.folder().stream())
        .forEach(duet -> text.append(DuetFunctions.of(folder.resolve(duet)).text()));
    return text.toString();
  }
}
