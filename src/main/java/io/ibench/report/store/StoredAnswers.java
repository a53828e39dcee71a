package io.ibench.report.store;

import io.ibench.measure.StepAnswers;
import io.ibench.report.figures.RunInfo;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the operations of a step answered. Immutable.
 *
 * @param checksums the hash of all answers of each operation, by its name, in 16 hexadecimal digits
 * @param unknown why there are no checksums; empty if there are
 * @param varies why another run with the same settings may get other answers; empty if it must get
 *     the same ones
 */
public record StoredAnswers(
    Map<String, String> checksums, Optional<String> unknown, Optional<String> varies) {

  static StoredAnswers of(StepAnswers answers, RunInfo run) {
    Map<String, String> checksums = new LinkedHashMap<>();
    new TreeMap<>(answers.checksums())
        .forEach(
            (operation, checksum) ->
                checksums.put(
                    run.operations().get(operation),
                    String.format(Locale.ROOT, "%016x", checksum)));
    return new StoredAnswers(checksums, answers.unknown(), answers.varies());
  }
}
