package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.AllocationCounter;
import dev.hindsight.trainer.env.Actions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationTest {
  private static final int STEPS = 2000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "goal_behavior=respawn",
        "goal_behavior=generate_new",
        "goal_behavior=trial",
        "dynamics_model=jerk",
        "preset=adaptive"
      })
  void stepsResetsHashesAndRowsAllocateNothing(String setting) {
    DriveEnvironment environment = TestDrives.environment(TestMap.busy(), setting);
    Actions actions = TestDrives.all(environment, 7);
    ByteBuffer row = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    run(environment, actions, row);
    long bytes = AllocationCounter.by(() -> run(environment, actions, row));
    assertEquals(0, bytes / STEPS, bytes + " bytes in all");
  }

  private static void run(DriveEnvironment environment, Actions actions, ByteBuffer row) {
    int columns = environment.shape().stateColumns().size();
    long hash = 0;
    for (int t = 0; t < STEPS; t++) {
      environment.step(actions);
      hash += environment.stateHash();
      for (int c = 0; c < columns; c++) {
        environment.writeState(c, row.clear());
      }
    }
    environment.reset();
    row.clear().putLong(hash);
  }
}
