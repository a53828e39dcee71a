package io.ibench.db.mongo;

import com.mongodb.TransactionOptions;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.Optional;

/**
 * The parts of an open deployment that a session needs. Immutable; all sessions share the client,
 * which {@link MongodbDatabase} closes.
 *
 * @param database with the configured read and write concern and read preference
 * @param transactions options of transactions; empty without transactions: then begin, commit and
 *     rollback do nothing
 * @param withoutTransactions whether the user wants none
 * @param names the naming of columns in documents
 * @param checkouts waits for the driver's pool
 */
record MongodbAccess(
    MongoClient client,
    MongoDatabase database,
    Optional<TransactionOptions> transactions,
    boolean withoutTransactions,
    FieldNames names,
    Checkouts checkouts,
    GeneratedKeys keys) {}
