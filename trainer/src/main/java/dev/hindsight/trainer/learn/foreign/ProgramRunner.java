package dev.hindsight.trainer.learn.foreign;

import java.util.List;

/// Runs a program once: arrays in, arrays out. One owner thread.
interface ProgramRunner extends AutoCloseable {
  /// Computes the outputs.
  ///
  /// @param inputs in the program's order
  /// @throws dev.hindsight.trainer.Problem if the program fails on them
  List<ProgramArray> run(List<ProgramArray> inputs);

  /// The derivatives of one number of an output by every number of an input, `[input]`.
  ///
  /// @param input index of the input
  /// @param output index of the output
  /// @param number index in the output
  /// @throws dev.hindsight.trainer.Problem if the runtime has no derivatives
  float[] gradient(List<ProgramArray> inputs, int input, int output, int number);

  /// Ends a pass that another thread waits for, as soon as the runtime allows. Any thread.
  void stop();

  /// Whether it runs no more, because a pass took too much.
  default boolean givenUp() {
    return false;
  }

  @Override
  void close();
}
