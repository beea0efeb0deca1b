package dev.hindsight.render.stage;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.LabelLayout;
import dev.hindsight.render.raster.PlateLayout;
import dev.hindsight.render.raster.Sprite;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.PathElement;
import javafx.scene.shape.StrokeLineCap;

/// Text over the world, on whole device pixels so that it is crisp: labels beside bodies, and the
/// plates in the corners. FX thread.
final class TextView {
  private final Group root = new Group();
  private final List<ImageView> views = new ArrayList<>();
  private final SpriteImages images = new SpriteImages();
  private final Path leaders = new Path();
  private final LabelLayout words;
  private final PlateLayout plateLayout;

  TextView(Palette palette) {
    leaders.setStroke(
        DrawingContext.colour(palette.rgb(Tone.TEXT_MUTED), MarkStyle.LEADER_OPACITY));
    leaders.setStrokeWidth(MarkStyle.LEADER);
    leaders.setStrokeLineCap(StrokeLineCap.ROUND);
    words = new LabelLayout(palette);
    plateLayout = new PlateLayout(palette);
    root.setManaged(false);
    root.setMouseTransparent(true);
  }

  Node node() {
    return root;
  }

  /// @param device device pixels per pixel
  /// @param letters scale of the text relative to the default
  void show(PreparedScene preparedScene, Viewpoint viewpoint, double device, double letters) {
    int used = 0;
    LengthUnit unit = preparedScene.recordingData().backdrop().unit();
    List<PlateLayout.PlacedPlate> over =
        plateLayout.of(preparedScene.captions(), unit, viewpoint.scaled(device), device, letters);
    LabelLayout.PlacedLabels placedWords =
        words.of(preparedScene.marks(), viewpoint, device, letters, over);
    draw(placedWords.leaders(), device);
    for (LabelLayout.PlacedLabel placedLabel : placedWords.placed()) {
      put(used++, placedLabel.sprite(), placedLabel.x(), placedLabel.y(), device);
    }
    for (PlateLayout.PlacedPlate placedPlate : over) {
      put(used++, placedPlate.sprite(), placedPlate.x(), placedPlate.y(), device);
    }
    if (root.getChildren().size() != used + 1) {
      root.getChildren().setAll(views.subList(0, used));
      root.getChildren().addFirst(leaders);
    }
  }

  private void draw(List<LabelLayout.Leader> wanted, double device) {
    List<PathElement> elements = new ArrayList<>(2 * wanted.size());
    for (LabelLayout.Leader leader : wanted) {
      elements.add(new MoveTo(leader.x0() / device, leader.y0() / device));
      elements.add(new LineTo(leader.x1() / device, leader.y1() / device));
    }
    leaders.getElements().setAll(elements);
  }

  private void put(int index, Sprite sprite, double x, double y, double device) {
    if (index == views.size()) {
      views.add(new ImageView());
    }
    ImageView view = views.get(index);
    view.setImage(images.of(sprite));
    view.setFitWidth(sprite.width() / device);
    view.setFitHeight(sprite.height() / device);
    view.setX(x / device);
    view.setY(y / device);
  }

  /// Sprites as images, cached as long as they are in use. FX thread.
  private static final class SpriteImages {
    private static final int MOST_IMAGES = 1024;

    private final Map<Sprite, Image> images =
        new LinkedHashMap<>(64, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Sprite, Image> eldest) {
            return size() > MOST_IMAGES;
          }
        };

    Image of(Sprite sprite) {
      return images.computeIfAbsent(sprite, s -> PixelImage.of(s.image()).image());
    }
  }
}
