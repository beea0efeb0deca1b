package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StepFigure;
import dev.hindsight.trainer.fleet.WireReader.WireException;
import dev.hindsight.trainer.learn.training.CollectionReport;
import dev.hindsight.trainer.learn.training.ReportBytes;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.TrajectoryBytes;
import dev.hindsight.trainer.policy.Tensor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The large part of a batch as bytes: results, the worker's state, trajectories.
///
/// @param results what was measured while collecting
/// @param state what the worker needs to go on after an interruption
record BatchContent(CollectionReport results, List<Tensor> state) {
  /// Bytes of a tensor without name and values.
  private static final int TENSOR = 3 * Integer.BYTES;

  /// Copies the list.
  BatchContent {
    state = List.copyOf(state);
  }

  static byte[] write(WorkerReport.Collected batch) {
    WireWriter to = new WireWriter();
    to.bytes(ReportBytes.write(batch.results()));
    writeTensors(batch.state(), to);
    int size = TrajectoryBytes.size(batch.trajectories());
    to.number(size);
    TrajectoryBytes.write(batch.trajectories(), to.reserve(size));
    return to.written();
  }

  /// Reads what [#write] wrote.
  ///
  /// @param figures those of the environment
  /// @param into receives the trajectories
  /// @throws RuntimeException if the bytes are no batch of this size
  static BatchContent read(
      ByteBuffer bytes, List<StepFigure> figures, Trajectories into, String where) {
    WireReader from = new WireReader(bytes);
    CollectionReport results = ReportBytes.read(from.bytes(), figures, where);
    List<Tensor> state = readTensors(from);
    TrajectoryBytes.read(from.part(from.length(1)), into);
    from.end();
    return new BatchContent(results, state);
  }

  /// Tensors as bytes.
  static byte[] ofTensors(List<Tensor> tensors) {
    WireWriter to = new WireWriter();
    writeTensors(tensors, to);
    return to.written();
  }

  /// Reads what [#ofTensors] wrote.
  static List<Tensor> tensors(byte[] bytes) {
    WireReader from = new WireReader(bytes);
    List<Tensor> tensors = readTensors(from);
    from.end();
    return tensors;
  }

  private static void writeTensors(List<Tensor> tensors, WireWriter to) {
    to.list(
        tensors,
        (writer, tensor) ->
            writer
                .bytes(tensor.name().getBytes(StandardCharsets.UTF_8))
                .numbers(tensor.shape())
                .numbers(tensor.values()));
  }

  private static List<Tensor> readTensors(WireReader from) {
    return from.list(
        TENSOR,
        reader -> {
          try {
            return new Tensor(reader.text(), reader.wholeNumbers(), reader.floats());
          } catch (IllegalArgumentException | ArithmeticException e) {
            WireException failure =
                new WireException(wording("BatchContent.a_tensor_of_another_shape"));
            failure.initCause(e);
            throw failure;
          }
        });
  }
}
