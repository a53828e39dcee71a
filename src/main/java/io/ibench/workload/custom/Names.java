package io.ibench.workload.custom;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which names tables, columns and indexes may have, so that every product takes them. The names
 * become part of SQL statements as they are: nothing else may be allowed. Stateless.
 */
final class Names {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
  private static final int MAX_LENGTH = 48;
  private static final Pattern PRODUCTS_OWN = Pattern.compile("(ibench|sqlite|pg|mysql|db)_.*");

  /** One a line; lines that begin with # are comments. */
  private static final String RESERVED_WORDS = "reserved-words.txt";

  private static final Set<String> RESERVED = reserved();

  private Names() {}

  /** Why a name is refused; empty if it is not. */
  static Optional<String> flaw(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of(
          "this is no name; allowed: small letters, digits and _, beginning with a letter");
    }
    if (name.length() > MAX_LENGTH) {
      return Optional.of("this name is too long; allowed: " + MAX_LENGTH + " characters");
    }
    if (PRODUCTS_OWN.matcher(name).matches()) {
      String prefix = name.substring(0, name.indexOf('_') + 1);
      return Optional.of("names that begin with " + prefix + " belong to ibench or to a database");
    }
    if (RESERVED.contains(name)) {
      return Optional.of(
          name + " is a reserved word of SQL; allowed: another name, such as " + name + "_1");
    }
    return Optional.empty();
  }

  private static Set<String> reserved() {
    try (InputStream in = Names.class.getResourceAsStream(RESERVED_WORDS);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .flatMap(line -> Pattern.compile(" ").splitAsStream(line))
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESERVED_WORDS, e);
    }
  }
}
