package dev.hindsight.app.scene;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.CameraMode;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.render.Palette;
import dev.hindsight.render.stage.SceneStage;
import dev.hindsight.render.stage.StageThreads;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Subject;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// One picture of a recording, and above it the choice of camera and overlays. FX thread.
public final class ScenePane extends BorderPane {
  private static final List<String> OVERLAYS =
      List.of("goals", "trails", "observed", "labels", "caption", "metrics");

  private final Document document;
  private final SceneStage stage;
  private final Label pointed = new Label();
  private final Map<CameraMode, ToggleButton> cameras = new EnumMap<>(CameraMode.class);

  /// A picture that follows the recording's cursor and view as long as it lives.
  public ScenePane(Document document, CommandSet commands, StageThreads threads, Theme theme) {
    this.document = document;
    this.stage = new SceneStage(threads, palette(theme));
    stage.setId("scene");
    stage.getStyleClass().add("hs-stage");
    stage.whenPicked(this::picked);
    stage.whenFollowed(this::followed);
    stage.whenPointed(this::pointedAt);
    stage.whenCameraMoves(camera -> document.view().send(new ViewCommand.Look(camera)));
    camera(CameraMode.WHOLE_MAP, CommandControls.toggle(commands, "view.map"), Styles.LEFT_PILL);
    camera(CameraMode.FOLLOW, CommandControls.toggle(commands, "view.follow"), Styles.CENTER_PILL);
    camera(
        CameraMode.HEADING_UP,
        CommandControls.toggle(commands, "view.headingUp"),
        Styles.CENTER_PILL);
    camera(CameraMode.FREE, freeButton(), Styles.RIGHT_PILL);
    setTop(header(commands));
    setCenter(stage);
    document.timeline().watch(_ -> show());
    document.view().watch(_ -> show());
    document.pointed().watch(stage::point);
  }

  /// Takes on the colours of a theme.
  public void dress(Theme theme) {
    stage.repaint(palette(theme));
  }

  private void show() {
    ViewState view = document.view().state();
    cameras.forEach((mode, button) -> button.setSelected(mode == CameraMode.of(view.camera())));
    stage.show(document.moment(), document.sketch(), view.overlays(), view.camera());
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
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    pointed.getStyleClass().add(Styles.TEXT_MUTED);
    HBox header = new HBox(pills, overlays, space, pointed);
    header.setAlignment(Pos.CENTER_LEFT);
    header.getStyleClass().add("hs-pane-header");
    return header;
  }

  /// Free looking begins with what is seen.
  private ToggleButton freeButton() {
    ToggleButton free = new ToggleButton();
    free.setId("button.view.free");
    free.setGraphic(new FontIcon(Material2MZ.PAN_TOOL));
    free.setTooltip(new Tooltip("Free: drag to pan, turn the wheel to zoom"));
    free.setAccessibleText("Free camera");
    free.setOnAction(_ -> {
      stage
          .viewpoint()
          .ifPresent(seen -> document.view().send(new ViewCommand.Look(seen.toFree())));
      show();
    });
    return free;
  }

  private void picked(Optional<Subject> subject) {
    document
        .view()
        .send(new ViewCommand.Select(subject.map(ScenePane::agent).orElse(Moment.NO_AGENT)));
  }

  private void followed(Subject subject) {
    if (agent(subject) != Moment.NO_AGENT) {
      document.view().send(new ViewCommand.Follow(agent(subject)));
    }
  }

  private void pointedAt(Optional<Subject> subject) {
    pointed.setText(
        subject.map(under -> document.sketch().describe(document.moment(), under)).orElse(""));
    document.pointed().send(subject.map(Set::of).orElse(Set.of()));
  }

  /// A goal stands for the agent whose goal it is.
  private static int agent(Subject subject) {
    return subject.kind().equals(Subject.AGENT) || subject.kind().equals(Subject.GOAL)
        ? subject.index()
        : Moment.NO_AGENT;
  }

  private static Palette palette(Theme theme) {
    return switch (theme) {
      case DARK -> Palette.DARK;
      case LIGHT -> Palette.LIGHT;
    };
  }
}
