package io.ibench.compare;

import io.ibench.report.document.Block;
import io.ibench.report.document.Note;
import io.ibench.report.document.Paragraph;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.store.StoredCpuProfiles;
import io.ibench.report.text.CpuProfileReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which functions of the server make the difference between the sides of a duet. Immutable.
 *
 * @param differences of its step; empty without profiles
 * @param none why a side has no profile, a line each
 */
public record DuetFunctions(List<CpuDifference> differences, List<String> none) {

  /** Reads what the sides of a duet have in its folder. */
  public static DuetFunctions of(Path duet) {
    return of(duet.resolve("a"), duet.resolve("b"));
  }

  /** Reads the folders of both sides. */
  static DuetFunctions of(Path a, Path b) {
    Optional<String> ofA = none(a);
    Optional<String> ofB = none(b);
    List<String> none =
        ofA.equals(ofB)
            ? ofA.stream().toList()
            : Stream.concat(
                    ofA.stream().map(why -> "A, " + why), ofB.stream().map(why -> "B, " + why))
                .toList();
    return new DuetFunctions(CpuDifference.ofFolders(List.of(a), List.of(b)), none);
  }

  private static Optional<String> none(Path side) {
    return StoredCpuProfiles.read(side).stream()
        .flatMap(profiles -> profiles.profiles().stream())
        .filter(profile -> profile.none().isPresent())
        .map(CpuProfileReport::line)
        .findFirst();
  }

  public boolean isEmpty() {
    return differences.isEmpty() && none.isEmpty();
  }

  /** For its page. */
  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>(CpuDifferenceText.blocks(differences));
    none.forEach(line -> blocks.add(new Block.Notes(List.of(Note.of("", line)))));
    return blocks;
  }

  /** What follows the report of the duet; empty without profiles. */
  public String text() {
    if (isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder(System.lineSeparator());
    text.append(CpuDifferenceText.of(List.of(new CpuPair("A", "B", differences))));
    none.forEach(line -> text.append(Paragraph.of("  ", "    ", TerminalLayout.WIDTH, line)));
    return text.toString();
  }
}
