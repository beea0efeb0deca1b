package dev.hindsight.app.workspace;

import dev.hindsight.app.bookmarks.BookmarkCommand;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.model.Undo;
import dev.hindsight.app.timeline.LaneCommand;
import dev.hindsight.app.timeline.LaneState;
import dev.hindsight.app.timeline.TimeAxis;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.compare.SharedCounterpart;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Sketch;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// A recording that is open, with a cursor and a view of its own. Owned by the FX thread.
public final class Document implements WorkspaceTab {
  private final Rollout rollout;
  private final Sketch sketch;
  private final Optional<Counterpart> beside;
  private final TimelineModel timelineModel;
  private final Store<ViewState, ViewCommand> view;
  private final Store<Layout, LayoutCommand> layout;
  private final Store<Set<MarkSubject>, Set<MarkSubject>> pointed =
      new Store<>(Set.of(), (_, next) -> Set.copyOf(next));
  private final Store<Optional<PaneId>, Optional<PaneId>> maximised =
      new Store<>(Optional.empty(), (_, next) -> next);
  private final Undo undo = new Undo();
  private final Store<TailMode, TailMode> tail = new Store<>(TailMode.FROZEN, (_, next) -> next);
  private final Store<RecordingStatus, RecordingStatus> status;
  private final TailBreakpointStop stop;
  private boolean growing;
  private int lastTick;
  private final Map<Class<?>, Object> shared = new HashMap<>();

  /// Opens at the first tick, with the whole map in view.
  ///
  /// @param arranged how its panes are arranged
  public Document(Rollout rollout, Sketch sketch, Layout arranged) {
    this(rollout, sketch, arranged, Optional.empty());
  }

  /// Opens a recording with another beside it, under the same cursor.
  ///
  /// @param beside the other; nothing for a recording that is looked at alone
  public Document(Rollout rollout, Sketch sketch, Layout arranged, Optional<Counterpart> beside) {
    this(
        rollout,
        sketch,
        arranged,
        beside,
        ViewState.start(rollout.manifest().agents(), sketch.sceneDefaults()));
  }

  private Document(
      Rollout rollout,
      Sketch sketch,
      Layout arranged,
      Optional<Counterpart> beside,
      ViewState seen) {
    this.rollout = rollout;
    this.beside = beside;
    shared.put(SharedCounterpart.class, new SharedCounterpart(beside));
    this.status =
        new Store<>(
            rollout.complete()
                ? new RecordingStatus.Complete()
                : RecordingStatus.cutOff(rollout.ticks()),
            (_, next) -> next);
    this.sketch = sketch;
    this.view = new Store<>(seen, ViewState::apply);
    this.layout = new Store<>(arranged, Layout::apply);
    undo.track(
        (_, selected) -> ChangeNames.selecting(rollout, selected),
        view,
        ViewState::selected,
        Objects::equals,
        (_, before) -> new ViewCommand.Select(before));
    undo.track(
        ChangeNames::arranging,
        layout,
        UnaryOperator.identity(),
        Layout::sameArrangement,
        (_, before) -> new LayoutCommand.Arrange(before.root()));
    this.timelineModel =
        TimelineModel.of(
            rollout,
            beside,
            () -> view.state().selected(),
            agent -> view.send(new ViewCommand.Select(agent)));
    undo.track(
        (before, now) -> ChangeNames.bookmarking(before.bookmarks(), now.bookmarks()),
        timelineModel.bookmarks(),
        UnaryOperator.identity(),
        (before, now) -> before.edits() == now.edits(),
        (from, to) -> new BookmarkCommand.Revise(from.bookmarks(), to.bookmarks()));
    timeline().watch(this::cursorMoved);
    view.watch(_ -> timelineModel.events().selected());
    this.stop = new TailBreakpointStop(this);
  }

  /// The same recording as it is looked at now, in a layout, with a cursor and a view of its own:
  /// what happens to one does not reach the other. It holds the same open file.
  public Document twin(Layout arranged) {
    Document twin = new Document(rollout, sketch, arranged, beside, view.state());
    LaneState lanes = timelineModel.lanes().state();
    twin.timelineModel.lanes().send(new LaneCommand.Replace(lanes.lanes()));
    if (!lanes.window().whole()) {
      int first = (int) Math.floor(lanes.window().first());
      int end = (int) Math.ceil(lanes.window().first() + lanes.window().span());
      twin.timelineModel
          .lanes()
          .send(new LaneCommand.ShowRange(new Span(first, Math.max(first + 1, end))));
    }
    twin.timelineModel
        .bookmarks()
        .send(new BookmarkCommand.Load(timelineModel.bookmarks().state().bookmarks()));
    twin.timelineModel.hits().send(timelineModel.hits().state());
    twin.timeline().send(new TimelineCommand.Seek(timeline().state().tick()));
    return twin;
  }

  /// Whether it is whole, being made, or was not finished.
  public Store<RecordingStatus, RecordingStatus> status() {
    return status;
  }

