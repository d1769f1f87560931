package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.ptx.Bytes;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The replay knows every form of public PTX that is modelled, and refuses what it does not know.
 */
final class ReplayCensusTest {
    private static final String HEAD =
            ".version 9.0\n.target sm_90a\n.address_size 64\n.func f() { ret; }\n";

    private static String kernel(int k, String statement) {
        return ".visible .entry k"
                + k
                + "(.param .align 16 .b8 a[64]) {\n"
                + ".reg .pred %p<8>; .reg .b16 %h<16>; .reg .b32 %r<64>; .reg .f32"
                + " %f<256>; .reg .b64 %d<16>; .reg .f64 %g<32>; .param .b64 b;\n"
                + statement
                + ";\nL: ret;\n}\n";
    }

    private static ReplayResult run(PtxModule module, String entry) {
        Launch launch =
                new Launch(
                        module,
                        entry,
                        new Dim3(1, 1, 1),
                        new Dim3(32, 1, 1),
                        0,
                        null,
                        List.of(new Argument.Aggregate(new Bytes(new byte[64]))));
        return Replay.run(launch, Map.of(), Map.of(), ReplayOptions.defaults().within(10_000));
    }

    private static boolean isUnknown(ReplayResult result) {
        return result instanceof ReplayResult.Stopped s
                && s.reason() == ReplayResult.Reason.UNSUPPORTED;
    }

    @Test
    void formsOfPublicPtxAreKnown() throws IOException {
        List<String> statements = new ArrayList<>();
        try (InputStream in = ReplayCensusTest.class.getResourceAsStream("/census/forms.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            text.lines()
                    .filter(l -> !l.startsWith("#"))
                    .map(l -> l.split("\t", -1)[3])
                    .filter(l -> !l.startsWith("wgmma"))
                    .forEach(statements::add);
        }
        StringBuilder text = new StringBuilder(HEAD);
        for (int k = 0; k < statements.size(); k++) {
            text.append(kernel(k, statements.get(k)));
        }
        PtxModule module = PtxParser.parse("k.ptx", text.toString());
        List<String> unknown = new ArrayList<>();
        for (int k = 0; k < statements.size(); k++) {
            ReplayResult result = run(module, "k" + k);
            if (isUnknown(result)) {
                unknown.add(statements.get(k) + ": " + result);
            }
        }
        assertEquals(List.of(), unknown);
    }

    @Test
    void whatIsNotModelledIsRefusedByName() {
        List<String> statements =
                List.of(
                        "fma.rn.oob.f16 %h0, %h1, %h2, %h3",
                        "discard.global.L2 [%d0], 128",
                        "cvt.rs.f16x2.f32 %r0, %f1, %f2, %r3",
                        "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r0], %r1,"
                                + " [%r2]",
                        "red.async.relaxed.cluster.global.add.u32 [%d0], %r1",
                        "ld.global.b128 %d0, [%d1]");
        for (String statement : statements) {
            PtxModule module;
            try {
                module = PtxParser.parse("k.ptx", HEAD + kernel(0, statement));
            } catch (io.heddle.ptx.PtxSyntaxException e) {
                continue; // refused before
            }
            assertEquals(true, isUnknown(run(module, "k0")), statement);
        }
    }
}
