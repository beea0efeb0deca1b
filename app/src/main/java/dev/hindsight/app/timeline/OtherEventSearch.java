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

/// Searches for events of the recording beside this one, B, and for the ticks of this one, A, that
/// correspond to them. Skips events at ticks of B without a counterpart. For a background thread.
///
/// @param other B
/// @param alignment of A with B
/// @param agents pairs the agents of A and B
record OtherEventSearch(Rollout other, Alignment alignment, AgentPairs agents) {
  /// A search result.
  ///
  /// @param here in A; the agent is [Moment#NO_AGENT] if that of B has no counterpart
  /// @param there in B
  record Found(TickAndAgent here, TickAndAgent there) {}

  /// A search with the current alignment.
  static OtherEventSearch in(Counterpart beside) {
    return new OtherEventSearch(beside.other(), beside.state().alignment(), beside.agents());
  }

  /// The nearest event before or after a place.
  ///
  /// @param from the cursor of A
  /// @param last the event of B that led there; empty if the cursor came there otherwise
  /// @param only the agent of A whose counterpart the event must concern, or [Moment#NO_AGENT]
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

  /// The position in B to search from. At a tick without a counterpart, B's cursor is at the
  /// previous one: a forward search has passed it, a backward search has not.
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
