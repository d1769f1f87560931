package io.heddle.check;

/**
 * PTX of two kernels that agree, and whose proof has to multiply out: two to the power of a product
 * of sums, and of the sum of its elementary symmetric polynomials. What is under an exponential
 * needs a canonical form, so that no identity test saves it.
 */
public final class ProductKernels {
    private ProductKernels() {}

    /**
     * A file with the entries {@code product} and {@code sums}. Thread t reads x[t, 0..factors) and
     * writes y[t] = 2^((1 + x[t, 0]) (1 + x[t, 1]) …), which has 2^factors monomials.
     */
    public static String of(int factors) {
        StringBuilder text =
                new StringBuilder(".version 8.0\n.target sm_80\n.address_size 64\n")
                        .append(head("product", factors));
        for (int k = 0; k < factors; k++) {
            text.append("ld.global.f32 %f1, [%rd1+").append(4 * k).append("];\n");
            text.append("add.f32 %f1, %f1, 0f3F800000;\nmul.f32 %f0, %f0, %f1;\n");
        }
        text.append(TAIL).append(head("sums", factors));
        int loaded = factors + 1;
        for (int k = 0; k < factors; k++) {
            text.append("ld.global.f32 %f").append(loaded);
            text.append(", [%rd1+").append(4 * k).append("];\n");
            for (int j = k + 1; j > 0; j--) { // e_j = x e_(j-1) + e_j
                String sum = "%f" + j + ", %f" + loaded + ", %f" + (j - 1) + ", %f" + j;
                text.append("fma.rn.f32 ").append(sum).append(";\n");
            }
        }
        for (int j = 1; j <= factors; j++) {
            text.append("add.f32 %f0, %f0, %f").append(j).append(";\n");
        }
        return text.append(TAIL).toString();
    }

    private static final String TAIL =
            "ex2.approx.f32 %f0, %f0;\nst.global.f32 [%rd2], %f0;\nret;\n}\n";

    private static String head(String name, int factors) {
        StringBuilder text =
                new StringBuilder(".visible .entry " + name + "(.param .u64 x, .param .u64 y)\n{\n")
                        .append(".reg .b32 %r<2>;\n.reg .b64 %rd<4>;\n.reg .f32 %f<")
                        .append(factors + 2)
                        .append(">;\nld.param.u64 %rd1, [x];\nld.param.u64 %rd2, [y];\n")
                        .append("mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, ")
                        .append(4 * factors)
                        .append(";\nadd.s64 %rd1, %rd1, %rd3;\nmul.wide.u32 %rd3, %r1, 4;\n")
                        .append("add.s64 %rd2, %rd2, %rd3;\nmov.f32 %f0, 0f3F800000;\n");
        for (int j = 1; j <= factors; j++) {
            text.append("mov.f32 %f").append(j).append(", 0f00000000;\n");
        }
        return text.toString();
    }
}
