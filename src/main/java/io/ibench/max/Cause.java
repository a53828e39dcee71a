package io.ibench.max;

/**
 * Why something else than the database may have slowed a trial down. Immutable.
 *
 * @param byOthers whether other programs used the CPUs or disks, and not the client: then more
 *     client machines are no help
 * @param text the reason for the user
 */
public record Cause(boolean byOthers, String text) {}
