package io.ibench.page;

import java.util.List;

/**
 * A row of a {@link Table}.
 *
 * @param grey all of it is not to be used
 */
public record Row(List<Cell> cells, boolean grey) {}
