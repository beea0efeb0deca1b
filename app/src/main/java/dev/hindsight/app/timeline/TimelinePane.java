package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.ToolRow;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.compare.Alignment;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.derived.DerivedChannels;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.outcome.EventScan;
import dev.hindsight.trainer.outcome.RewardBreakdown;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuButton;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// Shows the timeline of a recording: buttons, the tick as a number, event controls, and the lanes.
/// FX thread.
public final class TimelinePane extends VBox {
  private final TimelineModel timelineModel;
  private final BackgroundTasks backgroundTasks;
  private final LaneData.Loader columns;
  private final LaneView lanes;
  private final TransportBar transport;
  private final TimelineBar bar;
  private final ContextMenu menu = new ContextMenu();
  private EventScan events;
  private Cancellation scan = new Cancellation();
  private boolean looking;
  private int agent = Moment.NO_AGENT;
  private int scanned = -1;
  private Cancellation besideScan = new Cancellation();
  private final Cancellation closing = new Cancellation();
  private Optional<Alignment> placedBy = Optional.empty();
  private boolean readingRewards;
  private Optional<RewardRead> rewardsRead = Optional.empty();
  private final List<Runnable> watches;

  /// @param ticks length of the recording
  private record RewardRead(int agent, int ticks) {}

  /// The pane of one recording; it watches the cursor, lanes and bookmarks until it is closed. No
  /// agent is selected until [#select] selects one.
  ///
  /// @param derived derived channels of the recording
  public TimelinePane(
      TimelineModel timelineModel,
      DerivedChannels derived,
      CommandSet commands,
      BackgroundTasks backgroundTasks,
      Theme theme) {
    this.timelineModel = timelineModel;
    this.backgroundTasks = backgroundTasks;
    this.events = EventScan.beginAll(timelineModel.rollout());
    this.columns =
        new LaneData.Loader(
            new LaneSeries.Finder(timelineModel.rollout(), derived, timelineModel.beside()),
            backgroundTasks,
            this::repaint);
    this.lanes =
        new LaneView(timelineModel, theme, numeric -> columns.of(numeric, agent), this::readAgain);
    this.transport =
        new TransportBar(
            timelineModel.timeline(), commands, lanes::requestFocus, timelineModel.events()::tell);
    setId("pane.timeline");
    getStyleClass().add("hs-timeline");
    LaneMenu laneMenu =
        new LaneMenu(
            timelineModel,
            derived::channels,
            commands,
            () -> lanes.failed() ? Optional.of(this::readAgain) : Optional.empty());
    bar = new TimelineBar(transport, timelineModel.events().seek(), commands, laneButton(laneMenu));
    getChildren().add(lanes);
    VBox.setVgrow(lanes, Priority.ALWAYS);
    lanes.addEventHandler(
        ContextMenuEvent.CONTEXT_MENU_REQUESTED,
        event -> {
          menu.getItems().setAll(laneMenu.items());
          menu.show(lanes, event.getScreenX(), event.getScreenY());
        });
    watches = new ArrayList<>();
    timelineModel
        .beside()
        .ifPresent(beside ->
            watches.add(
                beside.watch(known -> {
                  realigned();
                  if (!placedBy.equals(Optional.of(known.alignment()))) {
                    lookBeside();
                  }
                })));
    watches.add(derived.watch(this::realigned));
    watches.addAll(
        List.of(
            timelineModel.timeline().watch(this::show),
            timelineModel
                .lanes()
                .watch(state -> {
                  lanes.show(state);
                  columns.load(state, agent, timelineModel.timeline().state().axis().ticks());
                  readRewards();
                }),
            timelineModel
                .bookmarks()
                .watch(state ->
                    lanes.show(state.placed(timelineModel.timeline().state().axis().trials()))),
            timelineModel.hits().watch(lanes::hit)));
    lookForDamage();
  }

  /// Checks the file once, in the background: panes that read a damaged part of it say so, but only
  /// the timeline shows where else there is one.
  private void lookForDamage() {
    if (!timelineModel.rollout().complete()) {
      return;
    }
    backgroundTasks.startHidden(
        wording("TimelinePane.checking_the_file"), (_, _) -> damage(), lanes::damaged);
  }

