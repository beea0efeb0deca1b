package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.bookmarks.BookmarkCommand;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.model.Undo;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.timeline.BreakpointHits;
import dev.hindsight.app.timeline.LaneState;
import dev.hindsight.app.timeline.TimeAxis;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelineModel;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.compare.SharedCounterpart;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SubjectWeights;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// An open recording, with its own cursor and view. Owned by the FX thread.
public final class Document implements WorkspaceTab {
  private final Rollout rollout;
  private final Sketch sketch;
  private final Optional<Counterpart> beside;
  private final TimelineModel timelineModel;
  private final Store<ViewState, ViewCommand> view;
  private final Store<Layout, LayoutCommand> layout;
  private final Store<Set<MarkSubject>, Set<MarkSubject>> pointed =
      new Store<>(Set.of(), (_, next) -> Set.copyOf(next));
  private final Store<SubjectWeights, SubjectWeights> weighed =
      new Store<>(SubjectWeights.NONE, (_, next) -> next);
  private final Store<Optional<PaneId>, Optional<PaneId>> maximised =
      new Store<>(Optional.empty(), (_, next) -> next);
  private final Undo undo = new Undo();
  private final Store<TailMode, TailMode> tail = new Store<>(TailMode.FROZEN, (_, next) -> next);
  private final Store<RecordingStatus, RecordingStatus> status;
  private final TailBreakpointStop stop;
  private boolean growing;
  private int lastTick;
  private final Map<Class<?>, Object> shared = new HashMap<>();

  /// Opens at the first tick with the whole map in view.
  ///
  /// @param arranged the layout of its panes
  public Document(Rollout rollout, Sketch sketch, Layout arranged) {
    this(rollout, sketch, arranged, Optional.empty());
  }

