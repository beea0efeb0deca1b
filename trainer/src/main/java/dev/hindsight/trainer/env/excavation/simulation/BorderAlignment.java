package dev.hindsight.trainer.env.excavation.simulation;

import dev.hindsight.trainer.env.excavation.maps.MapAxis;
import java.util.List;

/// How well the arm lies along the edge of the foundation, at each tile of its border.
///
/// Hot loop: allocates nothing; one owner thread.
public final class BorderAlignment {
  /// Largest angle between arm and edge, in radians.
  private static final float LIMIT = 0.436f;

  /// Largest distance between machine and edge, in tiles.
  private static final double NEAR = 3.5;

  private SiteSurvey survey;
  private float armAngle;

  /// One bit for each border axis from which the border may be dug now.
  private long reachable;

  private boolean axes;

  BorderAlignment(SiteSurvey survey) {
    this.survey = survey;
  }

  /// Considers a position, an arm and its workspace.
  void look(SiteSurvey newSurvey, int row, int column, int arm, int[] cone, int coneCount) {
    survey = newSurvey;
    armAngle = (float) Heading.radians(arm % (SiteGeometry.DIRECTIONS / 2));
    List<MapAxis> lines = survey.map().borderAxes();
    axes = !lines.isEmpty();
    reachable = 0;
    if (axes) {
      long touched = 0;
      for (int i = 0; i < coneCount; i++) {
        if (survey.border()[cone[i]] != 0) {
          touched |= 1L << survey.axis()[cone[i]];
        }
      }
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).distance(row, column) <= NEAR) {
          reachable |= touched & 1L << i;
        }
      }
    }
  }

  /// Angle between the arm and the edge at a tile of the border, in radians, in `[0, pi / 2]`.
  public float error(int tile) {
    float angle = Math.abs(survey.edgeAngle()[tile] - armAngle);
    return angle > Math.PI / 2 ? (float) (Math.PI - angle) : angle;
  }

  /// Whether a tile of the border may be dug now if the alignment is enforced.
  public boolean diggable(int tile) {
    return error(tile) <= LIMIT && (!axes || (reachable >> survey.axis()[tile] & 1) != 0);
  }
}
