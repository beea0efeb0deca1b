package dev.hindsight.trainer.env.darkroom;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.StepBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A dark room under test, with access to what its agent cannot see.
record DarkRoomUnderTest(EnvironmentFactory factory, Environment environment, Actions actions) {
  static final int RIGHT = 0;
  static final int UP = 1;
  static final int LEFT = 2;
  static final int DOWN = 3;

  /// @param settings name, value, name, value, ...
  static DarkRoomUnderTest of(long seed, String... settings) {
    Map<String, String> typed = new LinkedHashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      typed.put(settings[i], settings[i + 1]);
    }
    EnvironmentFactory factory =
        new DarkRoomEnvironmentType()
            .prepare(DarkRoomSettings.ALL.parse(typed, "test"), Optional.empty());
    return new DarkRoomUnderTest(factory, factory.create(seed), new Actions(factory.shape()));
  }

  /// A room of the same configuration.
  DarkRoomUnderTest another(long seed) {
    return new DarkRoomUnderTest(factory, factory.create(seed), actions);
  }

  StepBuffer step(int move) {
    actions.joint[0] = move;
    environment.step(actions);
    return environment.buffer();
  }

  StepBuffer buffer() {
    return environment.buffer();
  }

  int size() {
    return factory.effective().whole("size");
  }

  /// Column and row of the agent, as its pose says.
  int[] cell() {
    return cell(0, 12);
  }

  int[] goal() {
    return cell(1, 8);
  }

  private int[] cell(int column, int bytes) {
    ByteBuffer row = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    environment.writeState(column, row);
    return new int[] {(int) Math.floor(row.getFloat(0)), (int) Math.floor(row.getFloat(4))};
  }

  /// One step nearer to the goal.
  StepBuffer stepToGoal() {
    int[] here = cell();
    int[] there = goal();
    if (there[0] != here[0]) {
      return step(there[0] > here[0] ? RIGHT : LEFT);
    }
    return step(there[1] > here[1] ? UP : DOWN);
  }

  /// Walks until a trial ends or limbo begins.
  StepBuffer walkToGoal() {
    StepBuffer seen = stepToGoal();
    while (seen.trialEnded[0] == 0 && seen.removed[0] == 0) {
      seen = stepToGoal();
    }
    return seen;
  }

  /// A number of the observation by name.
  float observed(String name) {
    for (int d = 0; d < factory.shape().observation().size(); d++) {
      if (factory.shape().observation().nameOf(d).equals(name)) {
        return buffer().observation[d];
      }
    }
    throw new IllegalArgumentException(name);
  }
}
