package io.ibench.cli.run;

import io.ibench.cli.ground.UsageException;
import io.ibench.cli.ground.Version;
import io.ibench.compare.DuetFunctions;
import io.ibench.config.Secrets;
import io.ibench.page.DuetPage;
import io.ibench.page.Page;
import io.ibench.page.PageWriter;
import io.ibench.page.RunPage;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.WriteFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes pages of results. Stateless. */
public final class Pages {

  /** The file name that means stdout. */
  public static final Path STDOUT = Path.of("-");

  /** The name of the page in each result folder. */
  static final String NAME = "report.html";

  /** Part of the head of every page. */
  private static final String MARK = "<meta name=\"generator\" content=\"ibench ";

  private static final int HEAD_BYTES = 4096;

  private Pages() {}

  /**
   * Writes a run's page into its folder.
   *
   * @return why it failed, in one line; a failure does not affect the run
   */
  public static Optional<String> writeBeside(StoredRun run) {
    Path file = run.folder().resolve(NAME);
    try {
      write(run, file);
      return Optional.empty();
    } catch (UsageException e) {
      return Optional.of(SanitizedText.of(Secrets.mask(String.valueOf(e.getMessage()))));
    } catch (RuntimeException e) {
      return Optional.of(
          "internal error: no page " + file + ": " + SanitizedText.of(Secrets.mask(e.toString())));
    } catch (OutOfMemoryError e) {
      return Optional.of("no page " + file + ": the heap is too small for it (-Xmx)");
    }
  }

  /** The same of a duet. */
  public static Optional<String> writeBeside(
      StoredDuet duet, DuetFunctions functions, Path folder) {
    try {
      write(DuetPage.of(duet, functions.blocks(), Version.number()), folder.resolve(NAME));
      return Optional.empty();
    } catch (UsageException e) {
      return Optional.of(SanitizedText.of(Secrets.mask(String.valueOf(e.getMessage()))));
    }
  }

  /** Removes the rest of a page whose writing was aborted. */
  static void removePart(Path folder) throws IOException {
    Files.deleteIfExists(PageWriter.part(folder.resolve(NAME)));
  }

  /**
   * Writes a page to a file, a device or a pipe.
   *
   * @throws UsageException if the file cannot be written, or the result folder cannot be read
   */
  public static void write(StoredRun run, Path file) throws UsageException {
    requirePlace(file);
    write(page(run), file);
  }

  /** Writes any page, to a checked place. */
  public static void write(Page page, Path file) throws UsageException {
    refuseForeign(file);
    try {
      if (!Files.exists(file)) {
        PageWriter.write(page, file);
      } else if (Files.isRegularFile(file)) {
        // A link stays; its target is replaced.
        PageWriter.write(page, file.toRealPath());
      } else {
        try (Writer writer = Files.newBufferedWriter(file)) {
          PageWriter.render(page, writer);
        }
      }
    } catch (IOException e) {
      throw new UsageException("cannot write the page " + file + ": " + WriteFailure.reason(e));
    }
  }

  /**
   * Checks the place of a page, before folders are read, which may take seconds.
   *
   * @throws UsageException if no page can be written there
   */
  public static void requirePlace(Path file) throws UsageException {
    if (file.toString().isEmpty()) {
      throw new UsageException("--html is empty; allowed: the name of a file");
    }
    if (Files.isDirectory(file)) {
      throw new UsageException("cannot write the page " + file + ": it is a folder");
    }
    refuseForeign(file);
    if (isOfARun(file) && Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UsageException("cannot write the page " + file + ": it is not a file");
    }
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new UsageException("cannot write the page " + file + ": there is no folder " + parent);
    }
    if (!Files.isWritable(Files.exists(file) ? file : parent)) {
      throw new UsageException("cannot write the page " + file + ": no permission");
    }
  }

  /**
   * Checks the place of the page of a command that prints its answer.
   *
   * @param html null for no page
   */
  public static void refuse(@Nullable Path html, String command, List<String> mistakes) {
    if (html == null) {
      return;
    }
    if (html.equals(STDOUT)) {
      mistakes.add(
          "--html - is for report: " + command + " prints its answer on stdout; allowed: a file");
      return;
    }
    if (isOfARun(html)) {
      mistakes.add("--html " + html + " is the page of a run; name another file");
      return;
    }
    try {
      requirePlace(html);
    } catch (UsageException e) {
      mistakes.add(e.getMessage());
    }
  }

  /** Makes a page; it may read files. */
  public interface PageMaker {
    Page make() throws IOException;
  }

  /** Writes the page of a command to a checked place, and says where it is. */
  public static void writeTo(Path html, PageMaker maker, PrintWriter err) throws UsageException {
    try {
      write(maker.make(), html);
    } catch (IOException e) {
      throw new UsageException("cannot make the page " + html + ": " + WriteFailure.reason(e));
    }
    err.println("page in " + SanitizedText.of(html.toString()));
  }

  /** Whether it is the page of a run in its result folder, or would take its place. */
  public static boolean isOfARun(Path file) {
    return file.endsWith(NAME) && Files.exists(file.resolveSibling("run.json"));
  }

  /** A mistyped name, such as that of a result's file, must not overwrite that file. */
  private static void refuseForeign(Path file) throws UsageException {
    if (!Files.isRegularFile(file)) {
      return;
    }
    try (InputStream in = Files.newInputStream(file)) {
      String head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
      if (!head.isEmpty() && !head.contains(MARK)) {
        throw new UsageException(
            "cannot write the page "
                + file
                + ": it exists and is no page of ibench; name another file");
      }
    } catch (IOException e) {
      throw new UsageException("cannot write the page " + file + ": " + WriteFailure.reason(e));
    }
  }

  public static void print(StoredRun run, PrintWriter out) throws UsageException {
    try {
      PageWriter.render(page(run), out);
      out.flush();
    } catch (IOException e) {
      throw new UsageException("cannot write the page to stdout: " + WriteFailure.reason(e));
    }
  }

  /** The page as it is now, in UTF-8, shown by the run's own process. */
  static byte[] liveHtml(StoredRun run) throws UsageException {
    StringWriter page = new StringWriter();
    try {
      PageWriter.render(RunPage.live(run), page);
    } catch (IOException e) {
      throw unreadable(run, e);
    }
    return page.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Page page(StoredRun run) throws UsageException {
    try {
      return RunPage.of(run);
    } catch (IOException e) {
      throw unreadable(run, e);
    }
  }

  private static UsageException unreadable(StoredRun run, IOException e) {
    return new UsageException(
        "cannot make a page of " + run.folder() + ": " + WriteFailure.reason(e));
  }
}
