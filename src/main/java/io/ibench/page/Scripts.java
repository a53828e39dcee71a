package io.ibench.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scripts and the style sheet of a page. Immutable.
 *
 * @param charts the library that draws charts
 * @param page the code that draws a page's charts with it
 */
public record Scripts(String charts, String page, String style) {

  /** In the folder {@code script}; constants come first, the part that starts the page last. */
  private static final String PARTS =
      "elements numbers axes colours window focus marks names drawing controls picture point zoom"
          + " figures paper reading flames start";

  static Scripts load() {
    String parts =
        Stream.of(PARTS.split(" "))
            .map(part -> resource("script/" + part + ".js"))
            .collect(Collectors.joining("\n"));
    return new Scripts(
        resource("echarts.common.min.js"),
        "(function () {\n\"use strict\";\n\n" + parts + "})();\n",
        resource("page.css"));
  }

  private static String resource(String name) {
    try (InputStream in = Scripts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the build has lost " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Content security policy: run these two scripts, known by their hashes, and fetch nothing. */
  public String policy() {
    return String.format(
        Locale.ROOT,
        "default-src 'none'; script-src %s %s; style-src 'unsafe-inline'; img-src data:;"
            + " base-uri 'none'; form-action 'none'",
        hash(charts),
        hash(page));
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
