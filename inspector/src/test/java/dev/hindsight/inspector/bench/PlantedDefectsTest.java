package dev.hindsight.inspector.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.hindsight.inspector.bench.DefectBench.Row;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// One planted defect of each class, in every build: the responsible audit finds it, at its first
/// tick, and without the simulator if the rows show it.
class PlantedDefectsTest {
  /// A kind of defect, the correct recording it is planted in, and the audit that must find it.
  private record Planted(String title, String base, String audit) {}

  private static final List<Planted> ONE_OF_EACH_CLASS =
      List.of(
          new Planted("an action that does not exist", "scripted", "actions"),
          new Planted("random actions drawn with another seed", "crash", "actions"),
          new Planted("rewards a tick late", "scripted", "rewards"),
          new Planted("a goal that is not paid", "scripted", "rewards"),
          new Planted("a goal that is paid twice", "crash", "rewards"),
          new Planted("a contact that costs nothing", "crash", "rewards"),
          new Planted("the event of a goal for nothing", "scripted", "rewards"),
          new Planted("a trial that should have ended", "crash", "ends"),
          new Planted("terminals that are never set", "single", "ends"),
          new Planted("one agent whose episode does not end", "single", "ends"),
          new Planted("the trial's clock stands", "randomsky", "protocol"),
          new Planted("an agent disappears", "randomsky", "protocol"),
          new Planted("a trial draws what is randomised again", "slippery", "protocol"),
          new Planted("a trial begins elsewhere than the first", "noisy", "trials"),
          new Planted("an aircraft jumps in the wind", "gusty", "motion"),
          new Planted("a part of the reward that is not paid", "gusty", "rewards"),
          new Planted("an agent in limbo is still seen", "scripted", "sight"),
          new Planted("an agent in limbo has a velocity", "crash", "sight"),
          new Planted("two agents' observations are swapped", "scripted", "sight"),
          new Planted("an observation is a tick old", "crash", "sight"),
          new Planted("the declared seconds of a tick are wrong", "crash", "motion"),
          new Planted("a trial begins elsewhere than the first", "scripted", "trials"),
          new Planted("wrong agent steps", "scripted", "totals"),
          new Planted("a score of a trial is wrong", "single", "totals"),
          new Planted("wrong goals in the totals", "scripted", "scores"),
          new Planted("not a number in what one agent sees", "randomsky", "finite"),
          new Planted("other bytes in the scenario", "scripted", "integrity"),
          new Planted("edge weights that do not add up", "sky", "attention"),
          new Planted("edge weights of other neighbours", "sky", "parity"),
          new Planted("another road in an older recording", "scripted", "replay"),
          new Planted("wrong losses in the totals, and their rate", "randomsky", "replay"));

  @TempDir private Path folder;

  @TestFactory
  List<DynamicTest> aDefectIsFoundByItsAuditAtItsFirstTick() {
    DefectBench bench = new DefectBench(folder);
    return ONE_OF_EACH_CLASS.stream()
        .map(each -> dynamicTest(each.title() + " in " + each.base(), () -> found(bench, each)))
        .toList();
  }

  private static void found(DefectBench bench, Planted each) throws Exception {
    Row row = bench.one(each.title(), each.base());
    assertTrue(row.planted(), row.toString());
    assertTrue(row.by().contains(each.audit()), row.toString());
    assertTrue(row.tickRight(), row.toString());
    // The rows do not show what only the simulator finds.
    assertEquals(!each.audit().equals("replay"), row.withoutReplay(), row.toString());
  }
}
