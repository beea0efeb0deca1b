package dev.hindsight.render.raster;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The plates over a picture: headline and clock at the upper left, metrics at the upper right (in
/// a picture too narrow for both, below the headline), the scale at the lower left. One owner
/// thread.
public final class PlateLayout {
  private static final double MARGIN = 16;

  private final Palette palette;

  /// The plates of the last picture: each is painted again only when it changes.
  private Map<Plate, Sprite> last = new HashMap<>();

  /// @param palette colours of plates and words
  public PlateLayout(Palette palette) {
    this.palette = palette;
  }

  /// A plate and its upper left corner.
  public record PlacedPlate(Sprite sprite, int x, int y) {
    private int bottom() {
      return y + sprite.height();
    }

    private boolean covers(PlacedPlate other) {
      return x < other.x + other.sprite.width()
          && other.x < x + sprite.width()
          && y < other.bottom()
          && other.y < bottom();
    }
  }

  /// The plates of a picture that have content and fit.
  ///
  /// @param lengths unit of the scale bar
  /// @param viewpoint in device pixels
  /// @param device device pixels per pixel: 1 for films, the screen's scale on a screen
  /// @param letters scale of the text relative to the default: 1 for films
  public List<PlacedPlate> of(
      Captions captions, LengthUnit lengths, Viewpoint viewpoint, double device, double letters) {
    double unit =
        letters
            * device
            * MarkStyle.textScale(viewpoint.width() / device, viewpoint.height() / device);
    int margin = (int) Math.round(MARGIN * unit);
    List<PlacedPlate> placed = new ArrayList<>(3);
    Map<Plate, Sprite> now = new HashMap<>();
    boolean headed = !captions.clock().isEmpty() || !captions.legend().isEmpty();
    if (headed) {
      Plate plate =
          new CaptionPlate(captions.headline(), captions.clock(), captions.legend(), unit);
      placed.add(new PlacedPlate(sprite(plate, now), margin, margin));
    }
    if (!captions.metrics().isEmpty()) {
      Sprite corner = sprite(new MetricsPlate(captions.metrics(), unit), now);
      int x = (int) viewpoint.width() - margin - corner.width();
      add(new PlacedPlate(corner, x, margin), placed, margin, viewpoint);
    }
    if (headed && lengths != LengthUnit.NONE) {
      Sprite bar = sprite(ScaleBar.of(viewpoint, lengths, unit), now);
      PlacedPlate scale =
          new PlacedPlate(bar, margin, (int) viewpoint.height() - margin - bar.height());
      // If a picture is too low for all, the words matter more than the scale bar.
      if (placed.stream().noneMatch(scale::covers)) {
        placed.add(scale);
      }
    }
    last = now;
    return placed;
  }

  /// Adds a plate where it covers none: at its place or below them, if the picture is high enough.
  private static void add(
      PlacedPlate plate, List<PlacedPlate> placed, int margin, Viewpoint viewpoint) {
    if (placed.stream().noneMatch(plate::covers)) {
      placed.add(plate);
      return;
    }
    int lowest = placed.stream().mapToInt(PlacedPlate::bottom).max().orElse(0);
    PlacedPlate below = new PlacedPlate(plate.sprite, plate.x, lowest + margin / 2);
    if (below.bottom() <= viewpoint.height() - margin) {
      placed.add(below);
    }
  }

  private Sprite sprite(Plate plate, Map<Plate, Sprite> now) {
    Sprite known = last.get(plate);
    Sprite sprite = known == null ? plate.paint(palette) : known;
    now.put(plate, sprite);
    return sprite;
  }
}
