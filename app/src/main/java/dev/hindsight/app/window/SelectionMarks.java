package dev.hindsight.app.window;

import dev.hindsight.app.tasks.Background;
import dev.hindsight.app.timeline.EventScan;
import dev.hindsight.app.timeline.TimelinePane;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;

/// Marks on a timeline what happened to the agent that is selected. FX thread.
final class SelectionMarks {
  private final Document document;
  private final Background background;

  SelectionMarks(Document document, Background background) {
    this.document = document;
    this.background = background;
  }

  /// Marks on a pane from now on.
  ///
  /// @return ends it
  Runnable show(TimelinePane pane) {
    int[] marked = {Moment.NO_AGENT};
    return document
        .view()
        .watch(view -> {
          int agent = view.selected();
          if (agent == Moment.NO_AGENT) {
            pane.mark(List.of(), "Select an agent to see here what happened to it");
          } else if (agent != marked[0]) {
            scan(pane, agent);
          }
          marked[0] = agent;
        });
  }

  private void scan(TimelinePane pane, int agent) {
    background.quietly(
        "Finding events",
        (_, cancellation) -> EventScan.of(document.rollout(), agent, cancellation),
        events -> {
          if (document.view().state().selected() == agent) {
            pane.mark(events, events.isEmpty() ? "Nothing happened to agent " + agent : "");
          }
        });
  }
}
