package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.KeyboardFocus;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.model.Store;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2MZ;

/// Buttons that move the cursor, the tick as a number, speed and loop. FX thread.
final class TransportBar extends HBox {
  private static final PseudoClass WRONG = PseudoClass.getPseudoClass("error");
  private static final List<String> STEPS =
      List.of(
          "playback.previousTrial",
          "playback.back10",
          "playback.back",
          "playback.reverse",
          "playback.toggle",
          "playback.forward",
          "playback.forward10",
          "playback.nextTrial");

  private final Store<TimelineState, TimelineCommand> timeline;
  private final CommandSet commands;
  private final Runnable leave;
  private final Consumer<String> say;
  private final List<ToggleButton> switches;
  private final TextField tick = new TextField();
  private final Label of = new Label();
  private final Label trial = new Label();
  private final Label time = new Label();
  private final ComboBox<Double> speed =
      new ComboBox<>(FXCollections.observableArrayList(PlaybackSpeeds.STEPS));
  private final Button play;

  /// Controls to leave out first if there is little room; all of them exist elsewhere or have a
  /// key.
  private final List<List<Node>> dispensable;

  /// @param leave gives up the keyboard focus after a tick has been typed
  /// @param say receives why what was typed is no tick
  TransportBar(
      Store<TimelineState, TimelineCommand> timeline,
      CommandSet commands,
      Runnable leave,
      Consumer<String> say) {
    this.timeline = timeline;
    this.commands = commands;
    this.leave = leave;
    this.say = say;
    switches =
        Stream.of("playback.loop", "playback.loopAround")
            .map(id -> CommandControls.toggle(commands, id))
            .toList();
    switches.forEach(button -> button.getStyleClass().addAll("button-icon", "flat"));
    getStyleClass().add("hs-transport");
    setAlignment(Pos.CENTER_LEFT);
    STEPS.forEach(id -> getChildren().add(CommandControls.iconButton(commands, id)));
    play = (Button) getChildren().get(STEPS.indexOf("playback.toggle"));
    getChildren()
        .addAll(tickField(), of, trial, time, speedBox(), switches.get(0), switches.get(1));
    dispensable =
        List.of(
            List.of(time),
            List.of(trial),
            List.of(
                getChildren().get(STEPS.indexOf("playback.back10")),
                getChildren().get(STEPS.indexOf("playback.forward10"))),
            List.of(switches.get(1)),
            List.of(getChildren().get(STEPS.indexOf("playback.reverse"))),
            List.of(of),
            List.of(switches.get(0)),
            List.of(speed),
            List.of(
                getChildren().get(STEPS.indexOf("playback.previousTrial")),
                getChildren().get(STEPS.indexOf("playback.nextTrial"))));
  }

  /// Controls to leave out if there is little room, in this order.
  List<List<Node>> dispensable() {
    return dispensable;
  }

  /// The steps from tick to tick, which the arrow keys take too.
  List<Node> steps() {
    return List.of(
        getChildren().get(STEPS.indexOf("playback.back")),
        getChildren().get(STEPS.indexOf("playback.forward")));
  }

  /// Moves the keyboard focus to the tick field.
  void askForTick() {
    KeyboardFocus.soon(tick);
    tick.selectAll();
  }

  private TextField tickField() {
    tick.setId("tick");
    tick.setPrefColumnCount(5);
    Tooltips.on(tick, wording("TransportBar.go_to_a_tick_137_or"));
    tick.setAccessibleText(wording("TransportBar.tick"));
    tick.setOnAction(_ -> go());
    tick.focusedProperty().subscribe(_ -> show(timeline.state()));
    return tick;
  }

  private void go() {
    TimelineState now = timeline.state();
    try {
      int wanted =
          TickAddress.of(tick.getText(), now.axis().trials(), now.axis().ticks(), now.tick());
      tick.pseudoClassStateChanged(WRONG, false);
      timeline.send(new TimelineCommand.Seek(wanted));
      leave.run();
    } catch (Problem problem) {
      tick.pseudoClassStateChanged(WRONG, true);
      say.accept(problem.what() + " - " + problem.remedy());
    }
  }

  private ComboBox<Double> speedBox() {
    speed.setId("speed");
    speed.setConverter(new PlaybackSpeeds());
    Tooltips.on(speed, wording("TransportBar.playback_speed_as_a_multiple_of"));
    speed.setAccessibleText(wording("TransportBar.speed"));
    speed
        .valueProperty()
        .subscribe(factor -> {
          if (factor != null) {
            timeline.send(new TimelineCommand.Speed(factor));
          }
        });
    return speed;
  }

  void show(TimelineState state) {
    if (!tick.isFocused()) {
      tick.setText(Integer.toString(state.tick()));
      tick.pseudoClassStateChanged(WRONG, false);
    }
    of.setText("/ " + state.axis().last());
    trial.setText(place(state.axis().trials(), state.tick()));
    time.setText(state.axis().time(state.tick()));
    speed.setValue(state.speed());
    CommandControls.showSwitches(commands, switches);
    showRunning(state.motion() != PlaybackMotion.PAUSED);
  }

  /// The tick's trial, and its episode if there are several; empty if there are no trials.
  static String place(TrialIndex trials, int tick) {
    String address = TickAddress.inTrial(trials, tick);
    if (address.isEmpty()) {
      return "";
    }
    OptionalInt episode = TickAddress.episodeNumber(trials, tick);
    return episode.isPresent()
        ? wording("TransportBar.episode_and_trial", episode.getAsInt(), address)
        : wording("TransportBar.trial", address);
  }

  /// A new icon is laid out and styled, so there is one only if it differs.
  private void showRunning(boolean running) {
    if (play.getGraphic() instanceof FontIcon icon) {
      Material2MZ wanted = running ? Material2MZ.PAUSE : Material2MZ.PLAY_ARROW;
      if (icon.getIconCode() != wanted) {
        icon.setIconCode(wanted);
      }
    }
    play.setAccessibleText(running ? wording("TransportBar.pause") : wording("TransportBar.play"));
  }
}
