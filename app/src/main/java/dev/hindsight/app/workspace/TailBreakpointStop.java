package dev.hindsight.app.workspace;

import dev.hindsight.app.timeline.BreakpointHits;
import dev.hindsight.app.timeline.TimelineState;

/// Stops a view that follows the end of a recording at the first hit of a breakpoint since it began
/// to follow. The recording continues. Owned by the FX thread.
///
/// The search runs behind the end, so the view moves back to a hit; if the recording ends before
/// the search, this happens afterwards, unless the user has moved the cursor meanwhile.
final class TailBreakpointStop {
  private static final int NOTHING_SEEN = -1;

  private final Document document;
  private boolean armed;
  private int seen;

  TailBreakpointStop(Document document) {
    this.document = document;
    document.timelineModel().hits().watch(_ -> look());
    document.status().watch(_ -> look());
  }

  /// Counts hits from the first tick on.
  void fromTheBeginning() {
    arm(NOTHING_SEEN);
  }

  /// Counts hits from now on.
  void fromNow() {
    arm(document.timeline().state().axis().last());
  }

  private void arm(int after) {
    armed = true;
    seen = after;
  }

  private void look() {
    TimelineState state = document.timeline().state();
    boolean atTheEnd = state.tick() == state.axis().last();
    if (!armed || document.tail().state() != TailMode.FOLLOWING || !atTheEnd) {
      return;
    }
    if (document.timelineModel().runs().stopAfter(seen)) {
      document.tail().send(TailMode.FROZEN);
    }
    int ticks = document.rollout().ticks();
    boolean over = !document.live();
    armed =
        !(over
            && document.timelineModel().hits().state().stream()
                .allMatch(line -> known(line, ticks)));
  }

  private static boolean known(BreakpointHits line, int ticks) {
    return line.knows(ticks);
  }
}
