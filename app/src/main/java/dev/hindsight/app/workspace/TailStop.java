package dev.hindsight.app.workspace;

import dev.hindsight.app.timeline.HitLine;
import dev.hindsight.app.timeline.TimelineState;

/// Stops a view that follows the end of a recording at the first hit of a breakpoint among what
/// came since it does. The recording goes on. Owned by the FX thread.
///
/// Hits are looked for behind the end, so that the view goes back to one; of a recording that is
/// over sooner than the search this happens after its end, unless the cursor has been moved
/// meanwhile.
final class TailStop {
  private static final int NOTHING_SEEN = -1;

  private final Document document;
  private boolean armed;
  private int seen;

  TailStop(Document document) {
    this.document = document;
    document.desk().hits().watch(_ -> look());
    document.making().watch(_ -> look());
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
    if (!armed || document.tail().state() != Tail.FOLLOWING || !atTheEnd) {
      return;
    }
    if (document.desk().runs().stopAfter(seen)) {
      document.tail().send(Tail.FROZEN);
    }
    int ticks = document.rollout().ticks();
    boolean over = !document.live();
    armed = !(over && document.desk().hits().state().stream().allMatch(line -> known(line, ticks)));
  }

  private static boolean known(HitLine line, int ticks) {
    return line.knows(ticks);
  }
}
