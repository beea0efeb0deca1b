package dev.hindsight.app.welcome;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.KeyboardFocus;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.workspace.WindowContext;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.TilePane;
import javafx.scene.layout.VBox;

/// What is shown while nothing is open: how to begin. FX thread.
public final class WelcomePane extends ScrollPane {
  private static final String ICON = "/dev/hindsight/assets/icons/hindsight-128.png";
  private static final double ICON_SIZE = 52;

  private final TilePane cards = new TilePane();

  /// The page of a window; it has the keyboard whenever it comes into sight.
  public WelcomePane(WindowContext bench, CommandSet commands) {
    setId("welcome");
    getStyleClass().add("hs-welcome-page");
    setFitToWidth(true);
    setFitToHeight(true);
    setFocusTraversable(false);
    List<SampleCard> samples =
        Samples.ALL.stream().map(sample -> new SampleCard(sample, commands)).toList();
    cards.getStyleClass().add("hs-cards");
    cards.setPrefColumns(samples.size());
    cards.setMaxWidth(USE_PREF_SIZE);
    cards.getChildren().addAll(samples);
    VBox column =
        new VBox(
            title(),
            buttons(commands),
            new VBox(6, heading("Samples"), cards),
            new RecentFiles(bench),
            dropHint());
    column.getStyleClass().add("hs-welcome");
    column.setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
    setContent(new StackPane(column));
    bench.preferences().watch(kept -> samples.forEach(card -> card.applyTheme(kept.theme())));
    visibleProperty().subscribe(this::takeKeyboard);
    // The content of a pane that scrolls is in the scene only once the pane has been laid out.
    cards.sceneProperty().subscribe(this::takeKeyboard);
  }

  private void takeKeyboard() {
    if (isVisible() && cards.getScene() != null) {
      KeyboardFocus.first(cards).ifPresent(Node::requestFocus);
    }
  }

  private static Node title() {
    ImageView picture =
        new ImageView(
            new Image(
                Objects.requireNonNull(
                    WelcomePane.class.getResourceAsStream(ICON), "an icon is missing")));
    picture.setFitWidth(ICON_SIZE);
    picture.setFitHeight(ICON_SIZE);
    Label title = new Label("Hindsight");
    title.getStyleClass().add(Styles.TITLE_2);
    Label words = new Label("See what a policy did and why, tick by tick.");
    words.getStyleClass().add(Styles.TEXT_MUTED);
    HBox row = new HBox(14, picture, new VBox(2, title, words));
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  private static Node buttons(CommandSet commands) {
    Button record = CommandControls.wordButton(commands, "file.record", "New recording…");
    record.getStyleClass().add(Styles.ACCENT);
    HBox row =
        new HBox(
            record,
            CommandControls.wordButton(commands, "file.train", "Train…"),
            CommandControls.wordButton(commands, "file.open", "Open…"));
    row.getStyleClass().add("hs-buttons");
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  static Label heading(String words) {
    Label heading = new Label(words);
    heading.getStyleClass().add(Styles.TEXT_BOLD);
    return heading;
  }

  private static Node dropHint() {
    Label words = new Label("Or drop a recording, a map or a checkpoint into this window.");
    words.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    return words;
  }
}
