// The mistakes of the convolutions and poolings. A kernel names three, and -DMISTAKES=1, 2 or 3 compiles it with the first,
// second or third: MISTAKE(a, b, c) is that one, and NONE in the right kernels. The templates below look at it.
#pragma once

#ifndef MISTAKES
#define MISTAKES 0
#endif

#if MISTAKES == 0
#define MISTAKE(a, b, c) NONE
#elif MISTAKES == 1
#define MISTAKE(a, b, c) a
#elif MISTAKES == 2
#define MISTAKE(a, b, c) b
#else
#define MISTAKE(a, b, c) c
#endif

enum Mistake {
    NONE,
    // what is stored
    LAST_COLUMN,    // the last column of the output is not written
    LAST_ROW,       // nor its last row
    LAST_PLANE,     // nor its last plane
    UNGUARDED,      // threads beyond the output store, too
    FIRST_IMAGE,    // every image of the batch is computed from the first
    // which taps
    FLIPPED,        // taps in the other direction: convolution of mathematics instead of correlation, or the reverse
    FLIPPED_ROW,    // only along the rows
    TRANSPOSED,     // rows and columns of the taps exchanged
    TAP_PITCH,      // a row of taps is taken for as long as a column
    MISSING_TAP,    // the last tap of a row is not added
    MISSING_ROW,    // nor the last row of taps
    MISSING_PLANE,  // nor the last plane
    WEIGHTS_OUT_IN, // weights [C, O, ...] read as [O, C, ...]
    // which inputs
    NO_DILATION,    // neighbours instead of every second or third
    NO_STRIDE,      // neighbouring windows; transposed: also where the division leaves a remainder
    NO_PADDING,     // windows begin at the first element instead of before it
    SWAPPED_PADDING,  // the padding of the rows for the columns and the reverse
    SWAPPED_DILATION, // the same with the dilation
    SWAPPED_STRIDE,   // the same with the stride
    LOW_BORDER,     // the first row or element is taken for padding
    HIGH_BORDER,    // the one after the last is not
    LAST_INPUT,     // the last row or element is taken for padding
    // channels
    LAST_CHANNEL,   // the sum begins again with every channel
    FIRST_GROUP,    // every group reads the channels of the first
    ODD_CHANNEL,    // channels two at a time: the last of an odd number is lost
    SHARED_TAPS,    // every channel with the taps of the first
    FIRST_BIAS,     // the bias of the first channel for all
    BIAS_EACH,      // a bias for every channel of the input
    // pooling
    ZERO_PADDING,   // padding is 0 where it should never win
    EDGE_PADDING,   // padding repeats the border
    CLIPPED_WINDOW, // the average is over what of the window lies inside
    ONE_LESS,       // divided by one less than the window has
    // shared memory
    NO_BARRIER,     // before what others have stored is read
    OVERWRITTEN,    // no barrier before it is overwritten
    NARROW_HALO,    // the tile ends too early
    STALE_PADDING,  // what lies outside the image is not set to 0
    NOT_ATOMIC,     // added without an atomic
};
