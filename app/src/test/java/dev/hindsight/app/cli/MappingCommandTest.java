package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.NpzFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the arrays of a file mean is said by options, and kept for the next command.
class MappingCommandTest {
  @TempDir private Path folder;

  @Test
  void optionsSayWhatArraysMeanAndKeepIt() throws Exception {
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder)) {
      Path file = folder.resolve("steps.npz");
      Map<String, NpyArray> arrays = new LinkedHashMap<>();
      arrays.put("s", NpyArray.of(new float[8], 4, 2));
      arrays.put("p", NpyArray.of(new float[] {1, 2, 3, 4}, 4));
      arrays.put("t", NpyArray.of(new int[] {0, 1, 0, 0}, 4));
      NpzFile.write(file, arrays);
      String name = file.toString();
      CapturedCommand unclear = CapturedCommand.of("episodes", name);
      assertEquals(1, unclear.exitCode());
      assertTrue(unclear.err().contains("--array"), unclear.err());

      CapturedCommand said =
          CapturedCommand.of(
              "episodes",
              name,
              "--array",
              "s=observation",
              "--array",
              "p=reward",
              "--array",
              "t=terminal",
              "--json");
      assertEquals(0, said.exitCode(), said.err());
      JsonNode rows = new ObjectMapper().readTree(said.out()).path("rows");
      assertEquals(2, rows.size());
      assertEquals(3, rows.get(0).path("earned").asDouble());
      assertTrue(rows.get(0).path("terminated").asBoolean());
      assertFalse(Files.exists(folder.resolve("steps.npz.mapping.json")));

      assertEquals(1, CapturedCommand.of("episodes", name, "--array", "x=reward").exitCode());
      assertEquals(1, CapturedCommand.of("episodes", name, "--array", "s=pay").exitCode());
      CapturedCommand kept = CapturedCommand.of("episodes", name, "--array", "p=reward", "--keep");
      assertEquals(0, kept.exitCode(), kept.err());
      CapturedCommand next = CapturedCommand.of("episodes", name, "--json");
      assertEquals(0, next.exitCode(), next.err());
      assertEquals(
          10,
          new ObjectMapper().readTree(next.out()).path("rows").get(0).path("earned").asDouble());
    }
  }
}
