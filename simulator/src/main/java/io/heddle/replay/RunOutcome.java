package io.heddle.replay;

import java.io.Serializable;

/** What concrete runs came to: those of a pair, or those of a kernel alone. */
public sealed interface RunOutcome extends Serializable permits ReplayVerdict, SoloReplay.Result {}
