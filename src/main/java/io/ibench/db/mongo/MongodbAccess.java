package io.ibench.db.mongo;

import com.mongodb.TransactionOptions;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.Optional;

/**
 * What a session needs of an open deployment. Immutable; the client is shared by all sessions and
 * closed by the {@link MongodbDatabase}.
 *
 * @param database with the read and write concern and the read preference of the target
 * @param transactions what transactions are begun with; empty when there are none: then begin and
 *     commit do nothing, and a rollback cannot undo
 * @param names how columns are named in documents
 * @param checkouts what the driver's pool tells of waits
 * @param keys stand in for keys that a server would generate
 */
record MongodbAccess(
    MongoClient client,
    MongoDatabase database,
    Optional<TransactionOptions> transactions,
    FieldNames names,
    Checkouts checkouts,
    GeneratedKeys keys) {}
