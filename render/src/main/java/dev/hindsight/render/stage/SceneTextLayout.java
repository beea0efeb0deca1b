package dev.hindsight.render.stage;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.LabelLayout;
import dev.hindsight.render.raster.PlateLayout;
import dev.hindsight.render.raster.TextSpriteCache;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.List;

/// Lays out the text of a scene. Placing the labels of a thousand aircraft and painting their
/// letters takes longer than a frame, so it is done where the moment is prepared, for the view of
/// that time; only if the view has changed since does the FX thread do it again. One owner thread.
final class SceneTextLayout {
  private final Palette palette;
  private final LabelLayout labelLayout;
  private final PlateLayout plateLayout;

  /// @param sprites may be shared with layouts of other threads
  SceneTextLayout(Palette palette, TextSpriteCache sprites) {
    this.palette = palette;
    this.labelLayout = new LabelLayout(sprites);
    this.plateLayout = new PlateLayout(palette);
  }

  /// What a layout depends on besides the moment.
  ///
  /// @param device device pixels per pixel
  /// @param letters scale of the text relative to the default
  record TextFrame(Palette palette, Viewpoint viewpoint, double device, double letters) {}

  /// Text laid out for a frame.
  record PlacedText(
      TextFrame frame, List<PlateLayout.PlacedPlate> plates, LabelLayout.PlacedLabels labels) {}

  /// The view that a scene has when a moment is asked for.
  ///
  /// @param width of the picture, in pixels
  /// @param device device pixels per pixel
  /// @param letters scale of the text relative to the default
  record View(
      SceneTextLayout layout,
      Camera camera,
      double width,
      double height,
      double device,
      double letters) {
    /// Whether there is anything to see.
    boolean visible() {
      return width >= 1 && height >= 1;
    }

    /// The frame of this view at a moment's viewpoint.
    TextFrame frame(Viewpoint viewpoint) {
      return new TextFrame(layout.palette, viewpoint, device, letters);
    }
  }

  PlacedText of(List<Mark> marks, Captions captions, LengthUnit unit, TextFrame frame) {
    Viewpoint viewpoint = frame.viewpoint;
    List<PlateLayout.PlacedPlate> plates =
        plateLayout.of(captions, unit, viewpoint.scaled(frame.device), frame.device, frame.letters);
    LabelLayout.PlacedLabels labels =
        labelLayout.of(marks, viewpoint, frame.device, frame.letters, plates);
    plates.forEach(plate -> plate.sprite().image());
    labels.placed().forEach(label -> label.sprite().image());
    return new PlacedText(frame, plates, labels);
  }
}
