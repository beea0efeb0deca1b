package dev.hindsight.app.window;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Workbench;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// What is shown while nothing is open: how to begin. FX thread.
final class WelcomePane extends VBox {
  private static final String ICON = "/dev/hindsight/assets/icons/hindsight-128.png";
  private static final int MOST_RECENT = 6;

  private final Workbench bench;
  private final VBox recent = new VBox();

  WelcomePane(Workbench bench, CommandSet commands) {
    this.bench = bench;
    setId("welcome");
    getStyleClass().add("hs-welcome");
    setAlignment(Pos.CENTER);
    recent.setAlignment(Pos.CENTER_LEFT);
    recent.setMaxWidth(USE_PREF_SIZE);
    getChildren().addAll(picture(), title(), subtitle(), buttons(commands), recent, dropHint());
    bench.preferences().watch(this::show);
  }

  private static Node picture() {
    ImageView view =
        new ImageView(
            new Image(
                Objects.requireNonNull(
                    WelcomePane.class.getResourceAsStream(ICON), "an icon is missing")));
    view.setFitWidth(96);
    view.setFitHeight(96);
    return view;
  }

  private static Node title() {
    Label title = new Label("Hindsight");
    title.getStyleClass().add(Styles.TITLE_1);
    return title;
  }

  private static Node subtitle() {
    Label words = new Label("Look back at what a policy did, tick by tick.");
    words.getStyleClass().add(Styles.TEXT_MUTED);
    return words;
  }

  private static Node buttons(CommandSet commands) {
    Button open = CommandControls.wordButton(commands, "file.open", "Open…");
    Button record = CommandControls.wordButton(commands, "file.record", "New recording…");
    record.getStyleClass().add(Styles.ACCENT);
    Button demo = CommandControls.wordButton(commands, "file.demo", "Record the demo");
    Button train = CommandControls.wordButton(commands, "file.train", "Train…");
    HBox row = new HBox(record, train, demo, open);
    row.getStyleClass().add("hs-buttons");
    row.setAlignment(Pos.CENTER);
    return row;
  }

  private static Node dropHint() {
    Label words = new Label("Or drop a recording, a map or a checkpoint anywhere in this window.");
    words.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    return words;
  }

  private void show(Preferences preferences) {
    recent.getChildren().clear();
    List<Path> files = preferences.recent();
    if (!files.isEmpty()) {
      Label heading = new Label("Recent");
      heading.getStyleClass().add(Styles.TEXT_BOLD);
      recent.getChildren().add(heading);
    }
    files.stream().limit(MOST_RECENT).map(this::link).forEach(recent.getChildren()::add);
  }

  private Node link(Path file) {
    Hyperlink link = new Hyperlink(String.valueOf(file.getFileName()));
    link.setOnAction(_ -> bench.open(file));
    Label folder = new Label(String.valueOf(file.getParent()));
    folder.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    HBox row = new HBox(link, folder);
    row.getStyleClass().add("hs-recent");
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }
}
