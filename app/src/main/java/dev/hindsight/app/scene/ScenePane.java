package dev.hindsight.app.scene;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.Tips;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.CameraMode;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.SceneViewState;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.app.workspace.Which;
import dev.hindsight.inspector.compare.GhostSketch;
import dev.hindsight.render.stage.Placed;
import dev.hindsight.render.stage.SceneStage;
import dev.hindsight.render.stage.StageThreads;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.scene.WordsSketch;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// One picture of a recording, and above it the choice of camera and overlays. FX thread.
public final class ScenePane extends BorderPane {
  private static final List<String> OVERLAYS =
      List.of(
          "goals",
          "trails",
          "observed",
          "labels",
          "vectors",
          "zones",
          "conflicts",
          "attention",
          "caption",
          "metrics",
          "ghosts");

  /// Ticks come in chunks: long ones in a world of many agents.
  private static final Sketch WAITING =
      new WordsSketch("Waiting for the first ticks: whoever records this has not written any yet");

  private final Document document;
  private final SceneStage stage;
  private final HoverLabel hover = new HoverLabel();
  private final Which which;
  private final int number;
  private final List<Runnable> watches;
  private Optional<Subject> under = Optional.empty();
  private final SketchChoices choices;
  private final Map<CameraMode, ToggleButton> cameras = new EnumMap<>(CameraMode.class);

  /// The first scene view of a recording.
  public ScenePane(Document document, CommandSet commands, StageThreads threads, Theme theme) {
    this(document, Which.THIS, ViewState.FIRST, _ -> {}, commands, threads, theme);
  }

