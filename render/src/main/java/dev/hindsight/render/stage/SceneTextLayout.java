package dev.hindsight.render.stage;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.LabelLayout;
import dev.hindsight.render.raster.PlateLayout;
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

  SceneTextLayout(Palette palette) {
    this.palette = palette;
    this.labelLayout = new LabelLayout(palette);
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

  TextFrame frame(Viewpoint viewpoint, double device, double letters) {
    return new TextFrame(palette, viewpoint, device, letters);
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
