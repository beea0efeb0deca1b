package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.bench.DefectBench.Row;
import dev.hindsight.inspector.bench.DefectBench.Sums;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every kind of defect, planted in several correct recordings each: nearly all are found, most of
/// them without the simulator, at their first tick and with their cause, and no wrong cause is ever
/// stated as certain.
@Tag("nightly")
class PlantedDefectsNightlyTest {
  @TempDir private Path folder;

  @Test
  void nearlyAllPlantedDefectsAreFoundWhereTheyBeginWithTheirCause() throws Exception {
    List<Row> rows = new DefectBench(folder).run(DefectBench.all(), 1);
    String table = DefectBench.table(rows);
    Sums sums = Sums.of(rows);
    assertTrue(sums.planted() >= 170, () -> sums.toString());
    assertTrue(sums.found() >= 0.97 * sums.planted(), table);
    assertTrue(sums.withoutReplay() >= 0.87 * sums.planted(), table);
    assertTrue(sums.tickRight() >= 0.95 * sums.found(), table);
    assertTrue(sums.causeRight() >= 0.85 * sums.found(), table);
    assertEquals(0, sums.wrong(), table);
  }
}
