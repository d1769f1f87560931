/**
 * What is to be decided and what refutes it: {@link io.heddle.condition.VerificationCondition} is
 * the claim that two terms are equal, {@link io.heddle.condition.DecideOptions} are the budgets of
 * a decision, and {@link io.heddle.condition.Counterexample} is an input on which a claim fails.
 */
package io.heddle.condition;
