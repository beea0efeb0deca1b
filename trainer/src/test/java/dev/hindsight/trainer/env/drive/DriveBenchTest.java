package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.drive.map.DriveMaps;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriveBenchTest {
  @Test
  void agentStepsAreAgentsTimesSteps(@TempDir Path folder) {
    Path map = folder.resolve("busy.bin");
    DriveMaps.write(TestMap.busy(), map);
    DriveBenchResult result = DriveBench.run(map, 2, 0.01, 3);
    assertEquals(2, result.agents());
    assertTrue(result.seconds() >= 0.01, result.toString());
    assertEquals(2 * result.steps() / result.seconds(), result.agentStepsPerSecond(), 1e-6);
  }
}
