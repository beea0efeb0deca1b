package dev.hindsight.trainer.policy.program;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A policy with its code, checked and ready to be loaded from these bytes: nothing else of the
/// file is read later.
///
/// @param format how it was saved
/// @param file where it was read; its form lies beside it
/// @param bytes what the runtime loads; never written after construction
/// @param inputs in the order of the file
/// @param outputs in the order of the file; empty if only a run can say
/// @param data numbers that an ONNX file keeps in other files, by the name of the tensor
/// @param hidden sizes of recurrent layers, as `[layers, numbers]`; empty if none is known
public record Program(
    ProgramFormat format,
    Path file,
    byte[] bytes,
    List<ProgramSlot> inputs,
    List<ProgramSlot> outputs,
    Map<String, ExternalNumbers> data,
    List<HiddenSize> hidden) {
  /// Copies the lists.
  public Program {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    data = Map.copyOf(data);
    hidden = List.copyOf(hidden);
  }

  /// The numbers of a tensor that lies in another file.
  ///
  /// @param bytes little-endian
  /// @param kind type of its numbers
  /// @param shape sizes
  public record ExternalNumbers(byte[] bytes, NumberKind kind, long[] shape) {}

  /// The size of a recurrent state.
  ///
  /// @param layers 0 for a single cell, whose state has no axis for layers
  /// @param numbers in each layer
  public record HiddenSize(int layers, int numbers) {}
}
