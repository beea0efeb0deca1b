package dev.hindsight.trainer.learn.foreign;

import dev.hindsight.trainer.policy.program.NumberKind;

/// An array that flows into a program or out of it.
///
/// @param name of the slot
/// @param kind of the numbers that the program wants; an output is always of floats
/// @param shape sizes
/// @param values in C order
record ProgramArray(String name, NumberKind kind, long[] shape, float[] values) {}
