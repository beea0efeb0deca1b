package dev.hindsight.trainer.learn;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/// Turns observations into what the three encoders take; fills native buffers made once, no
/// allocation but of the array handles. One owner thread.
///
/// A agents, E ego features, P partners, R road segments. Empty rows are zeros and go in like any
/// other, as the policy was trained: an empty road row is of type 0.
final class DriveInput {
  private static final int ROAD_FEATURES = DriveLayout.ROAD_FEATURES.size();
  private static final int TYPE = ROAD_FEATURES - 1;

  private final DriveRows rows;
  private final int agents;
  private final InputBuffer ego;
  private final InputBuffer partners;
  private final InputBuffer roads;

  /// A native buffer, the floats in it, and the shape they have.
  private record InputBuffer(ByteBuffer bytes, FloatBuffer floats, Shape shape) {
    static InputBuffer of(long... sizes) {
      Shape shape = new Shape(sizes);
      ByteBuffer bytes =
          ByteBuffer.allocateDirect(Math.toIntExact(4 * shape.size()))
              .order(ByteOrder.nativeOrder());
      return new InputBuffer(bytes, bytes.asFloatBuffer(), shape);
    }

    NDArray in(NDManager scope) {
      return scope.create(bytes, shape, DataType.FLOAT32);
    }
  }

  DriveInput(DriveRows rows, int agents) {
    this.rows = rows;
    this.agents = agents;
    ego = InputBuffer.of(agents, rows.ego());
    partners = InputBuffer.of(agents, rows.partners(), DriveLstmSpec.PARTNER_INPUT);
    roads = InputBuffer.of(agents, rows.roads(), DriveLstmSpec.ROAD_INPUT);
  }

  /// Copies an observation of every agent.
  ///
  /// @throws Problem naming the agent, if a road is of a type the policy does not know
  void read(StepBuffer seen) {
    float[] all = seen.observation;
    for (int agent = 0; agent < agents; agent++) {
      int from = agent * rows.size();
      ego.floats().put(agent * rows.ego(), all, from, rows.ego());
      int numbers = rows.partners() * DriveLstmSpec.PARTNER_INPUT;
      partners.floats().put(agent * numbers, all, from + rows.partnersAt(), numbers);
      for (int row = 0; row < rows.roads(); row++) {
        int at = from + rows.roadsAt() + row * ROAD_FEATURES;
        int to = (agent * rows.roads() + row) * DriveLstmSpec.ROAD_INPUT;
        roads.floats().put(to, all, at, TYPE);
        oneHot(to + TYPE, all[at + TYPE], agent);
      }
    }
  }

  private void oneHot(int to, float type, int agent) {
    int code = (int) type;
    if (code < 0 || code >= DriveLstmSpec.ROAD_TYPES) {
      throw Problem.of(
          agent,
          "it observes a road of type " + type + ", and the policy knows 0 to 6",
          "check the map and the preset");
    }
    for (int i = 0; i < DriveLstmSpec.ROAD_TYPES; i++) {
      roads.floats().put(to + i, i == code ? 1 : 0);
    }
  }

  /// `[A, E]`, valid until the next [#read].
  NDArray ego(NDManager scope) {
    return ego.in(scope);
  }

  /// `[A, P, 7]`, valid until the next [#read].
  NDArray partners(NDManager scope) {
    return partners.in(scope);
  }

  /// `[A, R, 13]`, valid until the next [#read].
  NDArray roads(NDManager scope) {
    return roads.in(scope);
  }
}
