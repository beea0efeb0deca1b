package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Mark.Stroke;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The selected vehicle's observation drawn on the map: not what is there, but what the policy
/// observed. Marks carry the segment's name and the row, which links a number of the observation
/// with the thing it describes.
final class DriveObservationSketch {
  private static final int LINE = 1;
  private static final int EDGE = 2;
  private static final Stroke LANE_STROKE = Stroke.solid(0.25f, 1.4f).dashed().faded(0.8f);
  private static final Stroke LINE_STROKE = Stroke.solid(0.25f, 1.4f);
  private static final Stroke EDGE_STROKE = Stroke.solid(0.5f, 2.6f);

  private DriveObservationSketch() {}

  /// The observed road segments and the range of partners.
  static List<Mark> roads(Moment moment, Poses poses) {
    return roads(ObservedTable.by(moment, poses, DriveLayout.ROADS));
  }

  /// The same for a given observation and pose.
  static List<Mark> roads(Optional<ObservedTable> observed) {
    List<Mark> marks = new ArrayList<>();
    observed.ifPresent(seen -> {
      marks.add(
          new Mark.Disc(
              seen.ego().x(),
              seen.ego().y(),
              DriveLayout.PARTNER_RANGE,
              0,
              Mark.Fill.FAINT,
              Tone.OBSERVED_PARTNER,
              MarkSubject.NONE));
      for (int row = 0; row < seen.rows(); row++) {
        if (seen.filled(row)) {
          marks.add(road(seen, row));
        }
      }
    });
    return marks;
  }

  private static Mark road(ObservedTable seen, int row) {
    float x = seen.x(row);
    float y = seen.y(row);
    float half = seen.feature(row, "half_length") * DriveLayout.ROAD_LENGTH_UNIT;
    double direction = seen.heading(row);
    float dx = (float) (half * Math.cos(direction));
    float dy = (float) (half * Math.sin(direction));
    Stroke stroke =
        switch (Math.round(seen.feature(row, "type"))) {
          case LINE -> LINE_STROKE;
          case EDGE -> EDGE_STROKE;
          default -> LANE_STROKE;
        };
    return new Mark.Polyline(
        new float[] {x - dx, y - dy, x + dx, y + dy},
        stroke,
        Tone.OBSERVED_ROAD,
        new MarkSubject(DriveLayout.ROADS, row));
  }

  /// The observed partners, each with a line to it.
  static List<Mark> partners(Moment moment, Poses poses) {
    List<Mark> marks = new ArrayList<>();
    Optional<ObservedTable> observed = ObservedTable.by(moment, poses, DriveLayout.PARTNERS);
    observed.ifPresent(seen -> {
      for (int row = 0; row < seen.rows(); row++) {
        if (seen.filled(row)) {
          addPartner(seen, row, marks);
        }
      }
    });
    return marks;
  }

  private static void addPartner(ObservedTable seen, int row, List<Mark> marks) {
    MarkSubject markSubject = new MarkSubject(DriveLayout.PARTNERS, row);
    float x = seen.x(row);
    float y = seen.y(row);
    marks.add(
        new Mark.Link(
            seen.ego().x(), seen.ego().y(), x, y, 0.15f, Tone.OBSERVED_PARTNER, markSubject));
    marks.add(
        new Mark.Box(
            x,
            y,
            (float) seen.heading(row),
            seen.feature(row, "length") * DriveLayout.LENGTH_UNIT,
            seen.feature(row, "width") * DriveLayout.WIDTH_UNIT,
            Mark.Fill.HOLLOW,
            Tone.OBSERVED_PARTNER,
            markSubject));
  }
}
