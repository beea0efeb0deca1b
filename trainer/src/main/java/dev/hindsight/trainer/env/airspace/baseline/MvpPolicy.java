package dev.hindsight.trainer.env.airspace.baseline;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.ObservationLayout.Segment;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;

/// The horizontal part of modified voltage potential on what an aircraft is told of its neighbours,
/// without a memory. No allocation per tick; one owner thread.
///
/// In conflict it turns and changes speed as the resolver asks. Out of conflict it turns back to
/// its exit, unless that way leads into a conflict again: then it flies on. The vertical part is
/// left out: a level up or down is taken, not a vertical speed.
final class MvpPolicy implements Policy {
  private static final double MILES_40 = 40 * 1852.0;
  private static final double FEET_1000 = 304.8;
  private static final double SPEED = 250;

  /// The zone is not told of; this is the usual one, and the resolver's margin.
  private static final double RADIUS = 5 * 1852 * 1.01;

  private static final double LOOKAHEAD = 300;
  private static final double HEAD_ON = 10;

  /// Speed in m/s off by less than this is left as it is.
  private static final double NEAR = 3;

  private final Controls controls;
  private final int agents;
  private final int size;
  private final int own;
  private final int table;
  private final int rows;
  private final int features;
  private double ahead;
  private double left;

  MvpPolicy(EnvironmentShape shape) {
    controls = Controls.of(shape, "mvp");
    agents = shape.agents();
    size = shape.observation().size();
    own = segment(shape, "own").offset();
    Segment neighbours = segment(shape, "neighbours");
    table = neighbours.offset();
    rows = neighbours.rows();
    features = neighbours.features();
  }

  private static Segment segment(EnvironmentShape shape, String name) {
    return shape.observation().segments().stream()
        .filter(segment -> segment.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                "it looks for '" + name + "' in the observation", "mvp", "use --env airspace"));
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
        controls.idle(output, agent);
      }
    }
  }

  private void fly(float[] o, int at, PolicyOutput output, int agent) {
    double speed = o[at + own + 3] * SPEED;
    ahead = speed;
    left = 0;
    boolean conflict = false;
    for (int k = 0; k < rows; k++) {
      int row = at + table + k * features;
      if (o[row] >= 0 && o[row + 10] != 0) {
        push(o, row);
        conflict = true;
      }
    }
    if (conflict) {
      double turn = -Math.toDegrees(Math.atan2(left, ahead));
      double faster = Math.sqrt(ahead * ahead + left * left) - speed;
      controls.want(output, agent, turn, Math.abs(faster) > NEAR ? faster : 0, 0);
      return;
    }
    double off = Math.atan2(o[at + own + 1], o[at + own]);
    double slower = o[at + own + 4] * 20;
    boolean free = free(o, at, speed * Math.cos(off) - speed, speed * Math.sin(off));
    controls.want(
        output,
        agent,
        free ? -Math.toDegrees(off) : 0,
        free && Math.abs(slower) > NEAR ? -slower : 0,
        0);
  }

  /// Takes what a conflict asks for off the own velocity.
  private void push(float[] o, int row) {
    double dx = o[row + 1] * MILES_40;
    double dy = o[row + 2] * MILES_40;
    double u = o[row + 4] * SPEED;
    double v = o[row + 5] * SPEED;
    double toClosest = -(dx * u + dy * v) / Math.max(u * u + v * v, 1e-6);
    double distance = Math.max(1, Math.sqrt(dx * dx + dy * dy));
    double x = dx + u * toClosest;
    double y = dy + v * toClosest;
    double closest = Math.sqrt(x * x + y * y);
    double amount = RADIUS - closest;
    if (closest <= HEAD_ON) {
      closest = HEAD_ON;
      // To the left of the way to the other: both give way to the right.
      x = -dy / distance * closest;
      y = dx / distance * closest;
    }
    if (RADIUS < distance && closest < distance) {
      amount =
          RADIUS / Math.cos(Math.asin(RADIUS / distance) - Math.asin(closest / distance)) - closest;
    }
    double time = Math.max(1, Math.abs(toClosest));
    ahead -= amount * x / (time * closest);
    left -= amount * y / (time * closest);
  }

  /// Whether nobody would be in the way after a change of the own velocity.
  private boolean free(float[] o, int at, double moreAhead, double moreLeft) {
    for (int k = 0; k < rows; k++) {
      int row = at + table + k * features;
      if (o[row] >= 0 && Math.abs(o[row + 3]) * FEET_1000 < FEET_1000) {
        double dx = o[row + 1] * MILES_40;
        double dy = o[row + 2] * MILES_40;
        double u = o[row + 4] * SPEED - moreAhead;
        double v = o[row + 5] * SPEED - moreLeft;
        double w2 = Math.max(u * u + v * v, 1e-6);
        double toClosest = -(dx * u + dy * v) / w2;
        double miss2 = dx * dx + dy * dy - toClosest * toClosest * w2;
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
    // It holds nothing.
  }
}
