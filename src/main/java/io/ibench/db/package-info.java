/**
 * The API for databases: what a plug-in implements and what workloads use. Everything here is for
 * plug-ins; ibench's own helpers are in {@code db.internal}.
 *
 * <ul>
 *   <li>A database implements {@link io.ibench.db.Adapter}, {@link io.ibench.db.Database}, {@link
 *       io.ibench.db.Session}, {@link io.ibench.db.Transaction}, {@link io.ibench.db.Prepared},
 *       {@link io.ibench.db.Cursor} and {@code Command.Compiler}, optionally {@link
 *       io.ibench.db.Quiescence} and {@link io.ibench.db.Aftermath}. It hashes results with {@link
 *       io.ibench.db.RowHash} and reports failures as {@link io.ibench.db.DatabaseException}.
 *       {@link io.ibench.db.FoundTable} and {@link io.ibench.db.ServerSecrets} help it.
 *   <li>A workload declares {@link io.ibench.db.Table}s and {@link io.ibench.db.Command}s.
 *   <li>A database describes itself with {@link io.ibench.db.Description}, {@link
 *       io.ibench.db.ServerLocation}, {@link io.ibench.db.ServerCounter}, {@link io.ibench.db.Size}
 *       and {@link io.ibench.db.DiagnosticText}.
 * </ul>
 *
 * <p>A {@code Database} is thread-safe. A {@code Session} and everything that it returns are
 * confined to one thread. All records are immutable.
 */
package io.ibench.db;
