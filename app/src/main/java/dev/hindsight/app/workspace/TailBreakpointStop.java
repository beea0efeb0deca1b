package dev.hindsight.app.workspace;

import dev.hindsight.app.timeline.BreakpointHits;
import dev.hindsight.app.timeline.TimelineState;

/// Stops a view that follows the end of a recording at the first hit of a breakpoint among what
/// came since it does. The recording goes on. Owned by the FX thread.
///
/// Hits are looked for behind the end, so that the view goes back to one; of a recording that is
/// over sooner than the search this happens after its end, unless the cursor has been moved
/// meanwhile.
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

  /// All that is recorded from the first tick on counts.
  void fromTheBeginning() {
    arm(NOTHING_SEEN);
  }

  /// What is recorded from now on counts.
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
