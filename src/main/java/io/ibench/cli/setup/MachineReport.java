package io.ibench.cli.setup;

import io.ibench.cli.ground.UsageException;
import io.ibench.host.Proc;
import io.ibench.host.machine.HashLoop;
import io.ibench.host.machine.MachineAdvice;
import io.ibench.host.machine.MachineProbe;
import io.ibench.host.machine.MachineProbe.Lengths;
import io.ibench.host.machine.ProbeFigure;
import io.ibench.host.machine.ProbeFile;
import io.ibench.host.machine.ProbeResult;
import io.ibench.report.document.Block.Notes;
import io.ibench.report.document.Document;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a probe says of this machine. Immutable. */
public record MachineReport(ProbeResult probe, List<MachineAdvice> advice) {

  public static MachineReport of(ProbeResult probe) {
    return new MachineReport(probe, MachineAdvice.of(new Proc(), probe));
  }

  /** A probe of the disk of a file, and of this machine's CPUs. */
  public static MachineProbe probe(ProbeFile file) {
    return new MachineProbe(
        System::nanoTime,
        file,
        new HashLoop(Runtime.getRuntime().availableProcessors()),
        Lengths.USUAL);
  }

  /** Creates the file of a probe; nothing is written yet. */
  public static ProbeFile createFile(Path folder) throws UsageException {
    if (!Files.isDirectory(folder.toAbsolutePath())) {
      throw new UsageException(
          folder
              + (Files.exists(folder) ? " is not a folder" : " does not exist")
              + "; name a folder on the disk to measure");
    }
    try {
      return ProbeFile.create(folder.toAbsolutePath(), ProbeFile.USUAL_BYTES);
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  public static UsageException unusable(Path folder, IOException failure) {
    return new UsageException(
        "cannot measure the disk of "
            + folder.toAbsolutePath().normalize()
            + " with a file of "
            + (ProbeFile.USUAL_BYTES >> 20)
            + " MB: "
            + WriteFailure.reason(failure));
  }

  /** The nearest folder that exists: a database may create its own later. */
  public static Path existing(Path folder) {
    Path nearest = folder.toAbsolutePath();
    while (nearest.getParent() != null && !Files.isDirectory(nearest)) {
      nearest = nearest.getParent();
    }
    return nearest;
  }

  /** The answer and the figures, for the beginning of a run. */
  public String line() {
    return answer()
        + probe.figures().stream()
            .map(figure -> figure.name() + " " + amount(figure.unit(), figure.value()))
            .collect(Collectors.joining("; ", " (", ")"));
  }

  String answer() {
    return MachineAdvice.answer(advice);
  }

  /** For results and for programs; the answer first. */
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("answer", answer());
    facts.putAll(probe.facts());
    facts.put("advice", advice.stream().map(MachineAdvice::facts).toList());
    return facts;
  }

  /** For a terminal; the answer first. */
  public String text() {
    List<Table.Row> rows = new ArrayList<>();
    for (ProbeFigure figure : probe.figures()) {
      rows.add(
          Table.Row.of(
              figure.name(),
              amount(figure.unit(), figure.value()),
              figure.p99().isPresent() ? amount(figure.unit(), figure.p99().getAsDouble()) : "-",
              String.format(Locale.ROOT, "%.0f %%", 100 * figure.spread())));
    }
    Table table =
        new Table(
            "",
            List.of(
                TableColumn.text("figure"),
                TableColumn.number("median", ""),
                TableColumn.number("p99", ""),
                TableColumn.number("spread of rounds", "")),
            rows);
    List<Section> sections =
        List.of(
            Section.of(List.of(table)),
            Section.ofNotes(List.of(syncs(), reads(), cpus())),
            section("change", level -> level == MachineAdvice.Level.CHANGE),
            section("good to know", level -> level == MachineAdvice.Level.NOTE),
            section("fine", level -> level == MachineAdvice.Level.FINE));
    Note where = Note.of("", "measured in " + probe.folder().toAbsolutePath().normalize());
    return new Document(answer(), List.of(where), sections, "")
        .text(new TerminalLayout(TerminalLayout.WIDTH));
  }

  private static Note syncs() {
    return Note.of("fsync, fdatasync", "after a write of 4 KB at a random place of the file");
  }

  private Note reads() {
    String size = (probe.fileBytes() >> 20) + " MB";
    return Note.of("16 KB read", "random, of a file of " + size + ", " + probe.reads().label());
  }

  private Note cpus() {
    return Note.of(
        "CPU", "steps of a hash in registers per second; all threads are " + probe.threads());
  }

  private Section section(String title, Predicate<MachineAdvice.Level> shown) {
    List<Note> notes =
        advice.stream()
            .filter(one -> shown.test(one.level()))
            .map(one -> Note.of(one.about(), one.text()))
            .toList();
    return new Section("", notes.isEmpty() ? "" : title, "", List.of(new Notes(notes)));
  }

  private static String amount(String unit, double value) {
    return switch (unit) {
      case "us" -> Durations.latency(Math.round(value * 1e3));
      case "ns" -> NumberText.figure(value) + " ns";
      default -> NumberText.figure(value) + " " + unit;
    };
  }
}
