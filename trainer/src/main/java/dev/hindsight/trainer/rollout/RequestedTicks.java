package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.util.OptionalInt;

/// Ticks requested before the recording is known, with both ends included as people count. They are
/// checked when the recording is known.
///
/// @param first the first tick
/// @param last the last tick; empty for the recording's last one
public record RequestedTicks(int first, OptionalInt last) {
  /// All ticks of the recording.
  public static final RequestedTicks ALL = new RequestedTicks(0, OptionalInt.empty());

  /// Exactly these ticks; no recording has an empty request.
  public static RequestedTicks of(Span ticks) {
    return new RequestedTicks(ticks.from(), OptionalInt.of(ticks.to() - 1));
  }

  /// A single tick.
  public static RequestedTicks of(int tick) {
    return new RequestedTicks(tick, OptionalInt.of(tick));
  }

  /// The requested ticks of a recording; at least one.
  ///
  /// @throws Problem if the recording does not hold all of them, or is empty
  public Span in(Rollout rollout) {
    if (rollout.ticks() == 0) {
      throw new Problem(
          wording("RequestedTicks.it_holds_no_tick"),
          rollout.file().toString(),
          wording("RequestedTicks.open_a_recording_that_ran_for"));
    }
    int end = last.orElse(rollout.ticks() - 1);
    if (last.isPresent() && end < first) {
      throw new Problem(
          wording("RequestedTicks.the_range_runs_backwards", first, end),
          rollout.file().toString(),
          wording("RequestedTicks.name_the_earlier_tick_first"));
    }
    if (first < 0 || end < first || end >= rollout.ticks()) {
      throw new Problem(
          last.isEmpty() || end == first
              ? wording("RequestedTicks.it_has_no_tick", first)
              : wording("RequestedTicks.it_has_no_ticks_to", first, end),
          rollout.file().toString(),
          wording("RequestedTicks.choose_from_0_to", rollout.ticks() - 1));
    }
    return Span.through(first, end);
  }
}
