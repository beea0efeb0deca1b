package dev.hindsight.app.timeline;

import dev.hindsight.inspector.event.Landmark;

/// Everything that changes what "next event" means.
public sealed interface EventSeekCommand {
  /// Look for this.
  record Choose(Landmark landmark) implements EventSeekCommand {}

  /// Look for what stands so many places further down the list.
  record ChooseNext(int places) implements EventSeekCommand {}

  /// Look at these agents only.
  record FilterAgents(EventSeekState.AgentScope who) implements EventSeekCommand {}

  /// A search has ended, or begun: say so.
  record ShowMessage(String words) implements EventSeekCommand {}
}
