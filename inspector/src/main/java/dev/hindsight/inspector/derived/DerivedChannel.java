package dev.hindsight.inspector.derived;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.task.Cancellation;

/// A channel that no file stores: one number per agent, computed when first read. Reading may take
/// long: for background threads, any of them.
///
/// @param agents A
/// @param pace when its numbers change
/// @param of the cursor position they belong to, `tick 37`; empty if they do not depend on the
///   cursor
/// @param numbers computes all numbers of an agent
public record DerivedChannel(
    ChannelSpec spec, int agents, Recalculation pace, String of, ValueSource numbers)
    implements Channel {
  /// How often the numbers of a channel change.
  public enum Recalculation {
    /// Never: they depend on the recording alone.
    ONCE,
    /// With every tick of the cursor; computed almost within one frame.
    EVERY_TICK,
    /// With every trial of the cursor.
    EVERY_TRIAL
  }

  /// Computes the numbers, and caches those requested last.
  @FunctionalInterface
  public interface ValueSource {
    /// All numbers of an agent, read-only.
    ///
    /// @param ticks the least number of ticks needed
    /// @throws dev.hindsight.trainer.Problem if it cannot be worked out, with the reason
    float[] of(int agent, int ticks, Cancellation cancellation);
  }

  /// @param name as lanes show it
  /// @param doc one line of description
  static DerivedChannel of(
      String name, String unit, String doc, int agents, ValueSource valueSource) {
    return new DerivedChannel(
        ChannelSpec.perTick(name, Dtype.F4, unit, doc, "agent"),
        agents,
        Recalculation.ONCE,
        "",
        valueSource);
  }

  /// The same channel for another cursor position.
  DerivedChannel at(Recalculation often, String place, ValueSource there) {
    return new DerivedChannel(spec, agents, often, place, there);
  }

  /// Computes the numbers, so that reading them afterwards takes no time.
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
