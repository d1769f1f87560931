/**
 * What registers and memory cells hold: bits, terms, or pieces of both, and what a machine's number
 * may have lost against the term.
 *
 * <p><b>Bits and terms.</b> A {@link io.heddle.value.Value} is a bit string whose pieces have a
 * {@link io.heddle.value.Tag}; {@link io.heddle.value.Views} reads it as the number or the float
 * that an instruction's type asks for, and lists the assumptions of such a reading. {@link
 * io.heddle.value.Integers} and {@code BitFields} read integers and fields of them; {@link
 * io.heddle.value.PathValues} simplifies a value under a path condition.
 *
 * <p><b>Rounding.</b> Terms are real numbers. {@code RoundedSteps} gathers the steps at which a
 * rounding may decide something (a comparison, a conversion to an integer, a reading of bits, a
 * root); which numbers are rounded, and how, is noted by {@code RoundedTerms}, {@code Rerounded},
 * {@code TwiceMade}, {@code IntegerSums}, {@code RoundedConstants}, {@code RoundedIntegers} and
 * {@code RoundedDomains}. {@link io.heddle.value.Arithmetic} says which instructions come to one
 * float. {@link io.heddle.value.RoundedNumbers} is the result for {@code io.heddle.check}.
 *
 * <p><b>Range.</b> {@code Overflows} and {@code Magnitudes} say what may be infinite on the
 * machine, {@code SumOrigins} which integer sums may wrap, {@code Subnormals}, {@code FarScaling}
 * and {@code FlushedResults} what may vanish, {@link io.heddle.value.ZeroSigns} which zero is −0.
 */
package io.heddle.value;
