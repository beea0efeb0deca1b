package dev.hindsight.app.timeline;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.model.Store;
import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Spinner;
import javafx.scene.layout.HBox;

/// The menu that adds and takes away lanes, and moves the chosen one. FX thread.
final class LaneMenu {
  /// More components than that are chosen by number.
  private static final int LISTED = 16;

  private static final List<String> CHOSEN =
      List.of("lane.up", "lane.down", "lane.higher", "lane.lower", "lane.remove");

  private final Rollout rollout;
  private final boolean beside;
  private final List<Channel> derived;
  private final Store<LaneState, LaneCommand> lanes;
  private final CommandSet commands;

  /// @param derived columns that are worked out, beside those of the recording
  LaneMenu(TimelineModel desk, List<Channel> derived, CommandSet commands) {
    this.derived = derived;
    this.rollout = desk.rollout();
    this.beside = desk.beside().isPresent();
    this.lanes = desk.lanes();
    this.commands = commands;
  }

  /// What the menu holds now.
  List<MenuItem> items() {
    List<MenuItem> items = new ArrayList<>();
    items.add(lane("All events", new LaneSource.Events()));
    TickEvents events = new TickEvents(rollout);
    for (EventKind kind : EventKind.values()) {
      if (events.shows(kind)) {
        items.add(lane(kind.title(), new LaneSource.EventsOfKind(kind)));
      }
    }
    items.add(lane("Bookmarks", new LaneSource.Bookmarks()));
    if (beside) {
      items.add(lane("All events of B", new LaneSource.EventsBeside()));
      items.add(lane("Difference between the recordings", new LaneSource.RecordingDistance()));
    }
    items.add(lane("Breakpoints", new LaneSource.Breakpoints()));
    items.add(new SeparatorMenuItem());
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
    if (!derived.isEmpty()) {
      items.add(new SeparatorMenuItem());
      derived.forEach(channel -> items.add(component(channel, 0, channel.spec().name())));
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
    Spinner<Integer> number = new Spinner<>(0, components - 1, 0);
    number.setEditable(true);
    number.getStyleClass().add("hs-number");
    number.setAccessibleText("Component of " + channel.spec().name());
    number.getEditor().setAccessibleText(number.getAccessibleText());
    Button add = new Button("Add");
    HBox row = new HBox(6, number, add);
    CustomMenuItem item = new CustomMenuItem(row, false);
    add.setOnAction(_ ->
        lanes.send(
            new LaneCommand.Add(
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
    item.setOnAction(_ -> lanes.send(new LaneCommand.Toggle(source)));
    return item;
  }
}
