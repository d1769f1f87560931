/**
 * What a launch costs in instructions, memory transactions, bank conflicts and divergence, counted
 * by a listener of the machine ({@link io.heddle.cost.CostListener}) for each instruction. Counts
 * are exact for the launch; what data decide is an interval. Start reading at {@link
 * io.heddle.cost.Counter}.
 */
package io.heddle.cost;
