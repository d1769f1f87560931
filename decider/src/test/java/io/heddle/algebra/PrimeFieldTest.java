package io.heddle.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Arithmetic modulo a prime is a homomorphism from the rationals. */
class PrimeFieldTest {
    private final PrimeField field = PrimeField.random(new Random(7));

    @Property(tries = 500, seed = "20261121")
    void rationalsMapHomomorphically(
            @ForAll int a, @ForAll short b, @ForAll int c, @ForAll short d) {
        Rational p = Rational.of(a, b == 0 ? 1 : b);
        Rational q = Rational.of(c, d == 0 ? 1 : d);
        assertEquals(field.of(p.add(q)), field.add(field.of(p), field.of(q)));
        assertEquals(field.of(p.subtract(q)), field.subtract(field.of(p), field.of(q)));
        assertEquals(field.of(p.multiply(q)), field.multiply(field.of(p), field.of(q)));
        assertEquals(field.of(p.negate()), field.negate(field.of(p)));
        if (!q.isZero()) {
            assertEquals(
                    field.of(p.divide(q)), field.multiply(field.of(p), field.inverse(field.of(q))));
        }
        assertEquals(field.of(p.pow(3)), field.power(field.of(p), BigInteger.valueOf(3)));
    }

    @Test
    void zeroHasNoInverse() {
        assertThrows(NoFormException.class, () -> field.inverse(0));
    }
}
