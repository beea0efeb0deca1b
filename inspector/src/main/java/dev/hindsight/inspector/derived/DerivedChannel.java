package dev.hindsight.inspector.derived;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import java.util.function.BiFunction;

/// A column that no file holds: a number for each agent, worked out when it is first read. Reading
/// may take long: for background threads, of which any may.
///
/// @param agents A
/// @param numbers all of an agent, at least as many ticks as are asked for
record DerivedChannel(ChannelSpec spec, int agents, BiFunction<Integer, Integer, float[]> numbers)
    implements Channel {
  /// @param name as lanes show it
  /// @param doc one line for people
  static DerivedChannel of(
      String name,
      String unit,
      String doc,
      int agents,
      BiFunction<Integer, Integer, float[]> numbers) {
    return new DerivedChannel(
        ChannelSpec.perTick(name, Dtype.F4, unit, doc, "agent"), agents, numbers);
  }

  @Override
  public int[] rowShape() {
    return new int[] {agents};
  }

  @Override
  public int rowLength() {
    return agents;
  }

  @Override
  public double value(int tick, int index) {
    return numbers.apply(index, tick + 1)[tick];
  }
}
