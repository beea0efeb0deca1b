package dev.hindsight.trainer.env.airspace.baseline;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.airspace.conflict.ProtectedZone;
import dev.hindsight.trainer.env.airspace.conflict.VoltagePotential;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;

/// The horizontal part of modified voltage potential, computed from an aircraft's observation of
/// its neighbours, without memory. No allocation per tick; one owner thread.
///
/// In conflict, an aircraft turns and changes speed as the resolver asks. Out of conflict, it turns
/// back to its exit, or flies straight on if the turn would lead into a conflict. The vertical part
/// is left out, because actions choose a level, not a vertical speed.
final class MvpPolicy implements Policy {
  /// The observation does not contain the zone; this is the usual one with the resolver's margin.
  private static final double RADIUS = ProtectedZone.USUAL.radius() * VoltagePotential.MARGIN;

  private static final double HEIGHT_FEET = 1000;
  private static final double LOOKAHEAD = 300;

  /// Smaller speed differences in m/s are ignored.
  private static final double NEAR = 3;

  private final ScriptedActionWriter scriptedActionWriter;
  private final int agents;
  private final int size;
  private final int own;
  private final ObservedFeature exitCos;
  private final ObservedFeature exitSin;
  private final ObservedFeature speed;
  private final ObservedFeature speedError;
  private final int table;
  private final int rows;
  private final int features;
  private final ObservedFeature slot;
  private final ObservedFeature dx;
  private final ObservedFeature dy;
  private final ObservedFeature dalt;
  private final ObservedFeature relativeVx;
  private final ObservedFeature relativeVy;
  private final ObservedFeature conflict;
  private double ahead;
  private double left;

  MvpPolicy(EnvironmentShape shape) {
    scriptedActionWriter = ScriptedActionWriter.of(shape, "mvp");
    agents = shape.agents();
    size = shape.observation().size();
    Segment vector = ObservedFeature.segment(shape.observation(), "own");
    own = vector.offset();
    exitCos = ObservedFeature.of(vector, "drift_cos");
    exitSin = ObservedFeature.of(vector, "drift_sin");
    speed = ObservedFeature.of(vector, "speed");
    speedError = ObservedFeature.of(vector, "speed_error");
    Segment neighbours = ObservedFeature.segment(shape.observation(), "neighbours");
    table = neighbours.offset();
    rows = neighbours.rows();
    features = neighbours.features();
    slot = ObservedFeature.of(neighbours, "slot");
    dx = ObservedFeature.of(neighbours, "dx");
    dy = ObservedFeature.of(neighbours, "dy");
    dalt = ObservedFeature.of(neighbours, "dalt");
    relativeVx = ObservedFeature.of(neighbours, "relative_vx");
    relativeVy = ObservedFeature.of(neighbours, "relative_vy");
    conflict = ObservedFeature.of(neighbours, "conflict");
  }

  @Override
  public void reset() {
    // It has no memory.
  }

  @Override
  public void act(StepBuffer seen, PolicyOutput output) {
    Arrays.fill(output.value, Float.NaN);
    for (int agent = 0; agent < agents; agent++) {
      if (seen.removed[agent] == 0) {
        fly(seen.observation, agent * size, output, agent);
      } else {
        scriptedActionWriter.idle(output, agent);
      }
    }
  }

  @Override
  public void value(StepBuffer seen, PolicyOutput output) {
    Arrays.fill(output.value, Float.NaN);
  }