  private List<Span> damage() {
    try {
      return Integrity.whole(timelineModel.rollout(), Progress.SILENT, closing).faults().stream()
          .map(Integrity.Fault::ticks)
          .filter(ticks -> !ticks.isEmpty())
          .distinct()
          .toList();
    } catch (CancellationException _) {
      return List.of();
    } catch (IllegalStateException closed) {
      // Closing a recording while it is being read is not a failure.
      if (closing.isCancelled()) {
        return List.of();
      }
      throw closed;
    }
  }

  /// Updates the lanes after a change of the alignment, of the checkpoint, or of the query that
  /// derived channels depend on.
  private void realigned() {
    columns.load(
        timelineModel.lanes().state(), agent, timelineModel.timeline().state().axis().ticks());
    repaint();
  }

  /// Its buttons and fields.
  public List<ToolRow> tools() {
    return List.of(bar);
  }

  /// Stops following the cursor.
  public void close() {
    watches.forEach(Runnable::run);
    scan.cancel();
    besideScan.cancel();
    closing.cancel();
    columns.close();
  }

  private void show(TimelineState state) {
    transport.show(state);
    if (columns.cursorAt(timelineModel.lanes().state(), state.tick())) {
      realigned();
    }
    lanes.show(state);
    if (scanned != state.axis().ticks()) {
      lanes.show(timelineModel.bookmarks().state().placed(state.axis().trials()));
      read();
    }
  }

  private static MenuButton laneButton(LaneMenu laneMenu) {
    MenuButton button =
        new MenuButton(
            wording("TimelinePane.lanes"), new FontIcon(Material2AL.FORMAT_LINE_SPACING));
    button.setId("lanes.menu");
    Tooltips.on(button, wording("TimelinePane.add_and_remove_lanes"));
    button.setMinWidth(USE_PREF_SIZE);
    button.getItems().setAll(laneMenu.items());
    button.addEventHandler(MenuButton.ON_SHOWING, _ -> button.getItems().setAll(laneMenu.items()));
    return button;
  }

  /// Shows the lanes of an agent, or of all agents with [Moment#NO_AGENT].
  public void select(int selected) {
    if (selected != agent) {
      agent = selected;
      begin();
      read();
      lookBeside();
    }
  }

  /// Applies the colours of a theme.
  public void applyTheme(Theme theme) {
    lanes.applyTheme(theme);
  }

  /// Moves the keyboard focus to the tick field.
  public void askForTick() {
    transport.askForTick();
  }

  /// Drops the events of the agent selected before.
  private void begin() {
    scan.cancel();
    scan = new Cancellation();
    looking = false;
    events =
        agent == Moment.NO_AGENT
            ? EventScan.beginAll(timelineModel.rollout())
            : EventScan.begin(timelineModel.rollout(), agent);
    lanes.showUnread(agent, LaneHints.Hint.of(wording("TimelinePane.reading_events")));
    lanes.show(Optional.empty(), LaneHints.NONE.rewards());
    rewardsRead = Optional.empty();
  }

  /// Reads once more what could not be read.
  private void readAgain() {
    columns.forgetFailures();
    begin();
    read();
    lookBeside();
  }

  /// Tells the user of a failure.
  ///
  /// @param usual what a lane says if the failure has no words for users
  /// @return what a lane says
  private LaneHints.Hint failed(Throwable failure, String usual) {
    backgroundTasks.report(failure);
    return LaneHints.Hint.failure(Problem.behind(failure).map(Problem::what).orElse(usual));
  }

  /// Reads the events and numbers of the agent, up to the present end of the recording.
  private void read() {
    scanned = timelineModel.timeline().state().axis().ticks();
    columns.load(timelineModel.lanes().state(), agent, scanned);
    look();
    readRewards();
  }

