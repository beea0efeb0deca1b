package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.ToolRow;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.fx.WholeNumberSpinner;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.compare.Alignment;
import dev.hindsight.inspector.compare.Counterpart;
import dev.hindsight.inspector.derived.DerivedChannels;
import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.action.ActionPart;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventLog;
import dev.hindsight.trainer.outcome.EventScan;
import dev.hindsight.trainer.outcome.RewardBreakdown;
import dev.hindsight.trainer.outcome.RewardParts;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Spinner;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.layout.HBox;
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
    this.lanes = new LaneView(timelineModel, theme, numeric -> columns.of(numeric, agent));
    this.transport =
        new TransportBar(
            timelineModel.timeline(), commands, lanes::requestFocus, timelineModel.events()::tell);
    setId("pane.timeline");
    getStyleClass().add("hs-timeline");
    LaneMenu laneMenu = new LaneMenu(timelineModel, derived::channels, commands);
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
    lanes.showUnread(agent, wording("TimelinePane.reading_events"));
    lanes.show(Optional.empty());
    rewardsRead = Optional.empty();
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
    backgroundTasks.startHidden(
        wording("TimelinePane.reading_rewards"),
        (_, _) -> stack(whose, mine),
        found -> {
          readingRewards = false;
          if (!mine.isCancelled()) {
            lanes.show(found);
          }
          readRewards();
        },
        () -> {
          readingRewards = false;
          if (mine.isCancelled()) {
            readRewards();
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
    backgroundTasks.startHidden(
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
        () -> {
          if (!mine.isCancelled()) {
            looking = false;
            lanes.showUnread(whose, wording("TimelinePane.events_cannot_be_read"));
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
    backgroundTasks.startHidden(
        wording("TimelinePane.finding_events_of_b"),
        (_, _) -> OtherEvents.of(found(reader, ticks, mine), alignment, names),
        found -> {
          if (!mine.isCancelled()) {
            lanes.show(found);
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

  /// The menu that adds and removes lanes, and moves the chosen one. FX thread.
  private static final class LaneMenu {
    /// More components than this are chosen by number.
    private static final int LISTED = 16;

    private static final List<String> CHOSEN =
        List.of("lane.up", "lane.down", "lane.higher", "lane.lower", "lane.remove");

    private final Rollout rollout;
    private final boolean beside;
    private final Supplier<List<Channel>> derived;
    private final Store<LaneState, LaneState.Command> lanes;
    private final CommandSet commands;

    /// @param derived derived channels of the recording, as they are now
    LaneMenu(TimelineModel timelineModel, Supplier<List<Channel>> derived, CommandSet commands) {
      this.derived = derived;
      this.rollout = timelineModel.rollout();
      this.beside = timelineModel.beside().isPresent();
      this.lanes = timelineModel.lanes();
      this.commands = commands;
    }

    /// The current items of the menu.
    List<MenuItem> items() {
      List<MenuItem> items = new ArrayList<>();
      items.add(lane(wording("TimelinePane.all_events"), new LaneSource.Events()));
      for (EventKind kind : new TickEvents(rollout).shown()) {
        items.add(lane(kind.title(), new LaneSource.EventsOfKind(kind)));
      }
      items.add(lane("Bookmarks", new LaneSource.Bookmarks()));
      if (RewardParts.areIn(rollout.manifest())) {
        items.add(lane(wording("TimelinePane.parts_of_the_reward"), new LaneSource.RewardParts()));
      }
      if (beside) {
        items.add(lane(wording("TimelinePane.all_events_of_b"), new LaneSource.EventsBeside()));
        items.add(
            lane(
                wording("TimelinePane.difference_between_the_recordings"),
                new LaneSource.RecordingDistance()));
      }
      items.add(lane("Breakpoints", new LaneSource.Breakpoints()));
      items.add(new SeparatorMenuItem());
      if (rollout.channel("action").isPresent()) {
        for (ActionPart part : ActionPart.of(rollout.manifest())) {
          items.add(
              lane(
                  wording("TimelinePane.action", part.name()),
                  new LaneSource.ChannelComponent(part.channel(), 0)));
        }
      }
      List<MenuItem> wide = new ArrayList<>();
      for (Channel channel : rollout.channels()) {
        int components = SeriesKey.components(channel);
        if (components == 1) {
          items.add(component(channel, 0, channel.spec().name()));
        } else if (components > 1) {
          wide.add(components(channel, components));
        }
      }
      items.addAll(wide);
      List<Channel> computed = derived.get();
      if (!computed.isEmpty()) {
        items.add(new SeparatorMenuItem());
        computed.forEach(channel -> items.add(component(channel, 0, channel.spec().name())));
      }
      if (lanes.state().chosen() >= 0) {
        items.add(new SeparatorMenuItem());
        if (beside) {
          items.add(CommandControls.menuItem(commands, "lane.oppose"));
        }
        CHOSEN.forEach(id -> items.add(CommandControls.menuItem(commands, id)));
      }
      return items;
    }

    private Menu components(Channel channel, int components) {
      Menu menu = new Menu(channel.spec().name());
      if (components <= LISTED) {
        for (int i = 0; i < components; i++) {
          menu.getItems().add(component(channel, i, channel.spec().name() + "[" + i + "]"));
        }
        return menu;
      }
      Spinner<Integer> number = new WholeNumberSpinner(0, components - 1, 0);
      number.getStyleClass().add("hs-number");
      number.setAccessibleText(wording("TimelinePane.component_of", channel.spec().name()));
      number.getEditor().setAccessibleText(number.getAccessibleText());
      Button add = new Button(wording("TimelinePane.add"));
      HBox row = new HBox(6, number, add);
      CustomMenuItem item = new CustomMenuItem(row, false);
      add.setOnAction(_ ->
          lanes.send(
              new LaneState.Command.Add(
                  new LaneSource.ChannelComponent(channel.spec().name(), number.getValue()))));
      menu.getItems().add(item);
      return menu;
    }

    private MenuItem component(Channel channel, int component, String words) {
      return lane(words, new LaneSource.ChannelComponent(channel.spec().name(), component));
    }

    private MenuItem lane(String words, LaneSource source) {
      CheckMenuItem item = new CheckMenuItem(words);
      // A single underscore would become a mnemonic.
      item.setMnemonicParsing(false);
      item.setId("lane." + source.id());
      item.setSelected(lanes.state().place(source) >= 0);
      item.setOnAction(_ -> lanes.send(new LaneState.Command.Toggle(source)));
      return item;
    }
  }
}
