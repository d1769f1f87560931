/**
 * Measures speed and memory: {@code heddle bench} prints each figure beside its budget.
 *
 * <p>{@link io.heddle.bench.BenchCommand} is the command and times the parts; {@link
 * io.heddle.bench.ShadowBench} and {@link io.heddle.bench.BarrierBench} time the race detector, and
 * {@link io.heddle.bench.PaperTables} the rows of VOLTA's tables; {@link
 * io.heddle.bench.RatioBench} compares {@code verify} with {@code check}. Nothing else depends on
 * this package, and no test asserts a time.
 *
 * <p>It is a package and no Maven module, since {@code bench} is a command of {@code heddle.jar},
 * which the driver builds, and measures whole pairs through the driver's own packages: the module
 * would have to come both before and after the driver.
 */
package io.heddle.bench;
