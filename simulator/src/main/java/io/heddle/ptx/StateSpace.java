package io.heddle.ptx;

/** The state spaces of variables (PTX ISA 5.1). */
public enum StateSpace {
    REG,
    SREG,
    CONST,
    GLOBAL,
    LOCAL,
    PARAM,
    SHARED,
    TEX
}
