package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The text of a picture, each kind in the order of its marks. Bodies are numbered: first those
/// with a label, like the labels, then aircraft without.
final class PictureLabels {
  private final List<BodyLabelCandidates> labels = new ArrayList<>();
  private final LabelsByPriority labelsByPriority =
      new LabelsByPriority(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

  /// @param unit scale of the text relative to the default
  /// @param device device pixels per pixel
  record Measures(double unit, double device) {}

  private PictureLabels() {}

  /// Collects the text in the picture and registers the bodies as obstacles.
  ///
  /// @param seen in device pixels
  static PictureLabels among(
      List<Mark> marks,
      Viewpoint seen,
      Measures measures,
      TextSpriteCache sprites,
      LabelObstacles labelObstacles) {
    PictureLabels pictureLabels = new PictureLabels();
    pictureLabels.labels(marks, seen, measures.unit, sprites, labelObstacles);
    for (Mark mark : marks) {
      if (mark instanceof Mark.Text text && on(seen, text.x(), text.y())) {
        LabelPosition labelPosition =
            new LabelPosition(new PointLabelCandidates(text, sprites, measures, seen.width()));
        (labelPosition.candidates.alwaysShown()
                ? pictureLabels.labelsByPriority.lasting()
                : pictureLabels.labelsByPriority.others())
            .add(labelPosition);
      } else if (mark instanceof Mark.Tag tag) {
        LineLabelCandidates candidates = new LineLabelCandidates(tag, sprites, measures.unit);
        candidates.locate(seen, LabelCandidates.PlacementTime.NOW);
        if (candidates.visible()) {
          pictureLabels.labelsByPriority.passing().add(new LabelPosition(candidates));
        }
      }
    }
    return pictureLabels;
  }

  private void labels(
      List<Mark> marks,
      Viewpoint seen,
      double unit,
      TextSpriteCache sprites,
      LabelObstacles labelObstacles) {
    Set<MarkSubject> labelled = new HashSet<>();
    for (Mark mark : marks) {
      if (mark instanceof Mark.Label label && on(seen, label.x(), label.y())) {
        BodyLabelCandidates candidates =
            new BodyLabelCandidates(label, sprites, unit, labels.size());
        labels.add(candidates);
        labelsByPriority.lasting().add(new LabelPosition(candidates));
        labelled.add(label.subject());
        labelObstacles.body(0, 0);
        if (candidates.alwaysShown()) {
          labelObstacles.foremost(candidates.body());
        }
      }
    }
    for (Mark mark : marks) {
      if (mark instanceof Mark.Box box
          && box.form() == Mark.Form.AIRCRAFT
          && !labelled.contains(box.subject())) {
        labelObstacles.body(seen.pixelX(box.x(), box.y()), seen.pixelY(box.x(), box.y()));
      }
    }
  }

  private static boolean on(Viewpoint seen, float worldX, float worldY) {
    double x = seen.pixelX(worldX, worldY);
    double y = seen.pixelY(worldX, worldY);
    return x >= 0 && y >= 0 && x <= seen.width() && y <= seen.height();
  }

  LabelsByPriority positions() {
    return labelsByPriority;
  }

  /// Whether any of them prefers to stay in place.
  boolean keepsPositions() {
    return !labels.isEmpty() || !labelsByPriority.passing().isEmpty();
  }

  /// Computes the places and the positions of bodies.
  void locate(
      Viewpoint seen, LabelCandidates.PlacementTime placementTime, LabelObstacles labelObstacles) {
    for (List<LabelPosition> kind :
        List.of(
            labelsByPriority.lasting(), labelsByPriority.passing(), labelsByPriority.others())) {
      kind.forEach(labelPosition -> labelPosition.candidates.locate(seen, placementTime));
    }
    for (BodyLabelCandidates label : labels) {
      labelObstacles.move(label.body(), label.x(), label.y());
    }
    labelObstacles.arrangeBodies();
  }
}
