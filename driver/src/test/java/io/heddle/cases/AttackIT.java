package io.heddle.cases;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs the attacks: ten thousand kernels written to make Heddle answer wrongly. They take several
 * minutes, so {@code mvn verify} runs them and {@code mvn test} does not.
 */
@DisabledIfSystemProperty(named = "cases", matches = ".*", disabledReason = "CaseTest runs them")
class AttackIT {
    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicNode> everyAttackGetsAnHonestAnswer() {
        return CaseTest.attacks();
    }
}
