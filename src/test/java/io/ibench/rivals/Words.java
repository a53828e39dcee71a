package io.ibench.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** A command of a page, as a user types it and changes it. Immutable. */
final class Words {

  /** What belongs together: an option with its value, or a word alone. */
  private record Part(String name, List<String> words) {}

  private final List<Part> parts;

  private Words(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  static Words of(String text) {
    return of(text.isEmpty() ? List.of() : List.of(text.split(" ")));
  }

  private static Words of(List<String> words) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean hasValue =
          word.startsWith("-")
              && !word.contains("=")
              && i + 1 < words.size()
              && !words.get(i + 1).startsWith("-");
      if (hasValue) {
        String value = words.get(++i);
        String key = value.contains("=") ? " " + value.substring(0, value.indexOf('=')) : "";
        // -f a.sql -f b.sql and -s key=value may come more than once.
        parts.add(new Part(word + (word.equals("-f") ? value : key), List.of(word, value)));
      } else {
        parts.add(new Part(word.startsWith("-") ? word.split("=")[0] : word, List.of(word)));
      }
    }
    return new Words(parts);
  }

  /** With these options, each in place of the same option with another value, or at the end. */
  Words with(String options) {
    List<Part> changed = new ArrayList<>(parts);
    for (Part part : of(options).parts) {
      int place =
          Collections.indexOfSubList(
              changed.stream().map(Part::name).toList(), List.of(part.name()));
      if (place < 0) {
        changed.add(part);
      } else {
        changed.set(place, part);
      }
    }
    return new Words(changed);
  }

  /** With a part of the text replaced, which must be there: another size or path. */
  Words where(String text, String other) {
    String all = toString();
    assertThat(all).contains(text);
    return of(all.replace(text, other));
  }

  /** With these words at the end, as they are. */
  Words plus(String... words) {
    return new Words(
        Stream.concat(parts.stream(), Stream.of(words).map(word -> new Part("", List.of(word))))
            .toList());
  }

  String[] toArray() {
    return parts.stream().flatMap(part -> part.words().stream()).toArray(String[]::new);
  }

  @Override
  public String toString() {
    return String.join(" ", toArray());
  }
}
