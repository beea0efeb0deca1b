package dev.hindsight.app.timeline;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.inspector.event.EventLog;
import dev.hindsight.inspector.event.EventScan;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.task.Cancellation;
import java.util.concurrent.CancellationException;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// The time of a recording: buttons, the tick as a number, the way to the next event, and the
/// lanes. FX thread.
public final class TimelinePane extends VBox {
  private final TimelineDesk desk;
  private final Background background;
  private final LaneColumns columns;
  private final LaneView lanes;
  private final TransportBar transport;
  private final ContextMenu menu = new ContextMenu();
  private Cancellation scan = new Cancellation();
  private int agent = Moment.NO_AGENT;
  private int scanned = -1;

  /// The pane of one recording; it watches the cursor, lanes and bookmarks as long as it lives.
  /// Nobody is selected until [#select] says so.
  public TimelinePane(TimelineDesk desk, CommandSet commands, Background background, Theme theme) {
    this.desk = desk;
    this.background = background;
    this.columns = new LaneColumns(desk.rollout(), background, this::repaint);
    this.lanes = new LaneView(desk, theme, column -> columns.of(column, agent));
    this.transport = new TransportBar(desk.timeline(), commands, lanes::requestFocus);
    getStyleClass().add("hs-timeline");
    LaneMenu laneMenu = new LaneMenu(desk.rollout(), desk.lanes(), commands);
    EventSeekBar seek = new EventSeekBar(desk.events().seek(), commands);
    seek.getChildren()
        .addAll(CommandControls.iconButton(commands, "bookmark.toggle"), laneButton(laneMenu));
    getChildren().addAll(new FlowPane(transport, seek), lanes);
    VBox.setVgrow(lanes, Priority.ALWAYS);
    lanes.addEventHandler(
        ContextMenuEvent.CONTEXT_MENU_REQUESTED,
        event -> {
          menu.getItems().setAll(laneMenu.items());
          menu.show(lanes, event.getScreenX(), event.getScreenY());
        });
    desk.timeline()
        .watch(state -> {
          transport.show(state);
          lanes.show(state);
          if (scanned != state.axis().ticks()) {
            read();
          }
        });
    desk.lanes()
        .watch(state -> {
          lanes.show(state);
          columns.want(state, agent);
        });
    desk.bookmarks()
        .watch(state -> lanes.show(state.placed(desk.timeline().state().axis().trials())));
  }

  private static MenuButton laneButton(LaneMenu laneMenu) {
    MenuButton button = new MenuButton("Lanes", new FontIcon(Material2AL.FORMAT_LINE_SPACING));
    button.setId("lanes.menu");
    button.setTooltip(new Tooltip("Add and take away lanes"));
    button.setMinWidth(USE_PREF_SIZE);
    button.getItems().setAll(laneMenu.items());
    button.addEventHandler(MenuButton.ON_SHOWING, _ -> button.getItems().setAll(laneMenu.items()));
    return button;
  }

  /// Shows the lanes of an agent, or of all with [Moment#NO_AGENT].
  public void select(int selected) {
    if (selected != agent) {
      agent = selected;
      read();
    }
  }

  /// Takes on the colours of a theme.
  public void dress(Theme theme) {
    lanes.dress(theme);
  }

  /// Puts the keyboard into the tick field.
  public void askForTick() {
    transport.askForTick();
  }

  /// Finds the events and numbers of the agent, as far as the recording goes now.
  private void read() {
    int whose = agent;
    scanned = desk.timeline().state().axis().ticks();
    if (lanes.sheet().agent() != whose) {
      lanes.show(whose, EventLog.EMPTY);
    }
    columns.want(desk.lanes().state(), whose);
    scan.cancel();
    Cancellation mine = new Cancellation();
    scan = mine;
    background.quietly(
        "Finding events",
        (_, _) -> events(whose, mine),
        events -> {
          if (!mine.isCancelled()) {
            lanes.show(whose, events);
          }
        });
  }

  private EventLog events(int whose, Cancellation mine) {
    try {
      return whose == Moment.NO_AGENT
          ? EventScan.ofAll(desk.rollout(), mine)
          : EventScan.of(desk.rollout(), whose, mine);
    } catch (CancellationException _) {
      return EventLog.EMPTY;
    }
  }

  private void repaint() {
    lanes.paint();
  }
}
