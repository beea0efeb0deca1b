package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExcavationCommandTest {
  private static final String DIG =
      """
      {"meta": {"N": 64, "start": {"pos": [32, 20]},
        "maps": {"target": [1, 2048, 0, 26, -1, 4, 0, 34, 1, 1984]}},
       "actions": [6, 5], "checkpoints": [{"step": 2}]}\
      """;

  @TempDir private Path folder;

  private CapturedCommand run(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("e.json"), text);
    return CapturedCommand.of("excavation", "run", file.toString(), "--json");
  }

  @Test
  void aScriptedEpisodeIsPlayed() throws Exception {
    CapturedCommand run = run(DIG);

    assertEquals(0, run.exitCode(), run.err());
    JsonNode result = new ObjectMapper().readTree(run.out());
    assertEquals(4, result.get("steps").get(0).get("loaded").intValue());
    assertEquals(4, result.get("steps").get(0).get("dug").intValue());
    assertEquals(1, result.get("steps").get(1).get("cabin").intValue());
    assertEquals("00001111", result.get("steps").get(1).get("action_mask").textValue());
    assertEquals(12, result.at("/checkpoints/0/local_maps/action_neg").size());
    assertEquals(10, result.at("/checkpoints/0/edge_features").size());
  }

  @Test
  void aWrongFileGetsOneLine() throws Exception {
    CapturedCommand run = run(DIG.replace("1984", "1983"));

    assertEquals(1, run.exitCode());
    assertEquals(1, run.err().strip().lines().count(), run.err());
    assertTrue(run.err().contains("'target' has 4095 tiles instead of 4096"), run.err());
  }

  @Test
  void sitesAreGeneratedIntoAFolderWithoutSites() {
    String out = folder.resolve("sites").toString();
    CapturedCommand done = CapturedCommand.of("excavation", "generate", "--out", out);
    assertEquals(0, done.exitCode(), done::toString);
    CapturedCommand again =
        CapturedCommand.of("excavation", "generate", "--count", "1", "--out", out);
    assertEquals(1, again.exitCode(), again::toString);
    assertTrue(again.err().contains("sites: it holds sites already"), again.err());
    CapturedCommand small =
        CapturedCommand.of("excavation", "generate", "--size", "7", "--out", out + "-7");
    assertTrue(small.err().contains("no sites have 7 tiles a side"), small.err());
  }

  @Test
  void theHelpListsKindsAsTheyAreTyped() {
    String help = CapturedCommand.of("excavation", "generate", "--help").out();
    assertTrue(help.contains("pit, foundation, ring, trench, relocation"), help);
  }

  @Test
  void aMissingCommandIsNamed() {
    CapturedCommand run = CapturedCommand.of("excavation");

    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("name a command: run"), run.err());
  }
}
