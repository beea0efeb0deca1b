package dev.hindsight.app.timeline;

import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What "next event" refers to.
///
/// @param offered the kinds to choose from, never empty
/// @param chosen the chosen kind
/// @param who the agents whose events count
/// @param result of the last search, if there is anything to report
public record EventSeekState(
    List<Landmark> offered, Landmark chosen, AgentScope who, String result) {
  /// The agents whose events count.
  public enum AgentScope {
    /// The selected agent, or any agent while none is selected.
    SELECTED,
    /// Any agent; a search selects the agent it finds.
    ANYONE
  }

  /// Copies the list.
  public EventSeekState {
    offered = List.copyOf(offered);
  }

  /// The first kind offered, for any agent.
  ///
  /// @param beside the recording beside this one, whose events are offered too
  public static EventSeekState start(Rollout rollout, Optional<Rollout> beside) {
    List<Landmark> offered = new ArrayList<>(Landmark.in(rollout));
    beside.map(Landmark::inOther).ifPresent(offered::addAll);
    return new EventSeekState(offered, offered.getFirst(), AgentScope.ANYONE, "");
  }

  /// The state after a command.
  public EventSeekState apply(EventSeekCommand command) {
    return switch (command) {
      case EventSeekCommand.Choose choose ->
          offered.contains(choose.landmark())
              ? new EventSeekState(offered, choose.landmark(), who, "")
              : this;
      case EventSeekCommand.ChooseNext next -> {
        int place = Math.floorMod(offered.indexOf(chosen) + next.places(), offered.size());
        yield new EventSeekState(offered, offered.get(place), who, "");
      }
      case EventSeekCommand.FilterAgents filterAgents ->
          new EventSeekState(offered, chosen, filterAgents.who(), "");
      case EventSeekCommand.ShowMessage showMessage ->
          new EventSeekState(offered, chosen, who, showMessage.words());
    };
  }
}
