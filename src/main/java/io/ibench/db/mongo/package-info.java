/** MongoDB through its own driver: tables are collections, rows are documents. */
package io.ibench.db.mongo;
