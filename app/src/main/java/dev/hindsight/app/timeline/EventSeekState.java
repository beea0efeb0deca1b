package dev.hindsight.app.timeline;

import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What "next event" means now.
///
/// @param offered what can be looked for in the recording, never empty
/// @param chosen one of them
/// @param who whose events count
/// @param told how the last search ended, if there is anything to say
public record EventSeekState(List<Landmark> offered, Landmark chosen, AgentScope who, String told) {
  /// Whose events count.
  public enum AgentScope {
    /// The selected agent's; anyone's where nobody is selected.
    SELECTED,
    /// Anyone's; whose it is gets selected.
    ANYONE
  }

  /// Copies the list.
  public EventSeekState {
    offered = List.copyOf(offered);
  }

  /// The first thing there is, of anyone.
  ///
  /// @param beside the recording that stands beside; its events can be gone to as well
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