  /// Whether the recording is being made.
  public boolean live() {
    return status.state() instanceof RecordingStatus.InProgress;
  }

  /// Whether the cursor stays at the end of a recording that gets longer: one that is moved to the
  /// end does, one that is moved away does not.
  public Store<TailMode, TailMode> tail() {
    return tail;
  }

  /// Lets the cursor stay at the end, going there, or stay where it is.
  public void follow(TailMode next) {
    if (next == TailMode.FOLLOWING) {
      timeline().send(new TimelineCommand.Seek(timeline().state().axis().last()));
      stop.fromNow();
    }
    tail.send(next);
  }

  /// As [#follow], of a recording that has just begun: a breakpoint stops the view that follows it
  /// from its first tick on.
  void begin(TailMode first) {
    follow(first);
    stop.fromTheBeginning();
  }

  /// Takes in what has been recorded since.
  public void grow() {
    TimelineState before = timeline().state();
    if (rollout.ticks() == before.axis().ticks()) {
      return;
    }
    growing = true;
    try {
      timeline().send(new TimelineCommand.Extend(TimeAxis.of(rollout)));
      if (tail.state() == TailMode.FOLLOWING && before.held() == TimelineState.CursorHold.FREE) {
        timeline().send(new TimelineCommand.Seek(timeline().state().axis().last()));
      }
    } finally {
      growing = false;
    }
  }

  private void cursorMoved(TimelineState state) {
    boolean moved = state.tick() != lastTick;
    lastTick = state.tick();
    if (moved && !growing && live()) {
      boolean atTheEnd = state.tick() == state.axis().last();
      if (atTheEnd && tail.state() == TailMode.FROZEN) {
        stop.fromNow();
      }
      tail.send(atTheEnd ? TailMode.FOLLOWING : TailMode.FROZEN);
    }
  }

  @Override
  public String title() {
    String own = String.valueOf(rollout.file().getFileName());
    return beside.map(b -> own + " ↔ " + b.other().file().getFileName()).orElse(own);
  }

  /// The name of its file without the ending, for files made from it.
  public String stem() {
    return title().replace(".rollout", "").replace(" ↔ ", "-");
  }

  /// The recording.
  public Rollout rollout() {
    return rollout;
  }

  /// How it is drawn, as chosen: with the other as outlines where there is one.
  public Sketch sketch() {
    return beside.map(b -> b.ghosts(sketch)).orElse(sketch).choosing(view.state().chosen());
  }

  /// How it is drawn without the other.
  public Sketch alone() {
    return sketch.choosing(view.state().chosen());
  }

  /// The recording it is compared with.
  public Optional<Counterpart> beside() {
    return beside;
  }

  /// How one of the two recordings is drawn, the other one as outlines; nothing for another that is
  /// not there.
  public Optional<Sketch> sketch(ComparedRecording comparedRecording) {
    return switch (comparedRecording) {
      case THIS -> Optional.of(sketch());
      case OTHER -> beside.map(b -> b.ghostsInOther(sketch).choosing(view.state().chosen()));
    };
  }

  /// What is looked at now in one of the two recordings.
  public Moment moment(ComparedRecording comparedRecording) {
    return switch (comparedRecording) {
      case THIS -> moment();
      case OTHER -> beside.map(b -> b.beside(moment())).orElseGet(this::moment);
    };
  }

  /// The cursor.
  public Store<TimelineState, TimelineCommand> timeline() {
    return timelineModel.timeline();
  }

  /// The cursor, lanes, bookmarks and the way to the next event.
  public TimelineModel timelineModel() {
    return timelineModel;
  }

  /// Selection, camera and overlays.
  public Store<ViewState, ViewCommand> view() {
    return view;
  }

  /// How its panes are arranged.
  public Store<Layout, LayoutCommand> layout() {
    return layout;
  }

  /// The pane that fills the window for a while; the others keep their places.
  public Store<Optional<PaneId>, Optional<PaneId>> maximised() {
    return maximised;
  }

  /// What the user points at: every scene and panel highlights it.
  public Store<Set<MarkSubject>, Set<MarkSubject>> pointed() {
    return pointed;
  }

  /// What its panels share, by its type.
  public <T> T shared(Class<T> type, Supplier<T> maker) {
    return type.cast(shared.computeIfAbsent(type, _ -> maker.get()));
  }

  /// Takes back what was selected, arranged and bookmarked.
  public Undo undo() {
    return undo;
  }

  /// The kind of recording, for what is remembered for all of a kind.
  public String kind() {
    String world = rollout.manifest().environment().id();
    return beside.isPresent() ? kindBeside(world) : world;
  }

  /// The kind of two recordings, by the environment of the first.
  static String kindBeside(String world) {
    return "compared-" + world;
  }

  /// What is looked at now.
  public Moment moment() {
    return new Moment(rollout, timeline().state().tick(), view.state().selected());
  }
}
