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

/// The plates over a picture: headline and clock at the upper left, metrics at the upper right, the
/// scale at the lower left. One owner thread.
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
  public record PlacedPlate(Sprite sprite, int x, int y) {}

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
    if (!captions.clock().isEmpty() || !captions.legend().isEmpty()) {
      Plate plate =
          new CaptionPlate(captions.headline(), captions.clock(), captions.legend(), unit);
      Sprite caption = sprite(plate, now);
      placed.add(new PlacedPlate(caption, margin, margin));
      if (lengths != LengthUnit.NONE) {
        Sprite bar = sprite(ScaleBar.of(viewpoint, lengths, unit), now);
        int y = (int) viewpoint.height() - margin - bar.height();
        // If a picture is too low for both, the caption matters more than the scale bar.
        if (y >= margin + caption.height()) {
          placed.add(new PlacedPlate(bar, margin, y));
        }
      }
    }
    if (!captions.metrics().isEmpty()) {
      Sprite corner = sprite(new MetricsPlate(captions.metrics(), unit), now);
      placed.add(
          new PlacedPlate(corner, (int) viewpoint.width() - margin - corner.width(), margin));
    }
    last = now;
    return placed;
  }

  private Sprite sprite(Plate plate, Map<Plate, Sprite> now) {
    Sprite known = last.get(plate);
    Sprite sprite = known == null ? plate.paint(palette) : known;
    now.put(plate, sprite);
    return sprite;
  }
}
