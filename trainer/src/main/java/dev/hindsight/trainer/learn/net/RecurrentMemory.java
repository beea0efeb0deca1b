package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.policy.PolicyMemory;
import java.util.Arrays;
import java.util.List;

/// The memory of an LSTM, copied to Java.
///
/// @param agents A
/// @param hidden `[A * H]`, never written again
/// @param cell `[A * H]`, never written again
public record RecurrentMemory(int agents, float[] hidden, float[] cell) implements PolicyMemory {
  /// Copies a network's memory.
  ///
  /// @param hidden `[A, H]`
  /// @param cell `[A, H]`
  public static RecurrentMemory of(NDArray hidden, NDArray cell) {
    return new RecurrentMemory(
        Math.toIntExact(hidden.getShape().get(0)),
        EngineMemory.numbers(hidden),
        EngineMemory.numbers(cell));
  }

  /// The memories of several networks one after the other.
  static RecurrentMemory joined(List<RecurrentMemory> parts) {
    int agents = parts.stream().mapToInt(RecurrentMemory::agents).sum();
    int width = parts.getFirst().width();
    float[] hidden = new float[agents * width];
    float[] cell = new float[agents * width];
    int at = 0;
    for (RecurrentMemory part : parts) {
      System.arraycopy(part.hidden, 0, hidden, at, part.hidden.length);
      System.arraycopy(part.cell, 0, cell, at, part.cell.length);
      at += part.hidden.length;
    }
    return new RecurrentMemory(agents, hidden, cell);
  }

  /// The memories of some agents.
  ///
  /// @param from index of the first
  RecurrentMemory part(int from, int count) {
    int begin = from * width();
    int end = begin + count * width();
    return new RecurrentMemory(
        count, Arrays.copyOfRange(hidden, begin, end), Arrays.copyOfRange(cell, begin, end));
  }

  private int width() {
    return hidden.length / agents;
  }

  /// A copy with one agent's memory wiped.
  public RecurrentMemory without(int agent) {
    return new RecurrentMemory(agents, without(hidden, agent), without(cell, agent));
  }

  /// [#hidden()] for a network; the manager owns it.
  public NDArray hidden(NDManager manager) {
    return array(manager, hidden);
  }

  /// [#cell()] for a network; the manager owns it.
  public NDArray cell(NDManager manager) {
    return array(manager, cell);
  }

  @Override
  public long bytes() {
    return (long) Float.BYTES * (hidden.length + cell.length);
  }

  private NDArray array(NDManager manager, float[] numbers) {
    return EngineMemory.array(manager, numbers, new Shape(agents, numbers.length / agents));
  }

  private float[] without(float[] numbers, int agent) {
    float[] kept = numbers.clone();
    int width = numbers.length / agents;
    Arrays.fill(kept, agent * width, (agent + 1) * width, 0);
    return kept;
  }
}
