/**
 * What a kernel costs as formulas in the sizes of its launch.
 *
 * <p>{@link io.heddle.anyinput.formula.FormReader} reads conditions, addresses and ends of loops as
 * polynomials in sizes, blocks and iterations whose remainders are periodic. The cost of a place of
 * the code is then a sum over the integer points of polyhedra that depend on the sizes: a
 * quasi-polynomial, from some sizes on (Ehrhart; Clauss, "Counting solutions to linear and
 * nonlinear constraints through Ehrhart polynomials", ICS 1996). {@link
 * io.heddle.anyinput.formula.Arrangement} says from which sizes on, of which degree, and with which
 * periods. So finitely many launches determine it; {@link io.heddle.anyinput.formula.SiteCosts}
 * counts them in the closed forms, and {@link io.heddle.anyinput.formula.FormulaSearch} finds a
 * short formula that has the same values there, and thus everywhere. Start reading at {@link
 * io.heddle.anyinput.formula.SymbolicCost}.
 */
package io.heddle.anyinput.formula;
