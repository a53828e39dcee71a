package io.ibench.page;

import io.ibench.testing.Chromium;
import io.ibench.testing.ChromiumPage;
import io.ibench.testing.LinuxProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Takes pictures of a page, for looking at it by eye: wide, on a phone, both in the dark as well,
 * and printed. {@code bin/screenshots} calls it with an HTML file and a folder for the pictures.
 */
public final class Screenshots {

  private static final String DRAWN =
      "!window.ibenchCharts || window.ibenchCharts.every((chart) => chart.drawn)";

  private Screenshots() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      throw new IllegalArgumentException("arguments: an HTML file, a folder for the pictures");
    }
    Path file = Path.of(arguments[0]).toAbsolutePath();
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    try (Chromium chromium = Chromium.start()) {
      for (boolean dark : new boolean[] {false, true}) {
        take(chromium, file, 1400, dark, folder.resolve(dark ? "wide-dark.png" : "wide.png"));
        take(chromium, file, 390, dark, folder.resolve(dark ? "phone-dark.png" : "phone.png"));
      }
      print(chromium, file, folder.resolve("print.pdf"));
    }
  }

  private static void take(Chromium chromium, Path file, int width, boolean dark, Path picture)
      throws IOException {
    try (ChromiumPage page = chromium.newPage()) {
      page.resize(width, 844, width < 500);
      page.emulateMedia("screen", dark);
      page.open(file, DRAWN);
      page.screenshot(picture);
    }
    System.out.println(picture);
  }

  /** The upper part of a page, for the documentation. */
  public static void takeTop(Path file, int width, int height, Path picture) throws IOException {
    try (Chromium chromium = Chromium.start();
        ChromiumPage page = chromium.newPage()) {
      page.resize(width, height, false);
      page.emulateMedia("screen", false);
      page.open(file.toAbsolutePath(), DRAWN);
      page.screenshot(picture, height);
    }
  }

  private static void print(Chromium chromium, Path file, Path pdf) throws IOException {
    try (ChromiumPage page = chromium.newPage()) {
      page.open(file, DRAWN);
      Files.write(pdf, page.printToPdf());
    }
    System.out.println(pdf);
    if (!LinuxProgram.run("sh", "-c", "command -v pdftoppm || true").isEmpty()) {
      String pages = pdf.resolveSibling("print").toString();
      LinuxProgram.run("pdftoppm", "-r", "80", "-png", pdf.toString(), pages);
      System.out.println(pages + "-*.png");
    }
  }
}
