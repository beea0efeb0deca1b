package dev.hindsight.render.stage;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.Plates;
import dev.hindsight.render.raster.Sprite;
import dev.hindsight.render.raster.WordPlacement;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.image.ImageView;

/// Words over the world, on whole device pixels so that they are crisp: those beside bodies, and
/// the plates in the corners. FX thread.
final class WordsView {
  private final Group root = new Group();
  private final List<ImageView> views = new ArrayList<>();
  private final SpriteImages images = new SpriteImages();
  private final WordPlacement words;
  private final Plates plates;

  WordsView(Palette palette) {
    words = new WordPlacement(palette);
    plates = new Plates(palette);
    root.setManaged(false);
    root.setMouseTransparent(true);
  }

  Node node() {
    return root;
  }

  /// @param device device pixels per pixel
  /// @param letters how large words are, times the usual
  void show(
      List<Mark> marks, Captions captions, Viewpoint viewpoint, double device, double letters) {
    int used = 0;
    for (WordPlacement.Placed placed : words.of(marks, viewpoint, device, letters)) {
      put(used++, placed.sprite(), placed.x(), placed.y(), device);
    }
    for (Plates.Placed placed : plates.of(captions, viewpoint.scaled(device), device, letters)) {
      put(used++, placed.sprite(), placed.x(), placed.y(), device);
    }
    if (root.getChildren().size() != used) {
      root.getChildren().setAll(views.subList(0, used));
    }
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
}
