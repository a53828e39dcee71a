/**
 * How several processes work as one client: they meet in the table {@code ibench_agents} of the
 * database under test, agree on a start by the server's clock, and notice when one is lost. {@link
 * io.ibench.fleet.Meeting} is one process' view of the others, without any wait; {@link
 * io.ibench.fleet.MeetingPeers} waits.
 */
package io.ibench.fleet;
