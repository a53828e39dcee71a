/**
 * A spike, used by tests alone: LinkBench's unchanged workers on MongoDB's protocol. It shows that
 * commands and documents fit together; it has no transactions and is not for measuring.
 */
package io.ibench.db.mongo;
