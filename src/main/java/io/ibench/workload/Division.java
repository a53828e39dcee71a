package io.ibench.workload;

/**
 * Which part of a run's work this process does, of several that work as one client: that of each
 * client, or of each thread where there is one client, whose number modulo {@code of} is {@code
 * rank}. Numbers, seeds and shares of rates are those of the whole run, so that all processes
 * together do exactly what one would do. Immutable.
 *
 * @param rank from 0
 * @param of the number of processes; 1: this one does all
 */
public record Division(int rank, int of) {

  /** One process does all work. */
  public static final Division WHOLE = new Division(0, 1);

  public Division {
    if (of < 1 || rank < 0 || rank >= of) {
      throw new IllegalArgumentException("process " + rank + " of " + of);
    }
  }

  public boolean isWhole() {
    return of == 1;
  }

  /** Whether a part of the work, such as a piece of a load, is this process' own. */
  public boolean isMine(long number) {
    return number % of == rank;
  }

  /**
   * Whether a worker is this process' own. All threads of a client are in one process.
   *
   * @param number of the worker in its group, over all clients
   */
  public boolean isMine(Step.Group group, int number) {
    return isMine(group.clients() > 1 ? number / group.threads() : number);
  }

  /** The number of this process' own workers of a group. */
  public int threads(Step.Group group) {
    int parts = group.clients() > 1 ? group.clients() : group.threads();
    int own = parts / of + (rank < parts % of ? 1 : 0);
    return group.clients() > 1 ? own * group.threads() : own;
  }

  /** The number of this process' own workers of a step. */
  public int threads(Step.Work step) {
    return step.groups().stream().mapToInt(this::threads).sum();
  }

  /** Whether each process has a worker of each group. */
  public boolean reaches(Step.Work step) {
    return step.groups().stream()
        .allMatch(group -> (group.clients() > 1 ? group.clients() : group.threads()) >= of);
  }
}
