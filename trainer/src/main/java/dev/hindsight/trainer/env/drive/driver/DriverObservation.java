package dev.hindsight.trainer.env.drive.driver;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.env.drive.simulation.JerkLimits;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;

/// One agent's observation in metres; its own position is the origin, x points ahead, y to the
/// left. Overwritten for every agent: no allocation, one owner thread.
final class DriverObservation {
  private static final int PARTNER = DriveLayout.PARTNER_FEATURES.size();
  private static final int ROAD = DriveLayout.ROAD_FEATURES.size();

  /// Pieces further away than this do not matter within the next seconds.
  private static final float FAR = 60;

  private final Segment ego;
  private final Segment partnerRows;
  private final Segment roadRows;

  /// Index of the first of three features of the jerk dynamics, or -1.
  private final int integrators;

  /// Goal, metres.
  float goalX;

  float goalY;

  /// Own speed, m/s, negative in reverse.
  float speed;

  /// Own body, metres, with the size used for collisions.
  float width;

  float length;

  /// Steering angle of the front wheels, radians, and longitudinal and lateral (left) acceleration,
  /// m/s²; 0 if the dynamics has none.
  float steering;

  float acceleration;
  float lateral;

  /// Number of observed lane pieces.
  int lanes;

  /// Start and end of each lane piece, metres, and its direction.
  final float[] startX;

  final float[] startY;
  final float[] endX;
  final float[] endY;
  final float[] cos;
  final float[] sin;

  /// Number of other observed bodies.
  int partners;

  /// Centre, half sizes, direction and speed of each.
  final float[] partnerX;

  final float[] partnerY;
  final float[] partnerHalfWidth;
  final float[] partnerHalfLength;
  final float[] partnerCos;
  final float[] partnerSin;
  final float[] partnerSpeed;

  DriverObservation(ObservationLayout layout) {
    ego = segment(layout, DriveLayout.EGO);
    partnerRows = segment(layout, DriveLayout.PARTNERS);
    roadRows = segment(layout, DriveLayout.ROADS);
    integrators = ego.names().indexOf("steering");
    int roads = roadRows.shape().getFirst();
    startX = new float[roads];
    startY = new float[roads];
    endX = new float[roads];
    endY = new float[roads];
    cos = new float[roads];
    sin = new float[roads];
    int others = partnerRows.shape().getFirst();
    partnerX = new float[others];
    partnerY = new float[others];
    partnerHalfWidth = new float[others];
    partnerHalfLength = new float[others];
    partnerCos = new float[others];
    partnerSin = new float[others];
    partnerSpeed = new float[others];
  }

  /// Reads one observation.
  ///
  /// @param at its start
  void read(float[] observation, int at) {
    int e = at + ego.offset();
    goalX = observation[e] / DriveLayout.GOAL_SCALE;
    goalY = observation[e + 1] / DriveLayout.GOAL_SCALE;
    speed = observation[e + 2] * DriveLayout.SPEED_UNIT;
    width = observation[e + 3] * DriveLayout.WIDTH_UNIT;
    length = observation[e + 4] * DriveLayout.LENGTH_UNIT;
    if (integrators >= 0) {
      int i = e + integrators;
      steering = (float) (observation[i] * Math.PI);
      float along = observation[i + 1];
      acceleration = along * (along < 0 ? JerkLimits.MOST_BRAKING_JERK : JerkLimits.MOST_JERK);
      lateral = observation[i + 2] * JerkLimits.MOST_JERK;
    }
    readPartners(observation, at + partnerRows.offset());
    readLanes(observation, at + roadRows.offset());
  }

  private void readPartners(float[] observation, int from) {
    partners = 0;
    for (int row = 0; row < partnerX.length; row++) {
      int at = from + row * PARTNER;
      if (observation[at + 2] <= 0) {
        return; // Rows are filled without gaps, and a body has a width.
      }
      int p = partners++;
      partnerX[p] = observation[at] / DriveLayout.POSITION_SCALE;
      partnerY[p] = observation[at + 1] / DriveLayout.POSITION_SCALE;
      partnerHalfWidth[p] = observation[at + 2] * DriveLayout.WIDTH_UNIT / 2;
      partnerHalfLength[p] = observation[at + 3] * DriveLayout.LENGTH_UNIT / 2;
      partnerCos[p] = observation[at + 4];
      partnerSin[p] = observation[at + 5];
      partnerSpeed[p] = observation[at + 6] * DriveLayout.SPEED_UNIT;
    }
  }

  private void readLanes(float[] observation, int from) {
    lanes = 0;
    for (int row = 0; row < startX.length; row++) {
      int at = from + row * ROAD;
      float half = observation[at + 2] * DriveLayout.ROAD_LENGTH_UNIT;
      boolean lane = observation[at + 3] > 0 && observation[at + 6] == 0 && half > 0;
      float x = observation[at] / DriveLayout.POSITION_SCALE;
      float y = observation[at + 1] / DriveLayout.POSITION_SCALE;
      if (lane && x * x + y * y < FAR * FAR) {
        int n = lanes++;
        cos[n] = observation[at + 4];
        sin[n] = observation[at + 5];
        startX[n] = x - half * cos[n];
        startY[n] = y - half * sin[n];
        endX[n] = x + half * cos[n];
        endY[n] = y + half * sin[n];
      }
    }
  }

  private static Segment segment(ObservationLayout layout, String name) {
    return layout.segments().stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("DriverObservation.it_drives_by_the_observation_segments", name),
                wording("DriverObservation.scripted_driver"),
                wording("DriverObservation.use_it_with_the_drive_environment")));
  }
}
