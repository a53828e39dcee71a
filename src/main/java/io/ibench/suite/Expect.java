package io.ibench.suite;

import io.ibench.compare.GateCondition;
import java.util.List;

/**
 * A published relation: a figure of the variants with the levels {@code over}, relative to those
 * with {@code under}, in each group of the other levels. Immutable.
 */
public record Expect(String name, List<String> over, List<String> under, GateCondition condition) {}
