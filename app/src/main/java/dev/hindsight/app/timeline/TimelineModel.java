package dev.hindsight.app.timeline;

import dev.hindsight.app.bookmarks.BookmarkCommand;
import dev.hindsight.app.bookmarks.BookmarkState;
import dev.hindsight.app.model.Store;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/// The timeline of an open recording. Owned by the FX thread.
///
/// @param rollout the recording
/// @param beside the recording to compare with; empty if there is none
/// @param timeline the cursor
/// @param lanes the lanes and the ticks they show
/// @param bookmarks the bookmarks
/// @param events goes to the next event
/// @param hits the breakpoints that are on, and their hits
/// @param runs goes to the next hit
public record TimelineModel(
    Rollout rollout,
    Optional<Counterpart> beside,
    Store<TimelineState, TimelineCommand> timeline,
    Store<LaneState, LaneState.Command> lanes,
    Store<BookmarkState, BookmarkCommand> bookmarks,
    EventNavigator events,
    Store<List<BreakpointHits>, List<BreakpointHits>> hits,
    HitNavigator runs) {
  /// A model at the first tick, with the usual lanes and no bookmarks yet.
  ///
  /// @param selected the selected agent
  /// @param select selects an agent
  public static TimelineModel of(
      Rollout rollout, Optional<Counterpart> beside, IntSupplier selected, IntConsumer select) {
    Store<TimelineState, TimelineCommand> timeline =
        new Store<>(TimelineState.start(TimeAxis.of(rollout)), TimelineState::apply);
    Store<BookmarkState, BookmarkCommand> bookmarks =
        new Store<>(BookmarkState.EMPTY, BookmarkState::apply);
    EventNavigator events =
        new EventNavigator(rollout, beside, timeline, bookmarks, selected, select);
    Store<List<BreakpointHits>, List<BreakpointHits>> hits =
        new Store<>(List.of(), (_, next) -> List.copyOf(next));
    return new TimelineModel(
        rollout,
        beside,
        timeline,
        new Store<>(
            beside.isEmpty() ? LaneState.start(rollout) : LaneState.compared(rollout),
            LaneState::apply),
        bookmarks,
        events,
        hits,
        new HitNavigator(timeline, hits, events.seek(), AgentNames.of(rollout), selected, select));
  }
}
