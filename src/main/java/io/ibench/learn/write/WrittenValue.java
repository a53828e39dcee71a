package io.ibench.learn.write;

import io.ibench.learn.law.Law;

/**
 * A variable of a script.
 *
 * @param origin where it comes from if it is not drawn; empty: it is drawn by the law
 */
public record WrittenValue(String name, Law law, String origin) {}
