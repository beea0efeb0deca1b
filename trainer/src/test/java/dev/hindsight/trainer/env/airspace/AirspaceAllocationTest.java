package dev.hindsight.trainer.env.airspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.AllocationCounter;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.RandomActions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AirspaceAllocationTest {
  private static final int STEPS = 1000;

  @ParameterizedTest
  @ValueSource(strings = {"generator=random50", "generator=crossing", "action_form=continuous"})
  void stepsResetsHashesAndRowsAllocateNothing(String setting) {
    Environment environment = TestAirspaces.of(1, setting, "steps=60");
    Actions[] rows = RandomActions.rows(environment.shape(), 101, 3);
    ByteBuffer row = ByteBuffer.allocate(8192).order(ByteOrder.LITTLE_ENDIAN);
    run(environment, rows, row);
    long bytes = AllocationCounter.by(() -> run(environment, rows, row));

    assertEquals(0, bytes / STEPS, bytes + " bytes in all");
  }

  private static void run(Environment environment, Actions[] rows, ByteBuffer row) {
    int columns = environment.shape().stateColumns().size();
    long hash = 0;
    for (int t = 0; t < STEPS; t++) {
      environment.step(rows[t % rows.length]);
      hash += environment.stateHash();
      for (int c = 0; c < columns; c++) {
        environment.writeState(c, row.clear());
      }
    }
    environment.reset();
    row.clear().putLong(hash);
  }
}
