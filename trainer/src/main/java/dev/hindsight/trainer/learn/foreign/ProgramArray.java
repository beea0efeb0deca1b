package dev.hindsight.trainer.learn.foreign;

import dev.hindsight.trainer.policy.program.NumberKind;

/// An array that flows into a program or out of it.
///
/// @param name of the slot
/// @param kind of the numbers in the program; of an output, how exact its floats are
/// @param shape sizes
/// @param values in C order
record ProgramArray(String name, NumberKind kind, long[] shape, float[] values) {}