  /// Reads the parts of the agent's reward, if a lane shows them, up to the present end.
  private void readRewards() {
    Optional<RewardRead> wanted =
        timelineModel.lanes().state().place(new LaneSource.RewardParts()) < 0
                || agent == Moment.NO_AGENT
                || scanned <= 0
            ? Optional.empty()
            : Optional.of(new RewardRead(agent, scanned));
    if (wanted.isEmpty() || readingRewards || wanted.equals(rewardsRead)) {
      return;
    }
    readingRewards = true;
    rewardsRead = wanted;
    int whose = agent;
    Cancellation mine = scan;
    if (lanes.sheet().rewards().isEmpty()) {
      lanes.show(Optional.empty(), LaneHints.Hint.of(wording("TimelinePane.reading_events")));
    }
    Runnable _ =
        backgroundTasks.startCancellable(
            wording("TimelinePane.reading_rewards"),
            (_, _) -> stack(whose, mine),
            found -> {
              readingRewards = false;
              if (!mine.isCancelled()) {
                lanes.show(found, LaneHints.NONE.rewards());
              }
              readRewards();
            },
            failure -> {
              readingRewards = false;
              if (mine.isCancelled()) {
                readRewards();
              } else {
                lanes.show(
                    Optional.empty(),
                    failed(failure, wording("TimelinePane.rewards_cannot_be_read")));
              }
            });
  }

  private Optional<RewardStack> stack(int whose, Cancellation mine) {
    try {
      return Optional.of(RewardStack.of(RewardBreakdown.of(timelineModel.rollout(), whose, mine)));
    } catch (CancellationException _) {
      return Optional.empty();
    } catch (IllegalStateException closed) {
      // Closing a recording while it is being read is not a failure.
      if (mine.isCancelled()) {
        return Optional.empty();
      }
      throw closed;
    }
  }

  /// Reads once at a time, and so catches up with a recording that grows faster than it is read.
  private void look() {
    if (looking) {
      return;
    }
    looking = true;
    int whose = agent;
    int ticks = scanned;
    EventScan reader = events;
    Cancellation mine = scan;
    Runnable _ =
        backgroundTasks.startCancellable(
            wording("TimelinePane.finding_events"),
            (_, _) -> found(reader, ticks, mine),
            found -> {
              if (!mine.isCancelled()) {
                looking = false;
                lanes.show(whose, found);
                if (scanned > ticks) {
                  look();
                }
              }
            },
            failure -> {
              if (!mine.isCancelled()) {
                looking = false;
                lanes.showUnread(
                    whose, failed(failure, wording("TimelinePane.events_cannot_be_read")));
              }
            });
  }

  /// Finds the events of the recording beside this one, for the same agent, at the corresponding
  /// ticks.
  private void lookBeside() {
    if (timelineModel.beside().isEmpty()) {
      return;
    }
    Counterpart beside = timelineModel.beside().get();
    Alignment alignment = beside.state().alignment();
    placedBy = Optional.of(alignment);
    besideScan.cancel();
    Cancellation mine = new Cancellation();
    besideScan = mine;
    AgentNames names = AgentNames.of(beside.other());
    OptionalInt whose = beside.agents().other(agent);
    if (agent != Moment.NO_AGENT && whose.isEmpty()) {
      lanes.show(OtherEvents.none(names));
      return;
    }
    EventScan reader =
        whose.isPresent()
            ? EventScan.begin(beside.other(), whose.getAsInt())
            : EventScan.beginAll(beside.other());
    int ticks = beside.other().ticks();
    lanes.showBeside(
        OtherEvents.none(names), LaneHints.Hint.of(wording("TimelinePane.reading_events")));
    Runnable _ =
        backgroundTasks.startCancellable(
            wording("TimelinePane.finding_events_of_b"),
            (_, _) -> OtherEvents.of(found(reader, ticks, mine), alignment, names),
            found -> {
              if (!mine.isCancelled()) {
                lanes.show(found);
              }
            },
            failure -> {
              if (!mine.isCancelled()) {
                lanes.showBeside(
                    OtherEvents.none(names),
                    failed(failure, wording("TimelinePane.events_cannot_be_read")));
              }
            });
  }

  private static EventLog found(EventScan reader, int ticks, Cancellation mine) {
    try {
      return reader.upTo(ticks, mine);
    } catch (CancellationException _) {
      return EventLog.EMPTY;
    } catch (IllegalStateException closed) {
      // Closing a recording while it is being read is not a failure.
      if (mine.isCancelled()) {
        return EventLog.EMPTY;
      }
      throw closed;
    }
  }

  private void repaint() {
    lanes.paint();
  }
}
