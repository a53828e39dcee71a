package io.ibench.random;

import java.util.Random;

/**
 * A bijection on 0 .. n - 1 that takes a few instructions in both directions: it assigns ids to
 * popular ranks. The numbers are grouped by their remainder, and each group is rotated by its own
 * amount. For n below 2^31 these are the permutations of Facebook's LinkBench, so that the same ids
 * are popular. Immutable.
 */
public final class Shuffler {
  private final long size;
  private final int groups;

  /** This many groups, the first ones, have one member more than the others. */
  private final int largerGroups;

  private final long membersOfSmallerGroup;

  /** By group: the number of places that its members move. */
  private final long[] rotations;

  /**
   * @param n the number of permuted numbers, 1 .. 2^62
   * @param seed of the rotations
   * @param groups the largest number of groups; there are never more than n
   * @throws IllegalArgumentException if n is out of range or groups is below 1
   */
  public Shuffler(long n, long seed, int groups) {
    UniformDistribution.requireSize(n);
    if (groups < 1) {
      throw new IllegalArgumentException("there must be at least one group: " + groups);
    }
    this.size = n;
    this.groups = (int) Math.min(n, groups);
    this.largerGroups = (int) (n % this.groups);
    this.membersOfSmallerGroup = n / this.groups;
    this.rotations = rotations(new Random(seed), membersOfSmallerGroup, this.groups);
  }

  /** Uses java.util.Random, as LinkBench does; its numbers are specified. */
  private static long[] rotations(Random random, long membersPerGroup, int groups) {
    long[] rotations = new long[groups];
    for (int group = 0; group < groups; group++) {
      rotations[group] =
          membersPerGroup <= Integer.MAX_VALUE
              ? random.nextInt((int) membersPerGroup)
              : Math.floorMod(random.nextLong(), membersPerGroup);
    }
    return rotations;
  }

  /**
   * The place of i; i and the result are 0 .. n - 1.
   *
   * @throws IndexOutOfBoundsException if i is out of range
   */
  public long permute(long i) {
    checkIndex(i);
    int group = (int) (i % groups);
    long members = members(group);
    long place = i / groups + rotations[group];
    return group + groups * (place >= members ? place - members : place);
  }

  /**
   * The inverse: {@code invert(permute(i)) == i}.
   *
   * @throws IndexOutOfBoundsException if i is out of range
   */
  public long invert(long i) {
    checkIndex(i);
    int group = (int) (i % groups);
    long place = i / groups - rotations[group];
    return group + groups * (place < 0 ? place + members(group) : place);
  }

  private long members(int group) {
    return membersOfSmallerGroup + (group < largerGroups ? 1 : 0);
  }

  private void checkIndex(long i) {
    if (i < 0 || i >= size) {
      throw new IndexOutOfBoundsException(i + " is not in 0 .. " + (size - 1));
    }
  }
}
