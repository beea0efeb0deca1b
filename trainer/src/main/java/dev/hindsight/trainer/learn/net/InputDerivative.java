package dev.hindsight.trainer.learn.net;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import java.util.Arrays;
import java.util.Optional;

/// One derivative, of an output by the observation, taken while a network acts once. One owner
/// thread, which closes it.
final class InputDerivative implements AutoCloseable {
  private final int row;
  private final int number;
  private Optional<GradientCollector> collector = Optional.empty();
  private Optional<NDArray> input = Optional.empty();
  private float[] found = new float[0];

  /// @param row of the network
  /// @param number index of the output; -1 for the value
  InputDerivative(int row, int number) {
    this.row = row;
    this.number = number;
  }

  /// The same numbers, followed from here on.
  ///
  /// @param seen `[N, D]`
  /// @throws Problem if a training run learns, whose gradients this would erase
  NDArray followed(NDArray seen) {
    Engine engine = seen.getManager().getEngine();
    collector = ExclusiveGradientCollector.unlessSomeoneLearns(engine);
    if (collector.isEmpty()) {
      throw new Problem(
          wording("InputDerivative.a_training_run_learns"),
          wording("InputDerivative.derivatives"),
          wording("InputDerivative.ask_again"));
    }
    NDArray copy = seen.duplicate();
    copy.setRequiresGradient(true);
    input = Optional.of(copy);
    return copy;
  }

  /// Goes back from the outputs.
  void take(LogitsAndValues outputs) {
    NDArray by = input.orElseThrow();
    NDArray all = number < 0 ? outputs.values() : outputs.logits();
    int width = number < 0 ? 1 : Math.toIntExact(all.getShape().get(1));
    collector.orElseThrow().backward(all.flatten().get((long) row * width + Math.max(0, number)));
    int size = Math.toIntExact(by.getShape().get(1));
    found = Arrays.copyOfRange(by.getGradient().toFloatArray(), row * size, (row + 1) * size);
  }

  /// `[D]` of the row.
  float[] found() {
    return found;
  }

  @Override
  public void close() {
    collector.ifPresent(GradientCollector::close);
  }
}
