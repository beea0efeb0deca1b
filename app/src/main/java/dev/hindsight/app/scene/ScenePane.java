package dev.hindsight.app.scene;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.ToolRow;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.CameraMode;
import dev.hindsight.app.workspace.ComparedRecording;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.SceneViewState;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.inspector.compare.GhostSketch;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.render.stage.BodyPlacement;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.render.stage.SceneView;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.MessageSketch;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SketchChoice;
import dev.hindsight.trainer.scene.SketchChoice.Alternative;
import dev.hindsight.trainer.scene.SketchSettings;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Shows one scene of a recording, with its controls for camera and overlays. FX thread.
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

  /// Ticks arrive in chunks, which are long in a world with many agents.
  private static final Sketch WAITING =
      new MessageSketch(wording("ScenePane.waiting_for_the_first_ticks_of"));

  private final Document document;
  private final SceneView stage;
  private final ToolRow tools;
  private final HoverLabel hover = new HoverLabel();
  private final ComparedRecording comparedRecording;
  private final int number;
  private final List<Runnable> watches;
  private Optional<MarkSubject> under = Optional.empty();
  private final SketchChoices choices;
  private final Map<CameraMode, ToggleButton> cameras = new EnumMap<>(CameraMode.class);

  /// The first scene of a recording.
  public ScenePane(Document document, CommandSet commands, SceneThreads threads, Theme theme) {
    this(document, ComparedRecording.THIS, ViewState.FIRST, _ -> {}, commands, threads, theme);
  }

  /// A scene that follows the recording's cursor and one of its views until it is closed.
  ///
  /// @param comparedRecording which of two recordings it shows; both use the same camera
  /// @param number of the view
  /// @param proposals receives the pose that an agent was dragged to
  public ScenePane(
      Document document,
      ComparedRecording comparedRecording,
      int number,
      Consumer<Edit> proposals,
      CommandSet commands,
      SceneThreads threads,
      Theme theme) {
    this.document = document;
    this.comparedRecording = comparedRecording;
    this.number = number;
    this.choices = new SketchChoices(document);
    this.stage = new SceneView(threads, theme.palette());
    stage.setId("scene");
    stage.getStyleClass().add("hs-stage");
    stage.whenPicked(this::picked);
    stage.whenFollowed(this::followed);
    stage.whenPointed(this::pointedAt);
    if (comparedRecording == ComparedRecording.THIS
        && document.rollout().channel("pose").isPresent()) {
      stage.whenPlaced(bodyPlacement -> proposals.accept(pose(bodyPlacement)));
    }
    stage.addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::chooseFor);
    stage.whenCameraMoves(camera -> send(new ViewCommand.SetCamera(camera)));
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
    camera(CameraMode.STORY, CommandControls.toggle(commands, "view.story"), Styles.CENTER_PILL);
    camera(CameraMode.FREE, freeButton(), Styles.RIGHT_PILL);
    tools = header(commands);
    tools.node().addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> activate());
    setCenter(new StackPane(stage, hover));
    watches = new ArrayList<>();
    watches.add(document.timeline().watch(_ -> show()));
    watches.add(document.view().watch(_ -> show()));
    watches.add(document.pointed().watch(stage::point));
    if (comparedRecording == ComparedRecording.THIS) {
      watches.add(document.weighed().watch(stage::weigh));
    }
    document.beside().ifPresent(beside -> watches.add(beside.watch(_ -> show())));
  }

  /// Its controls for camera, overlays and settings.
  public List<ToolRow> tools() {
    return List.of(tools);
  }

  /// Stops following the recording.
  public void close() {
    watches.forEach(Runnable::run);
    stage.clear();
    document.endPointing(marked(under));
  }

  /// Makes commands apply to this view.
  private void activate() {
    document.view().send(new ViewCommand.Activate(number));
  }

  private void send(ViewCommand command) {
    document.view().send(new ViewCommand.InView(number, command));
  }

  /// Whether its first picture has been built.
  public boolean drawn() {
    return stage.viewpoint().isPresent();
  }

  /// What it shows, in pixels of the screen; empty before the first picture.
  public Optional<Viewpoint> viewpoint() {
    return stage
        .viewpoint()
        .map(seen ->
            getScene() == null || getScene().getWindow() == null
                ? seen
                : seen.scaled(getScene().getWindow().getOutputScaleX()));
  }

  /// The moment that it shows now; empty before the first picture, or if that shows another
  /// recording.
  public Optional<Moment> shown() {
    return comparedRecording == ComparedRecording.THIS && getScene() != null
        ? stage.drawn()
        : Optional.empty();
  }

  /// Applies the colours of a theme.
  public void applyTheme(Theme theme) {
    stage.repaint(theme.palette());
  }

  private void show() {
    SceneViewState view = document.view().state().view(number);
    choices.show(document.view().state().chosen());
    cameras.forEach((mode, button) -> button.setSelected(mode == view.mode()));
    stage.show(
        document.moment(comparedRecording), sketch(), view.overlays(), camera(view.camera()));
    tell();
  }

  private Sketch sketch() {
    if (document.live() && document.moment(comparedRecording).rollout().ticks() == 0) {
      return WAITING;
    }
    Sketch world =
        document
            .sketch(comparedRecording)
            .orElseGet(
                () -> new MessageSketch(wording("ScenePane.no_second_recording_is_open_choose")));
    return document.view().state().view(number).sketch(world);
  }

  /// The camera that shows the same in the other recording.
  private Camera camera(Camera own) {
    return switch (comparedRecording) {
      case THIS -> own;
      case OTHER -> document.beside().map(beside -> beside.agents().camera(own)).orElse(own);
    };
  }

  /// Updates the text about the agent under the pointer, which may do something else at another
  /// tick.
  private void tell() {
    hover.tell(
        under
            .map(markSubject -> sketch().describe(document.moment(comparedRecording), markSubject))
            .orElse(""));
  }

  private void camera(CameraMode mode, ToggleButton button, String pill) {
    button.getStyleClass().add(pill);
    cameras.put(mode, button);
  }

  private ToolRow header(CommandSet commands) {
    HBox pills = new HBox();
    pills.getChildren().addAll(cameras.values());
    MenuButton overlays =
        CommandControls.switches(
            commands,
            "Overlays",
            Material2AL.LAYERS,
            OVERLAYS.stream().map(name -> "view.overlay." + name).toList());
    overlays.setMinWidth(USE_PREF_SIZE);
    List<Node> controls = new ArrayList<>(List.of(pills, overlays));
    controls.addAll(choices.boxes());
    // This camera has a key and is the one of films; the choices beside it have neither.
    return ToolRow.leavingOut(
        Objects.requireNonNull(cameras.get(CameraMode.STORY)), controls.toArray(Node[]::new));
  }

  /// Starts the free camera at the current view.
  private ToggleButton freeButton() {
    ToggleButton free = new ToggleButton();
    free.setId("button.view.free");
    free.setGraphic(new FontIcon(Material2MZ.PAN_TOOL));
    Tooltips.on(free, wording("ScenePane.free_drag_to_pan_turn_the"));
    free.setAccessibleText(wording("ScenePane.free_camera"));
    free.setOnAction(_ -> {
      stage.viewpoint().ifPresent(seen -> send(new ViewCommand.SetCamera(seen.toFree())));
      show();
    });
    return free;
  }

  private void picked(Optional<MarkSubject> subject) {
    document.view().send(new ViewCommand.Select(subject.map(this::agent).orElse(Moment.NO_AGENT)));
  }

  private void followed(MarkSubject markSubject) {
    if (agent(markSubject) != Moment.NO_AGENT) {
      send(new ViewCommand.Follow(agent(markSubject)));
    }
  }

  private void pointedAt(Optional<MarkSubject> subject) {
    under = subject;
    tell();
    document.pointed().send(marked(subject));
  }

  private static Set<MarkSubject> marked(Optional<MarkSubject> subject) {
    return subject.map(Set::of).orElse(Set.of());
  }

  private static Edit pose(BodyPlacement bodyPlacement) {
    return new Edit.Pose(
        bodyPlacement.tick(),
        bodyPlacement.subject().index(),
        (float) bodyPlacement.x(),
        (float) bodyPlacement.y(),
        (float) bodyPlacement.heading());
  }

  /// Opens the menu for the agent under the pointer.
  private void chooseFor(ContextMenuEvent event) {
    int agent = stage.pick(event.getX(), event.getY()).map(this::agent).orElse(Moment.NO_AGENT);
    if (agent != Moment.NO_AGENT) {
      document.view().send(new ViewCommand.Select(agent));
    }
  }

  /// The agent of a subject; a goal stands for its agent.
  private int agent(MarkSubject markSubject) {
    // In B's scene, ghosts belong to A.
    boolean there =
        markSubject.kind().equals(GhostSketch.GHOST)
            != (comparedRecording == ComparedRecording.OTHER);
    boolean someone =
        markSubject.kind().equals(MarkSubject.AGENT)
            || markSubject.kind().equals(MarkSubject.GOAL)
            || markSubject.kind().equals(GhostSketch.GHOST);
    if (!someone) {
      return Moment.NO_AGENT;
    }
    return there
        ? document
            .beside()
            .map(beside -> beside.agents().one(markSubject.index()).orElse(Moment.NO_AGENT))
            .orElse(Moment.NO_AGENT)
        : markSubject.index();
  }

  /// The settings of a recording's pictures, a choice for each, as its sketch names them. FX
  /// thread.
  private static final class SketchChoices {
    /// Enough for the usual text in a narrow pane.
    private static final double NARROW = 84;

    private final Map<SketchChoice, WordedChoiceBox<Alternative>> boxes = new LinkedHashMap<>();

    SketchChoices(Document document) {
      for (SketchChoice choice : document.alone().choices(document.rollout())) {
        WordedChoiceBox<Alternative> box =
            new WordedChoiceBox<>("scene." + choice.id(), choice.title(), Alternative::words);
        box.offer(
            choice.ways(),
            SketchSettings.NOTHING.of(choice),
            alternative ->
                document.view().send(new ViewCommand.Choose(choice.id(), alternative.id())));
        box.setMinWidth(NARROW);
        boxes.put(choice, box);
      }
    }

    List<Node> boxes() {
      return List.copyOf(boxes.values());
    }

    void show(SketchSettings sketchSettings) {
      boxes.forEach((choice, box) -> box.setValue(sketchSettings.of(choice)));
    }
  }

  /// A short text beside the pointer about what is under it. Ignored by picking. FX thread.
  private static final class HoverLabel extends Pane {
    private static final double RIGHT = 14;
    private static final double BELOW = 18;

    private final Label words = new Label();
    private double x;
    private double y;

    HoverLabel() {
      setMouseTransparent(true);
      words.setId("hover");
      words.getStyleClass().add("hs-hover");
      words.setVisible(false);
      getChildren().add(words);
    }

    /// Follows the pointer.
    void follow(MouseEvent event) {
      x = event.getX();
      y = event.getY();
      place();
    }

    /// Shows a text; hides if it is empty.
    void tell(String text) {
      words.setText(text);
      words.setVisible(!text.isEmpty());
      place();
    }

    /// Places it below and to the right, or on the other side if there is no room.
    private void place() {
      double width = words.prefWidth(-1);
      double height = words.prefHeight(-1);
      double left = x + RIGHT + width > getWidth() ? x - RIGHT - width : x + RIGHT;
      double top = y + BELOW + height > getHeight() ? y - BELOW - height : y + BELOW;
      words.relocate(Math.max(0, left), Math.max(0, top));
    }

    @Override
    protected void layoutChildren() {
      words.autosize();
      place();
    }
  }
}
