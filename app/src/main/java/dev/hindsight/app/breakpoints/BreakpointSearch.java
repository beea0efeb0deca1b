package dev.hindsight.app.breakpoints;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.timeline.BreakpointHits;
import dev.hindsight.app.timeline.LaneSource;
import dev.hindsight.app.timeline.LaneState;
import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.outcome.RecordedEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Searches an open recording for its breakpoints in the background, and again when the recording
/// has grown. FX thread.
public final class BreakpointSearch {
  private static final ConditionResult SOUGHT = new ConditionResult.Pending();

  private final TimelineModel timelineModel;
  private final Store<BreakpointState, BreakpointCommand> book;
  private final BackgroundTasks backgroundTasks;
  private final Signals signals;
  private final Map<String, ConditionResult> found = new HashMap<>();
  private final Map<String, Runnable> searches = new HashMap<>();
  private final Set<String> outdated = new HashSet<>();
  private final List<Runnable> watches = new ArrayList<>();
  private Optional<Runnable> asking = Optional.empty();
  private boolean unanswered;
  private int ticks;
  private boolean shown;

  /// @param book the breakpoints of its kind of environment
  public BreakpointSearch(
      TimelineModel timelineModel,
      Store<BreakpointState, BreakpointCommand> book,
      BackgroundTasks backgroundTasks) {
    this.timelineModel = timelineModel;
    this.book = book;
    this.backgroundTasks = backgroundTasks;
    this.signals = BuiltInSignals.of(timelineModel.rollout());
    this.ticks = timelineModel.rollout().ticks();
    watches.add(
        book.watch(_ -> {
          look();
          // The recording may have grown during a search that this has cancelled.
          grown(timelineModel.timeline().state().axis().ticks());
        }));
    watches.add(timelineModel.timeline().watch(state -> grown(state.axis().ticks())));
  }

  /// The events that the recording can hold.
  RecordedEvents events() {
    return RecordedEvents.of(timelineModel.rollout());
  }

  /// Searches a grown recording again, once the current search has ended.
  private void grown(int length) {
    if (length != ticks && searches.isEmpty()) {
      ticks = length;
      // Keeps earlier results until new ones arrive, so that playback still stops at them.
      outdated.addAll(found.keySet());
      look();
    }
  }

  /// The breakpoints.
  public Store<BreakpointState, BreakpointCommand> book() {
    return book;
  }

  /// The signals that conditions may use.
  public Signals signals() {
    return signals;
  }

  /// The result for a breakpoint so far.
  public ConditionResult found(Breakpoint breakpoint) {
    return found.getOrDefault(breakpoint.condition(), SOUGHT);
  }

  /// Asks the pane to move the keyboard focus to the field for a new condition. A pane that opens
  /// later receives the request then.
  public void requestConditionInput() {
    unanswered = asking.isEmpty();
    asking.ifPresent(Runnable::run);
  }

  /// Sets the action that [#requestConditionInput] runs.
  ///
  /// @return unsubscribes when run
  Runnable onConditionInputRequested(Runnable whoIsAsked) {
    Optional<Runnable> own = Optional.of(whoIsAsked);
    asking = own;
    if (unanswered) {
      unanswered = false;
      whoIsAsked.run();
    }
    return () -> asking = asking.filter(now -> !own.equals(Optional.of(now)));
  }

  /// Stops searching.
  public void close() {
    watches.forEach(Runnable::run);
    searches.values().forEach(Runnable::run);
    searches.clear();
  }

  private void look() {
    List<Breakpoint> wanted =
        book.state().breakpoints().stream()
            .filter(each -> each.use() == Breakpoint.Use.ON)
            .toList();
    searches
        .entrySet()
        .removeIf(search -> {
          boolean stale =
              wanted.stream().noneMatch(each -> each.condition().equals(search.getKey()));
          if (stale) {
            search.getValue().run();
          }
          return stale;
        });
    for (Breakpoint each : wanted) {
      boolean known = found.containsKey(each.condition()) && !outdated.contains(each.condition());
      if (!known && !searches.containsKey(each.condition())) {
        begin(each.condition());
      }
    }
    if (!wanted.isEmpty() && !shown) {
      shown = true;
      if (timelineModel.lanes().state().place(new LaneSource.Breakpoints()) < 0) {
        timelineModel.lanes().send(new LaneState.Command.Add(new LaneSource.Breakpoints()));
      }
    }
    tell();
  }

  private void begin(String condition) {
    searches.put(
        condition,
        backgroundTasks.startCancellable(
            "Searching for " + condition,
            (progress, cancellation) ->
                ConditionResult.of(condition, signals, progress, cancellation),
            result -> ended(condition, result),
            failure ->
                ended(condition, new ConditionResult.Failed(backgroundTasks.words(failure)))));
  }

  private void ended(String condition, ConditionResult result) {
    searches.remove(condition);
    found.put(condition, result);
    // Not before: a search that was cancelled leaves the result as old as it was.
    outdated.remove(condition);
    // Ticks that arrived during the search may be the last ones.
    grown(timelineModel.timeline().state().axis().ticks());
    tell();
  }

  private void tell() {
    List<BreakpointHits> lines = new ArrayList<>();
    List<Breakpoint> all = book.state().breakpoints();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).use() == Breakpoint.Use.ON) {
        lines.add(new BreakpointHits(i + 1, all.get(i), found(all.get(i))));
      }
    }
    timelineModel.hits().send(lines);
  }
}
