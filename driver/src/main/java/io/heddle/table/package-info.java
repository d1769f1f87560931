/**
 * The report tables: their columns, and how reports become rows and rows become reports again.
 *
 * <p>A table is a folder of Parquet files under the report folder, with one sub-folder per run
 * ({@code run_id=…}); files are only added, never changed. {@link io.heddle.table.Table} lists the
 * columns with their meaning, which driver/README.md repeats; {@link io.heddle.table.TableWriter}
 * appends, {@link io.heddle.table.TableReader} reads on Spark, {@link io.heddle.table.LocalTables}
 * without a session.
 */
package io.heddle.table;