  private void fly(float[] o, int at, PolicyOutput output, int agent) {
    double flown = speed.in(o, at + own);
    ahead = flown;
    left = 0;
    boolean pushed = false;
    for (int k = 0; k < rows; k++) {
      int row = at + table + k * features;
      if (slot.in(o, row) >= 0 && conflict.in(o, row) != 0) {
        push(o, row);
        pushed = true;
      }
    }
    if (pushed) {
      double turn = -Math.toDegrees(Math.atan2(left, ahead));
      double faster = Math.sqrt(ahead * ahead + left * left) - flown;
      scriptedActionWriter.write(output, agent, turn, Math.abs(faster) > NEAR ? faster : 0, 0);
      return;
    }
    double off = Math.atan2(exitSin.in(o, at + own), exitCos.in(o, at + own));
    double slower = speedError.in(o, at + own);
    boolean free = free(o, at, flown * Math.cos(off) - flown, flown * Math.sin(off));
    scriptedActionWriter.write(
        output,
        agent,
        free ? -Math.toDegrees(off) : 0,
        free && Math.abs(slower) > NEAR ? -slower : 0,
        0);
  }

  /// Subtracts a conflict's correction from the own velocity.
  private void push(float[] o, int row) {
    double forth = dx.in(o, row);
    double aside = dy.in(o, row);
    double u = relativeVx.in(o, row);
    double v = relativeVy.in(o, row);
    double toClosest = -(forth * u + aside * v) / Math.max(u * u + v * v, 1e-6);
    double distance = Math.max(1, Math.sqrt(forth * forth + aside * aside));
    double x = forth + u * toClosest;
    double y = aside + v * toClosest;
    double closest = Math.sqrt(x * x + y * y);
    double amount = VoltagePotential.push(RADIUS, distance, closest);
    if (closest <= VoltagePotential.HEAD_ON) {
      closest = VoltagePotential.HEAD_ON;
      // Left of the direction to the other: both turn right.
      x = -aside / distance * closest;
      y = forth / distance * closest;
    }
    double time = Math.max(1, Math.abs(toClosest));
    ahead -= amount * x / (time * closest);
    left -= amount * y / (time * closest);
  }

  /// Whether a changed velocity would lead into no conflict.
  private boolean free(float[] o, int at, double moreAhead, double moreLeft) {
    for (int k = 0; k < rows; k++) {
      int row = at + table + k * features;
      if (slot.in(o, row) >= 0 && Math.abs(dalt.in(o, row)) < HEIGHT_FEET) {
        double forth = dx.in(o, row);
        double aside = dy.in(o, row);
        double u = relativeVx.in(o, row) - moreAhead;
        double v = relativeVy.in(o, row) - moreLeft;
        double w2 = Math.max(u * u + v * v, 1e-6);
        double toClosest = -(forth * u + aside * v) / w2;
        double miss2 = forth * forth + aside * aside - toClosest * toClosest * w2;
        double half = Math.sqrt(Math.max(0, RADIUS * RADIUS - miss2) / w2);
        if (miss2 < RADIUS * RADIUS && toClosest > 0 && toClosest - half < LOOKAHEAD) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void close() {
    // It holds no resources.
  }

  /// One number of a segment of the observation, found by name, with its position and factor from
  /// the layout. Reading allocates nothing.
  ///
  /// @param at index within the vector, or within a row of the table
  /// @param factor of the raw number; gives SI units except for feet
  private record ObservedFeature(int at, double factor) {
    private static final double NAUTICAL_MILE = 1852;

    /// @throws Problem if the segment has no such number
    static ObservedFeature of(Segment segment, String name) {
      int at = segment.names().indexOf(name);
      if (at < 0) {
        throw absent(segment.name() + "." + name);
      }
      boolean miles = segment.quantities().get(at).unit().equals("NM");
      return new ObservedFeature(
          at, segment.quantities().get(at).factor() * (miles ? NAUTICAL_MILE : 1));
    }

    /// @throws Problem if the observation has no segment of that name
    static Segment segment(ObservationLayout layout, String name) {
      return layout.segments().stream()
          .filter(segment -> segment.name().equals(name))
          .findFirst()
          .orElseThrow(() -> absent(name));
    }

    /// @param from start of the vector or the row
    double in(float[] observation, int from) {
      return observation[from + at] * factor;
    }

    private static Problem absent(String what) {
      return new Problem(
          wording("MvpPolicy.it_looks_for_in_the_observation", what),
          "mvp",
          wording("MvpPolicy.use_env_airspace"));
    }
  }
}
