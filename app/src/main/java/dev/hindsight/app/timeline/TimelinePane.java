package dev.hindsight.app.timeline;

import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.settings.Theme;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import javafx.collections.FXCollections;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2MZ;

/// The cursor of a recording: buttons, the tick as a number, speed, and the lane. FX thread.
public final class TimelinePane extends VBox {
  private static final PseudoClass WRONG = PseudoClass.getPseudoClass("error");
  private static final List<String> STEPS =
      List.of(
          "playback.previousTrial",
          "playback.back10",
          "playback.back",
          "playback.toggle",
          "playback.forward",
          "playback.forward10",
          "playback.nextTrial");

  private final Store<TimelineState, TimelineCommand> timeline;
  private final LaneView lane;
  private final TextField tick = new TextField();
  private final Label of = new Label();
  private final Label trial = new Label();
  private final Label time = new Label();
  private final ComboBox<Double> speed =
      new ComboBox<>(FXCollections.observableArrayList(Speeds.STEPS));
  private final Button play;
  private final Runnable watch;

  /// The pane of one recording; it watches the cursor until it is closed.
  public TimelinePane(
      Store<TimelineState, TimelineCommand> timeline, CommandSet commands, Theme theme) {
    this.timeline = timeline;
    this.lane = new LaneView(timeline.state(), LaneColours.of(theme), timeline::send);
    getStyleClass().add("hs-timeline");
    HBox transport = new HBox();
    transport.getStyleClass().add("hs-transport");
    transport.setAlignment(Pos.CENTER_LEFT);
    STEPS.forEach(id -> transport.getChildren().add(CommandControls.iconButton(commands, id)));
    play = (Button) transport.getChildren().get(STEPS.indexOf("playback.toggle"));
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    transport
        .getChildren()
        .addAll(
            tickField(),
            of,
            trial,
            time,
            space,
            speedBox(),
            CommandControls.iconButton(commands, "playback.loop"));
    List.of(of, trial, time).forEach(label -> label.setMinWidth(USE_PREF_SIZE));
    getChildren().addAll(transport, lane);
    VBox.setVgrow(lane, Priority.ALWAYS);
    watch = timeline.watch(this::show);
  }

  /// Follows the cursor no more.
  public void close() {
    watch.run();
  }

  /// Marks what happened to the selected agent, or says why nothing is marked.
  public void mark(List<TimelineEvent> events, String whyNone) {
    lane.mark(events, whyNone);
  }

  /// Takes on the colours of a theme.
  public void dress(Theme theme) {
    lane.paint(LaneColours.of(theme));
  }

  private TextField tickField() {
    tick.setId("tick");
    tick.setPrefColumnCount(6);
    tick.setTooltip(new Tooltip("Go to a tick: 137, or 2:36 for tick 36 of trial 2 (Ctrl+G)"));
    tick.setAccessibleText("Tick");
    tick.setOnAction(_ -> go());
    tick.focusedProperty().subscribe(_ -> show(timeline.state()));
    return tick;
  }

  private void go() {
    OptionalInt wanted =
        TickAddress.parse(tick.getText(), timeline.state().axis(), timeline.state().tick());
    tick.pseudoClassStateChanged(WRONG, wanted.isEmpty());
    wanted.ifPresent(found -> {
      timeline.send(new TimelineCommand.Seek(found));
      lane.requestFocus();
    });
  }

  private ComboBox<Double> speedBox() {
    speed.setId("speed");
    speed.setConverter(new Speeds());
    speed.setTooltip(new Tooltip("Times simulated speed (- and =)"));
    speed.setAccessibleText("Speed");
    speed
        .valueProperty()
        .subscribe(factor -> {
          if (factor != null) {
            timeline.send(new TimelineCommand.Speed(factor));
          }
        });
    return speed;
  }

  private void show(TimelineState state) {
    lane.show(state);
    if (!tick.isFocused()) {
      tick.setText(Integer.toString(state.tick()));
      tick.pseudoClassStateChanged(WRONG, false);
    }
    of.setText("/ " + state.axis().last());
    String address = TickAddress.inTrial(state.axis(), state.tick());
    trial.setText(address.isEmpty() ? "" : "trial " + address);
    time.setText(String.format(Locale.ROOT, "%.1f s", state.axis().seconds(state.tick())));
    speed.setValue(state.speed());
    boolean running = state.motion() != Motion.PAUSED;
    play.setGraphic(new FontIcon(running ? Material2MZ.PAUSE : Material2MZ.PLAY_ARROW));
    play.setAccessibleText(running ? "Pause" : "Play");
  }

  /// Puts the keyboard into the tick field.
  public void askForTick() {
    tick.requestFocus();
    tick.selectAll();
  }
}
