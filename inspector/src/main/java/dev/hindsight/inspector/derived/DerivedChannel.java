package dev.hindsight.inspector.derived;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.task.Cancellation;

/// A column that no file holds: a number for each agent, worked out when it is first read. Reading
/// may take long: for background threads, of which any may.
///
/// @param agents A
/// @param pace when its numbers become other ones
/// @param of what of the cursor they are of now, `tick 37`; empty where they are the same wherever
///   it stands
/// @param numbers all of an agent
public record DerivedChannel(
    ChannelSpec spec, int agents, Recalculation pace, String of, ValueSource numbers)
    implements Channel {
  /// How often a column has other numbers.
  public enum Recalculation {
    /// Never: they are of the recording.
    ONCE,
    /// At every tick of the cursor; they are worked out between two pictures, or nearly.
    EVERY_TICK,
    /// In every trial of the cursor.
    EVERY_TRIAL
  }

  /// Whoever works it out, and keeps what was asked for last.
  @FunctionalInterface
  public interface ValueSource {
    /// All numbers of an agent, not to be written.
    ///
    /// @param ticks how many there are to be at least
    /// @throws dev.hindsight.trainer.Problem if it cannot be worked out, with the reason
    float[] of(int agent, int ticks, Cancellation cancellation);
  }

  /// @param name as lanes show it
  /// @param doc one line for people
  static DerivedChannel of(
      String name, String unit, String doc, int agents, ValueSource valueSource) {
    return new DerivedChannel(
        ChannelSpec.perTick(name, Dtype.F4, unit, doc, "agent"),
        agents,
        Recalculation.ONCE,
        "",
        valueSource);
  }

  /// The same column of something at the cursor.
  DerivedChannel at(Recalculation often, String place, ValueSource there) {
    return new DerivedChannel(spec, agents, often, place, there);
  }

  /// Works it out, so that reading it afterwards takes no time.
  ///
  /// @throws dev.hindsight.trainer.Problem if that cannot be done, with the reason
  public void work(int agent, int ticks, Cancellation cancellation) {
    if (ticks > 0) {
      numbers.of(agent, ticks, cancellation);
    }
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
    return numbers.of(index, tick + 1, new Cancellation())[tick];
  }
}
