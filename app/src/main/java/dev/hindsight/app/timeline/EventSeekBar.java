package dev.hindsight.app.timeline;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.model.Store;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.inspector.live.WordsConverter;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;

/// To the next event, the one before, of which kind and of whom. FX thread.
final class EventSeekBar extends HBox {

  private final ComboBox<Landmark> kind = new ComboBox<>();
  private final ToggleButton anyone;
  private final Label told = new Label();

  EventSeekBar(Store<EventSeekState, EventSeekCommand> seek, CommandSet commands) {
    getStyleClass().add("hs-transport");
    setAlignment(Pos.CENTER_LEFT);
    kind.setId("event.kind");
    kind.setConverter(new WordsConverter<>(Landmark::title));
    kind.getItems().setAll(seek.state().offered());
    kind.setAccessibleText("Kind of event");
    Tooltips.on(kind, "Event to search for (K, Shift+K)");
    kind.getStyleClass().add("hs-event-kind");
    kind.valueProperty()
        .addListener((_, _, chosen) -> seek.send(new EventSeekCommand.Choose(chosen)));
    anyone = CommandControls.toggle(commands, "event.anyone");
    anyone.getStyleClass().addAll("button-icon");
    told.setId("seekTold");
    told.getStyleClass().add("hs-told");
    told.getStyleClass().add("text-muted");
    getChildren()
        .addAll(
            CommandControls.iconButton(commands, "event.previous"),
            kind,
            CommandControls.iconButton(commands, "event.next"),
            anyone,
            told);
    seek.watch(this::show);
  }

  /// Gives what is told the room that the rest leaves.
  ///
  /// @param room pixels
  void fit(double room) {
    double rest = snappedLeftInset() + snappedRightInset();
    for (Node part : getChildren()) {
      rest += (part.equals(told) ? 0 : snapSizeX(part.prefWidth(-1))) + getSpacing();
    }
    told.setMaxWidth(Math.max(0, room - rest));
  }

  private void show(EventSeekState state) {
    kind.setValue(state.chosen());
    anyone.setSelected(state.who() == EventSeekState.AgentScope.ANYONE);
    told.setText(state.told());
  }
}
