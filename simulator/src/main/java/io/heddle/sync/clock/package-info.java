/**
 * What each thread knows of the past: which accesses happen before its present one.
 *
 * <p>{@link io.heddle.sync.clock.HappensBefore} changes the clocks, at barriers, releases and
 * acquires; {@link io.heddle.sync.clock.CurrentThread} asks them, once for each access. A vector
 * clock over all threads of a launch would be too large. A CTA has one number instead, its
 * <em>floor</em>, below which all of its threads know everything of each other; what some threads
 * know beyond it is in immutable {@link io.heddle.sync.clock.CtaClock}s that they share.
 *
 * <p>Invariant: a stamp is at least 1, and a thread's stamp grows at every release of that thread;
 * stamps are comparable only for one thread, except that everything below a CTA's floor happened
 * before its last barrier over all threads.
 *
 * <p>{@link io.heddle.sync.clock.ClockInvariants} checks what must hold between two changes.
 *
 * <p>This package knows neither memory nor barriers: {@code io.heddle.sync.shadow} and {@code
 * io.heddle.sync.barrier} use it.
 */
package io.heddle.sync.clock;