  /// A picture that follows the recording's cursor and one of its scene views until it is closed.
  ///
  /// @param which of two recordings it shows; that of the other is by the same camera
  /// @param number of the scene view
  /// @param proposals gets where an agent was dragged to
  public ScenePane(
      Document document,
      Which which,
      int number,
      Consumer<Edit> proposals,
      CommandSet commands,
      StageThreads threads,
      Theme theme) {
    this.document = document;
    this.which = which;
    this.number = number;
    this.choices = new SketchChoices(document);
    this.stage = new SceneStage(threads, theme.palette());
    stage.setId("scene");
    stage.getStyleClass().add("hs-stage");
    stage.whenPicked(this::picked);
    stage.whenFollowed(this::followed);
    stage.whenPointed(this::pointedAt);
    if (which == Which.THIS && document.rollout().channel("pose").isPresent()) {
      stage.whenPlaced(placed -> proposals.accept(pose(placed)));
    }
    stage.addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::chooseFor);
    stage.whenCameraMoves(camera -> send(new ViewCommand.Look(camera)));
    stage.addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> activate());
    stage
        .focusedProperty()
        .subscribe(focused -> {
          if (focused) {
            activate();
          }
        });
    stage.addEventHandler(MouseEvent.MOUSE_MOVED, hover::follow);
    camera(CameraMode.WHOLE_MAP, CommandControls.toggle(commands, "view.map"), Styles.LEFT_PILL);
    camera(CameraMode.FOLLOW, CommandControls.toggle(commands, "view.follow"), Styles.CENTER_PILL);
    camera(
        CameraMode.HEADING_UP,
        CommandControls.toggle(commands, "view.headingUp"),
        Styles.CENTER_PILL);
    camera(CameraMode.EYES, CommandControls.toggle(commands, "view.eyes"), Styles.CENTER_PILL);
    camera(CameraMode.FREE, freeButton(), Styles.RIGHT_PILL);
    HBox header = header(commands);
    header.addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> activate());
    setTop(header);
    setCenter(new StackPane(stage, hover));
    watches = new ArrayList<>();
    watches.add(document.timeline().watch(_ -> show()));
    watches.add(document.view().watch(_ -> show()));
    watches.add(document.pointed().watch(stage::point));
    document.beside().ifPresent(beside -> watches.add(beside.watch(_ -> show())));
  }

  /// Follows nothing any more.
  public void close() {
    watches.forEach(Runnable::run);
    stage.clear();
  }

  /// Commands go to the view that was used last.
  private void activate() {
    document.view().send(new ViewCommand.Activate(number));
  }

  private void send(ViewCommand command) {
    document.view().send(new ViewCommand.In(number, command));
  }

  /// Whether the first picture has been drawn up.
  public boolean drawn() {
    return stage.viewpoint().isPresent();
  }

  /// The moment its picture shows now; nothing before the first picture, or where it shows another
  /// recording.
  public Optional<Moment> shown() {
    return which == Which.THIS && getScene() != null ? stage.drawn() : Optional.empty();
  }

  /// Takes on the colours of a theme.
  public void dress(Theme theme) {
    stage.repaint(theme.palette());
  }

  private void show() {
    SceneViewState view = document.view().state().view(number);
    choices.show(document.view().state().chosen());
    cameras.forEach((mode, button) -> button.setSelected(mode == view.mode()));
    stage.show(document.moment(which), sketch(), view.overlays(), camera(view.camera()));
    tell();
  }

  private Sketch sketch() {
    if (document.live() && document.moment(which).rollout().ticks() == 0) {
      return WAITING;
    }
    Sketch world =
        document
            .sketch(which)
            .orElseGet(() ->
                new WordsSketch("No other recording is open beside this one: File, Compare with…"));
    return document.view().state().view(number).sketch(world);
  }

  /// The camera that shows the same of the other recording.
  private Camera camera(Camera own) {
    return switch (which) {
      case THIS -> own;
      case OTHER -> document.beside().map(beside -> beside.agents().camera(own)).orElse(own);
    };
  }

  /// Who is under the pointer may do something else at another tick.
  private void tell() {
    hover.tell(under.map(subject -> sketch().describe(document.moment(which), subject)).orElse(""));
  }

  private void camera(CameraMode mode, ToggleButton button, String pill) {
    button.getStyleClass().add(pill);
    cameras.put(mode, button);
  }

  private HBox header(CommandSet commands) {
    HBox pills = new HBox();
    pills.getChildren().addAll(cameras.values());
    MenuButton overlays =
        CommandControls.switches(
            commands,
            "Overlays",
            Material2AL.LAYERS,
            OVERLAYS.stream().map(name -> "view.overlay." + name).toList());
    overlays.setMinWidth(USE_PREF_SIZE);
    HBox header = new HBox(pills, overlays);
    header.getChildren().addAll(choices.boxes());
    header.setAlignment(Pos.CENTER_LEFT);
    header.getStyleClass().add("hs-pane-header");
    return header;
  }

  /// Free looking begins with what is seen.
  private ToggleButton freeButton() {
    ToggleButton free = new ToggleButton();
    free.setId("button.view.free");
    free.setGraphic(new FontIcon(Material2MZ.PAN_TOOL));
    Tips.on(free, "Free: drag to pan, turn the wheel to zoom");
    free.setAccessibleText("Free camera");
    free.setOnAction(_ -> {
      stage.viewpoint().ifPresent(seen -> send(new ViewCommand.Look(seen.toFree())));
      show();
    });
    return free;
  }

  private void picked(Optional<Subject> subject) {
    document.view().send(new ViewCommand.Select(subject.map(this::agent).orElse(Moment.NO_AGENT)));
  }

  private void followed(Subject subject) {
    if (agent(subject) != Moment.NO_AGENT) {
      send(new ViewCommand.Follow(agent(subject)));
    }
  }

  private void pointedAt(Optional<Subject> subject) {
    under = subject;
    tell();
    document.pointed().send(subject.map(Set::of).orElse(Set.of()));
  }

  private Edit pose(Placed placed) {
    return new Edit.Pose(
        document.timeline().state().tick(),
        placed.subject().index(),
        (float) placed.x(),
        (float) placed.y(),
        (float) placed.heading());
  }

  /// A menu is about who is under the pointer.
  private void chooseFor(ContextMenuEvent event) {
    int agent = stage.pick(event.getX(), event.getY()).map(this::agent).orElse(Moment.NO_AGENT);
    if (agent != Moment.NO_AGENT) {
      document.view().send(new ViewCommand.Select(agent));
    }
  }

  /// A goal stands for the agent whose goal it is.
  private int agent(Subject subject) {
    // In the scene of B a ghost is A's.
    boolean there = subject.kind().equals(GhostSketch.GHOST) != (which == Which.OTHER);
    boolean someone =
        subject.kind().equals(Subject.AGENT)
            || subject.kind().equals(Subject.GOAL)
            || subject.kind().equals(GhostSketch.GHOST);
    if (!someone) {
      return Moment.NO_AGENT;
    }
    return there
        ? document
            .beside()
            .map(beside -> beside.agents().one(subject.index()).orElse(Moment.NO_AGENT))
            .orElse(Moment.NO_AGENT)
        : subject.index();
  }
}
