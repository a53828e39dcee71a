/**
 * Plain files in a folder, for the workload {@code io}. {@link io.ibench.db.files.FilesAdapter} is
 * the entry. {@code FilesDatabase} is thread-safe and has the folder to itself; {@code FolderBooks}
 * says which files are ibench's and keeps ibench's own tables in {@code ibench_io.json}. A session
 * and its files are confined to one thread.
 */
package io.ibench.db.files;
