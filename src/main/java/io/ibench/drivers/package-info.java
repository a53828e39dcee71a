/**
 * How several processes work as one client: they meet in the table {@code ibench_drivers} of the
 * database under test, agree on a start by the server's clock, and notice when one is lost. {@link
 * io.ibench.drivers.Meeting} is one process' view of the others, without any wait; {@link
 * io.ibench.drivers.MeetingPeers} waits.
 */
package io.ibench.drivers;
