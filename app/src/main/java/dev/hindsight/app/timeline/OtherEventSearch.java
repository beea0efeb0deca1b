package dev.hindsight.app.timeline;

import dev.hindsight.inspector.compare.AgentPairs;
import dev.hindsight.inspector.compare.Alignment;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.inspector.event.LandmarkSearch;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.inspector.event.TickAndAgent;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Optional;
import java.util.OptionalInt;

/// Looks for events of the recording that stands beside, B, and for the ticks of this one, A, that
/// stand beside theirs. Events at ticks of B without a counterpart are passed over. For a
/// background thread.
///
/// @param other B
/// @param alignment of A with B
/// @param agents which of A are which of B
record OtherEventSearch(Rollout other, Alignment alignment, AgentPairs agents) {
  /// What was found.
  ///
  /// @param here in A; the agent is [Moment#NO_AGENT] where that of B has no counterpart
  /// @param there in B
  record Found(TickAndAgent here, TickAndAgent there) {}

  /// As the two stand beside each other now.
  static OtherEventSearch in(Counterpart beside) {
    return new OtherEventSearch(beside.other(), beside.state().alignment(), beside.agents());
  }

  /// The nearest one beyond a place.
  ///
  /// @param from where the cursor of A is
  /// @param last the event of B that led there; nothing where the cursor came there otherwise
  /// @param only the agent of A whose counterpart it must be about, or [Moment#NO_AGENT]
  Optional<Found> find(
      EventKind kind,
      TickAndAgent from,
      Optional<TickAndAgent> last,
      int only,
      SearchDirection searchDirection,
      Cancellation cancellation) {
    OptionalInt whose = agents.other(only);
    if (only != Moment.NO_AGENT && whose.isEmpty()) {
      return Optional.empty();
    }
    Alignment turned = alignment.swapped();
    LandmarkSearch search = new LandmarkSearch(other, cancellation);
    TickAndAgent place = last.orElseGet(() -> beside(from, searchDirection));
    while (true) {
      Optional<TickAndAgent> found =
          search.find(
              new Landmark.Event(kind), place, whose.orElse(Moment.NO_AGENT), searchDirection);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      place = found.get();
      OptionalInt tick = turned.paired(place.tick());
      if (tick.isPresent() && (tick.getAsInt() - from.tick()) * searchDirection.sign() >= 0) {
        int agent = agents.swapped().other(place.agent()).orElse(Moment.NO_AGENT);
        return Optional.of(new Found(new TickAndAgent(tick.getAsInt(), agent), place));
      }
    }
  }

  /// Where the cursor of B stands. Beside a tick without a counterpart it stands at the one before,
  /// which has been passed going on and is still to come going back.
  private TickAndAgent beside(TickAndAgent from, SearchDirection searchDirection) {
    int tick = alignment.shown(from.tick());
    if (alignment.paired(from.tick()).isPresent()) {
      return new TickAndAgent(tick, agents.other(from.agent()).orElse(Moment.NO_AGENT));
    }
    boolean back = searchDirection == SearchDirection.PREVIOUS && tick + 1 < other.ticks();
    return back
        ? new TickAndAgent(tick + 1, Moment.NO_AGENT)
        : new TickAndAgent(tick, other.manifest().agents());
  }
}
