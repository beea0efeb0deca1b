package dev.hindsight.app.welcome;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.SamplePictures;
import dev.hindsight.app.settings.Theme;
import java.util.Locale;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.VBox;

/// A sample: its picture, its name, what there is to see. One press opens it. FX thread.
final class SampleCard extends Button {
  /// How wide it is: half of that is for the picture, half goes with the size of the words.
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
    setAccessibleText("Sample: " + sample.title() + ". " + sample.words());
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

  /// A button asks how high its content is without saying how wide, and words then take one column.
  @Override
  protected double computePrefHeight(double width) {
    return snappedTopInset() + all.prefHeight(all.getPrefWidth()) + snappedBottomInset();
  }

  /// Shows the picture in the colours of a theme.
  void applyTheme(Theme theme) {
    String name = SamplePictures.name(sample, theme.name().toLowerCase(Locale.ROOT));
    picture.setImage(
        new Image(
            Objects.requireNonNull(
                SampleCard.class.getResourceAsStream(FOLDER + name), "no picture " + name)));
  }
}
