package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.WholeNumberSpinner;
import dev.hindsight.app.model.Store;
import dev.hindsight.inspector.series.SeriesKey;
import dev.hindsight.trainer.action.ActionPart;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RewardParts;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Spinner;
import javafx.scene.layout.HBox;

/// The menu that adds and removes lanes, and moves the chosen one. FX thread.
final class LaneMenu {
  /// More components than this are chosen by number.
  private static final int LISTED = 16;

  private static final List<String> CHOSEN =
      List.of("lane.up", "lane.down", "lane.higher", "lane.lower", "lane.remove");

  private final Rollout rollout;
  private final boolean beside;
  private final Supplier<List<Channel>> derived;
  private final Store<LaneState, LaneState.Command> lanes;
  private final CommandSet commands;
  private final Supplier<Optional<Runnable>> again;

  /// @param derived derived channels of the recording, as they are now
  /// @param again reads once more what lanes could not read; empty while all could
  LaneMenu(
      TimelineModel timelineModel,
      Supplier<List<Channel>> derived,
      CommandSet commands,
      Supplier<Optional<Runnable>> again) {
    this.derived = derived;
    this.again = again;
    this.rollout = timelineModel.rollout();
    this.beside = timelineModel.beside().isPresent();
    this.lanes = timelineModel.lanes();
    this.commands = commands;
  }

  /// The current items of the menu.
  List<MenuItem> items() {
    List<MenuItem> items = new ArrayList<>();
    items.add(lane(wording("LaneMenu.all_events"), new LaneSource.Events()));
    for (EventKind kind : new TickEvents(rollout).shown()) {
      items.add(lane(kind.title(), new LaneSource.EventsOfKind(kind)));
    }
    items.add(lane("Bookmarks", new LaneSource.Bookmarks()));
    if (RewardParts.areIn(rollout.manifest())) {
      items.add(lane(wording("LaneMenu.parts_of_the_reward"), new LaneSource.RewardParts()));
    }
    if (beside) {
      items.add(lane(wording("LaneMenu.all_events_of_b"), new LaneSource.EventsBeside()));
      items.add(
          lane(
              wording("LaneMenu.difference_between_the_recordings"),
              new LaneSource.RecordingDistance()));
    }
    items.add(lane("Breakpoints", new LaneSource.Breakpoints()));
    items.add(new SeparatorMenuItem());
    if (rollout.channel("action").isPresent()) {
      for (ActionPart part : ActionPart.of(rollout.manifest())) {
        items.add(
            lane(
                wording("LaneMenu.action", part.name()),
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
    again
        .get()
        .ifPresent(run -> {
          MenuItem item = new MenuItem(wording("LaneMenu.read_again"));
          item.setId("lanes.again");
          item.setOnAction(_ -> run.run());
          items.addAll(List.of(new SeparatorMenuItem(), item));
        });
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
    number.setAccessibleText(wording("LaneMenu.component_of", channel.spec().name()));
    number.getEditor().setAccessibleText(number.getAccessibleText());
    Button add = new Button(wording("LaneMenu.add"));
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
