package dev.hindsight.render.stage;

import dev.hindsight.render.raster.Sprite;
import java.util.LinkedHashMap;
import java.util.Map;
import javafx.scene.image.Image;

/// Sprites as images, kept for as long as they are in use. FX thread.
final class SpriteImages {
  private static final int MOST = 1024;

  private final Map<Sprite, Image> images =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Sprite, Image> eldest) {
          return size() > MOST;
        }
      };

  Image of(Sprite sprite) {
    return images.computeIfAbsent(sprite, s -> PixelImage.of(s.image()).image());
  }
}
