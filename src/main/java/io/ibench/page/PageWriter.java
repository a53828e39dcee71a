package io.ibench.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.WriterOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** Makes one self-contained HTML file of a {@link Page}. Stateless. */
public final class PageWriter {

  private static final String TEMPLATES = "io.ibench.page.templates";

  private PageWriter() {}

  /** Replaces the file atomically: readers never see half a page. */
  public static void write(Page page, Path file) throws IOException {
    Path target = file.toAbsolutePath();
    Path part = part(target);
    try {
      // Writes ? for a broken character, where Files.newBufferedWriter would fail.
      try (Writer writer =
          new OutputStreamWriter(
              new BufferedOutputStream(Files.newOutputStream(part)), StandardCharsets.UTF_8)) {
        render(page, writer);
      }
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** The temporary file of a page; {@link #write} deletes it at its end. */
  public static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  /** The caller closes the writer. */
  public static void render(Page page, Writer writer) throws IOException {
    TemplateEngine engine =
        TemplateEngine.createPrecompiled(
            null, ContentType.Html, PageWriter.class.getClassLoader(), TEMPLATES);
    Map<String, Object> parameters =
        Map.of("page", page, "scripts", Scripts.load(), "charts", ChartJson.of(page.charts()));
    try {
      engine.render("page.jte", parameters, new WriterOutput(new VisibleText(writer)));
    } catch (RuntimeException e) {
      // A template wraps the writer's exception, such as that of a full disk.
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof IOException failure) {
          throw failure;
        }
      }
      throw e;
    }
  }
}
