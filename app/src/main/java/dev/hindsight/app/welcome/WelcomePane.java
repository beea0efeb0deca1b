package dev.hindsight.app.welcome;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.fx.KeyboardFocus;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.SamplePictures;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.FileOpener;
import dev.hindsight.app.workspace.WindowContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.TilePane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// The page shown while nothing is open: ways to begin. FX thread.
public final class WelcomePane extends ScrollPane {
  private static final String ICON = "/dev/hindsight/assets/icons/hindsight-128.png";
  private static final double ICON_SIZE = 52;

  private final TilePane cards = new TilePane();

  /// The page of a window; it takes the keyboard focus whenever it appears.
  public WelcomePane(WindowContext window, CommandSet commands) {
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
            new VBox(6, heading(wording("WelcomePane.samples")), cards),
            new RecentFiles(window),
            dropHint());
    column.getStyleClass().add("hs-welcome");
    column.setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
    setContent(new StackPane(column));
    window.preferences().watch(kept -> samples.forEach(card -> card.applyTheme(kept.theme())));
    visibleProperty().subscribe(this::takeKeyboard);
    // The content of a scroll pane is in the scene only after the pane's first layout.
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
    Label title = new Label(wording("WelcomePane.hindsight"));
    title.getStyleClass().add(Styles.TITLE_2);
    Label words = new Label(wording("WelcomePane.see_what_a_policy_did_and"));
    words.getStyleClass().add(Styles.TEXT_MUTED);
    HBox row = new HBox(14, picture, new VBox(2, title, words));
    row.setAlignment(Pos.CENTER_LEFT);
    return row;
  }

  private static Node buttons(CommandSet commands) {
    Button record =
        CommandControls.wordButton(commands, "file.record", wording("WelcomePane.new_recording"));
    record.getStyleClass().add(Styles.ACCENT);
    HBox row =
        new HBox(
            record,
            CommandControls.wordButton(commands, "file.train", wording("WelcomePane.train")),
            CommandControls.wordButton(commands, "file.open", wording("WelcomePane.open")));
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
    Label words = new Label(wording("WelcomePane.or_drop_a_recording_a_map"));
    words.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    return words;
  }

  /// A sample: its picture, its name, its description. A click opens it. FX thread.
  private static final class SampleCard extends Button {
    /// Its width: half is for the picture, half scales with the text.
    private static final double PICTURE = 108;

    private static final double LETTERS = 108.0 / 13;

    private static final String FOLDER = "/dev/hindsight/assets/samples/";

    private final Sample sample;
    private final ImageView picture = new ImageView();
    private final VBox all;

    SampleCard(Sample sample, CommandSet commands) {
      this.sample = sample;
      setId("sample." + sample.id());
      getStyleClass().add("hs-card");
      setAccessibleText(wording("WelcomePane.sample", sample.title(), sample.words()));
      setOnAction(_ -> commands.run(commands.named(sample.command())));
      picture.setPreserveRatio(true);
      picture.setSmooth(true);
      Label title = new Label(sample.title());
      title.getStyleClass().add(Styles.TEXT_BOLD);
      title.setWrapText(true);
      Label words = new Label(sample.words());
      words.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
      words.setWrapText(true);
      VBox text = new VBox(3, title, words);
      text.getStyleClass().add("hs-card-words");
      all = new VBox(picture, text);
      all.setMaxWidth(USE_PREF_SIZE);
      fontProperty()
          .subscribe(font -> {
            picture.setFitWidth(Math.rint(PICTURE + LETTERS * font.getSize()));
            all.setPrefWidth(picture.getFitWidth());
          });
      setGraphic(all);
      setAlignment(Pos.TOP_LEFT);
      setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
    }

    /// A button asks how high its content is without saying how wide, and words then take one
    /// column.
    @Override
    protected double computePrefHeight(double width) {
      return snappedTopInset() + all.prefHeight(all.getPrefWidth()) + snappedBottomInset();
    }

    /// Shows the picture for a theme.
    void applyTheme(Theme theme) {
      String name = SamplePictures.name(sample, theme.name().toLowerCase(Locale.ROOT));
      picture.setImage(
          new Image(
              Objects.requireNonNull(
                  SampleCard.class.getResourceAsStream(FOLDER + name), "no picture " + name)));
    }
  }

  /// Lists the files opened last. A missing file says so; each can be removed from the list. FX
  /// thread.
  private static final class RecentFiles extends VBox {
    private static final int LISTED_FILES = 5;

    private final WindowContext window;
    private List<Path> shown = List.of();

    RecentFiles(WindowContext window) {
      super(2);
      this.window = window;
      setId("recent");
      managedProperty().bind(visibleProperty());
      window.preferences().watch(this::show);
    }

    private void show(Preferences preferences) {
      List<Path> files = preferences.recent().stream().limit(LISTED_FILES).toList();
      setVisible(!files.isEmpty());
      if (!files.equals(shown)) {
        shown = files;
        show(files, Set.of());
        window
            .background()
            .startHidden(
                wording("WelcomePane.looking_for_recent_files"),
                (_, _) -> missing(files),
                missing -> {
                  if (!missing.isEmpty() && files.equals(shown)) {
                    show(files, missing);
                  }
                });
      }
    }

    private static Set<Path> missing(List<Path> files) {
      return files.stream().filter(FileOpener::missing).collect(Collectors.toSet());
    }

    private void show(List<Path> files, Set<Path> missing) {
      getChildren().setAll(WelcomePane.heading(wording("WelcomePane.recent")));
      files.forEach(file -> getChildren().add(row(file, missing.contains(file))));
    }

    private Node row(Path file, boolean missing) {
      String name = String.valueOf(file.getFileName());
      Hyperlink link = new Hyperlink(name);
      link.setOnAction(_ -> window.open(file));
      link.setMinWidth(USE_PREF_SIZE);
      link.setAccessibleText(missing ? name + ", missing" : wording("WelcomePane.open_2", name));
      Button forget = new Button("", new FontIcon(Material2AL.CLOSE));
      forget.getStyleClass().addAll(Styles.BUTTON_ICON, Styles.FLAT, Styles.SMALL);
      Tooltips.on(forget, wording("WelcomePane.remove_from_this_list"));
      forget.setAccessibleText(wording("WelcomePane.take_off_this_list", name));
      forget.setOnAction(_ -> window.preferences().send(kept -> kept.forgetting(file)));
      HBox row = new HBox(link);
      if (missing) {
        Label gone = new Label("missing", new FontIcon(Material2AL.ERROR_OUTLINE));
        gone.getStyleClass().addAll("hs-missing", Styles.TEXT_SMALL);
        gone.setMinWidth(USE_PREF_SIZE);
        row.getChildren().add(gone);
      }
      Label folder = new Label(String.valueOf(file.getParent()));
      folder.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
      Tooltips.on(folder, file.toString());
      row.getChildren().addAll(folder, forget);
      row.getStyleClass().add("hs-recent");
      row.setAlignment(Pos.CENTER_LEFT);
      return row;
    }
  }
}