  /// Opens a recording with another beside it, under one cursor.
  ///
  /// @param beside the other recording; empty if there is none
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
    beside.ifPresent(two -> status.watch(_ -> two.renew()));
    this.stop = new TailBreakpointStop(this);
  }

  /// A copy of this document in a layout, with its own cursor and view: changes to one do not
  /// affect the other. Shares the open file.
  public Document twin(Layout arranged) {
    Document twin = new Document(rollout, sketch, arranged, beside, view.state());
    LaneState lanes = timelineModel.lanes().state();
    twin.timelineModel.lanes().send(new LaneState.Command.Replace(lanes.lanes()));
    if (!lanes.window().whole()) {
      int first = (int) Math.floor(lanes.window().first());
      int end = (int) Math.ceil(lanes.window().first() + lanes.window().span());
      twin.timelineModel
          .lanes()
          .send(new LaneState.Command.ShowRange(new Span(first, Math.max(first + 1, end))));
    }
    twin.timelineModel
        .bookmarks()
        .send(new BookmarkCommand.Load(timelineModel.bookmarks().state().bookmarks()));
    twin.timelineModel.hits().send(timelineModel.hits().state());
    twin.timeline().send(new TimelineCommand.Seek(timeline().state().tick()));
    return twin;
  }

  /// Whether it is complete, being recorded, or was not finished.
  public Store<RecordingStatus, RecordingStatus> status() {
    return status;
  }

  /// Whether it is being recorded.
  public boolean live() {
    return status.state() instanceof RecordingStatus.InProgress;
  }

  /// Whether the cursor stays at the end of a growing recording: moving it to the end starts this,
  /// moving it away stops it.
  public Store<TailMode, TailMode> tail() {
    return tail;
  }

  /// Keeps the cursor at the end, moving it there, or leaves it in place.
  public void follow(TailMode next) {
    if (next == TailMode.FOLLOWING) {
      timeline().send(new TimelineCommand.Seek(timeline().state().axis().last()));
      stop.fromNow();
    }
    tail.send(next);
  }

  /// As [#follow], for a recording that has just begun: breakpoints stop a following view from the
  /// first tick on.
  void begin(TailMode first) {
    follow(first);
    stop.fromTheBeginning();
  }

  /// Takes over what has been recorded since.
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
    beside.ifPresent(Counterpart::renew);
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

  @Override
  public Optional<Path> shownFile() {
    return Optional.of(rollout.file());
  }

  /// The name of its file without the extension, for files made from it.
  public String stem() {
    return title().replace(".rollout", "").replace(" ↔ ", "-");
  }

  /// The recording.
  public Rollout rollout() {
    return rollout;
  }

  /// Draws it, with the other recording as outlines if there is one.
  public Sketch sketch() {
    return beside.map(b -> b.ghosts(sketch)).orElse(sketch).choosing(view.state().chosen());
  }

  /// Draws it without the other recording.
  public Sketch alone() {
    return sketch.choosing(view.state().chosen());
  }

  /// The recording to compare with.
  public Optional<Counterpart> beside() {
    return beside;
  }

  /// Draws one of the two recordings, with the other as outlines; empty for a missing other
  /// recording.
  public Optional<Sketch> sketch(ComparedRecording comparedRecording) {
    return switch (comparedRecording) {
      case THIS -> Optional.of(sketch());
      case OTHER -> beside.map(b -> b.ghostsInOther(sketch).choosing(view.state().chosen()));
    };
  }

  /// The current moment of one of the two recordings.
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

  /// The cursor, lanes, bookmarks and event search.
  public TimelineModel timelineModel() {
    return timelineModel;
  }

  /// Selection, camera and overlays.
  public Store<ViewState, ViewCommand> view() {
    return view;
  }

  /// The layout of its panes.
  public Store<Layout, LayoutCommand> layout() {
    return layout;
  }

  /// The maximised pane; the others keep their places.
  public Store<Optional<PaneId>, Optional<PaneId>> maximised() {
    return maximised;
  }

  /// What is highlighted in every scene and panel.
  public Store<Set<MarkSubject>, Set<MarkSubject>> pointed() {
    return pointed;
  }

  /// Ends the highlighting of something, unless something else is highlighted by now.
  public void endPointing(Set<MarkSubject> subjects) {
    if (subjects.equals(pointed.state())) {
      pointed.send(Set.of());
    }
  }

  /// How much things matter to the policy, in every scene of the moment it belongs to.
  public Store<SubjectWeights, SubjectWeights> weighed() {
    return weighed;
  }

  /// An object that its panels share, by its type.
  public <T> T shared(Class<T> type, Supplier<T> maker) {
    return type.cast(shared.computeIfAbsent(type, _ -> maker.get()));
  }

  /// The object that its panels share, if one of them has asked for it.
  <T> Optional<T> existing(Class<T> type) {
    return Optional.ofNullable(shared.get(type)).map(type::cast);
  }

  /// Undo for selection, layout and bookmarks.
  public Undo undo() {
    return undo;
  }

  /// The kind of recording, for what is stored per kind.
  public String kind() {
    String world = rollout.manifest().environment().id();
    return beside.isPresent() ? kindBeside(world) : world;
  }

  /// The kind of a pair of recordings, by the environment of the first.
  static String kindBeside(String world) {
    return "compared-" + world;
  }

  /// The current moment.
  public Moment moment() {
    return new Moment(rollout, timeline().state().tick(), view.state().selected());
  }

  /// Stops a view that follows the end of a recording at the first hit of a breakpoint since it
  /// began to follow. The recording continues. Owned by the FX thread.
  ///
  /// The search runs behind the end, so the view moves back to a hit; if the recording ends before
  /// the search, this happens afterwards, unless the user has moved the cursor meanwhile.
  private static final class TailBreakpointStop {
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

  /// Describes the user's changes for the Undo and Redo menu items.
  private static final class ChangeNames {
    private ChangeNames() {}

    /// @param selected the agent, or [Moment#NO_AGENT]
    static String selecting(Rollout rollout, int selected) {
      return selected == Moment.NO_AGENT
          ? wording("ChangeNames.deselect_agent")
          : wording("ChangeNames.select", AgentNames.of(rollout).titled(selected));
    }

    static String arranging(Layout before, Layout now) {
      List<PaneId> opened = new ArrayList<>(now.panes());
      opened.removeAll(before.panes());
      List<PaneId> closed = new ArrayList<>(before.panes());
      closed.removeAll(now.panes());
      if (opened.isEmpty() && closed.isEmpty()) {
        return before.sameTabs(now)
            ? wording("ChangeNames.resize_panes")
            : wording("ChangeNames.move_pane");
      }
      if (closed.isEmpty() && opened.size() == 1) {
        return wording("ChangeNames.open", title(opened.getFirst()));
      }
      if (opened.isEmpty()) {
        return closed.size() == 1
            ? wording("ChangeNames.close", title(closed.getFirst()))
            : wording("ChangeNames.close_panes");
      }
      return wording("ChangeNames.change_layout");
    }

    static String bookmarking(List<Bookmark> before, List<Bookmark> now) {
      int more = now.size() - before.size();
      if (more == 0) {
        return new HashSet<>(before).equals(new HashSet<>(now))
            ? wording("ChangeNames.change_bookmarks")
            : wording("ChangeNames.edit_bookmark");
      }
      return more > 0
          ? wording("ChangeNames.add_bookmark")
          : wording("ChangeNames.remove_bookmark");
    }

    private static String title(PaneId pane) {
      return PaneKinds.named(pane.kind()).map(PaneKinds.Kind::title).orElse(pane.toString());
    }
  }
}
