package dev.hindsight.app.timeline;

import dev.hindsight.inspector.event.Landmark;

/// Everything that changes what "next event" refers to.
public sealed interface EventSeekCommand {
  /// Searches for this kind.
  record Choose(Landmark landmark) implements EventSeekCommand {}

  /// Searches for the kind a number of places later in the list.
  record ChooseNext(int places) implements EventSeekCommand {}

  /// Searches only for these agents.
  record FilterAgents(EventSeekState.AgentScope who) implements EventSeekCommand {}

  /// Shows a message about a search that has started or ended.
  record ShowMessage(String words) implements EventSeekCommand {}
}
