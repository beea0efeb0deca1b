package dev.hindsight.trainer.env.excavation.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.excavation.TestSites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpisodeCaseTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String SMALL =
      """
      {"meta": {"N": 32, "start": {"pos": [16, 8]}, "maps": {"target": [1, 512, -1, 8, 1, 504]}},
       "actions": [6, 5, -1]}\
      """;

  @TempDir private Path folder;

  @Test
  void anEpisodeOfTheReferenceIsPlayedToTheNumber() {
    JsonNode golden = TestSites.golden("terra_run");
    JsonNode played = play(golden.toString());
    assertEquals(golden.get("steps").size(), played.get("steps").size());
    for (int i = 0; i < golden.get("steps").size(); i++) {
      JsonNode wanted = golden.get("steps").get(i);
      JsonNode actual = played.get("steps").get(i);
      for (String field :
          new String[] {
            "pos",
            "base",
            "cabin",
            "wheel",
            "loaded",
            "dug",
            "dirt",
            "task_done",
            "timeout_done",
            "action_mask"
          }) {
        assertEquals(wanted.get(field), actual.get(field), "step " + i + " " + field);
      }
      near(wanted.get("reward"), actual.get("reward"), "step " + i + " reward");
      assertEquals(wanted.get("comp").size(), actual.get("comp").size(), "step " + i);
      for (var component : wanted.get("comp").properties()) {
        near(component.getValue(), actual.get("comp").get(component.getKey()), "step " + i);
      }
    }
    assertEquals(golden.get("checkpoints").size(), played.get("checkpoints").size());
    for (int i = 0; i < golden.get("checkpoints").size(); i++) {
      checkpoint(golden.get("checkpoints").get(i), played.get("checkpoints").get(i));
    }
  }

  private static void checkpoint(JsonNode wanted, JsonNode actual) {
    Set<String> ties = new HashSet<>();
    wanted
        .get("local_map_tie_entries")
        .forEach(tie -> ties.add(tie.get(0).textValue() + tie.get(1)));
    String where = "step " + wanted.get("step");
    for (String field :
        new String[] {"step", "action_map_crc32", "dumpability_crc32", "traversability_crc32"}) {
      assertEquals(wanted.get(field).longValue(), actual.get(field).longValue(), where + field);
    }
    near(wanted.get("episode_progress"), actual.get("episode_progress"), where);
    for (int k = 0; k < 10; k++) {
      near(wanted.get("edge_features").get(k), actual.get("edge_features").get(k), where + " " + k);
    }
    for (var layer : wanted.get("local_maps").properties()) {
      for (int k = 0; k < 12; k++) {
        String entry = layer.getKey() + k;
        int expected = layer.getValue().get(k).intValue();
        int sum = actual.get("local_maps").get(layer.getKey()).get(k).intValue();
        // The sums of the file follow the rule for ties, so these agree too.
        assertEquals(expected, sum, where + " " + entry + (ties.contains(entry) ? " tie" : ""));
      }
    }
  }

  private static void near(JsonNode wanted, JsonNode actual, String where) {
    double expected = wanted.doubleValue();
    assertEquals(expected, actual.doubleValue(), Math.max(1e-7, Math.abs(expected) * 1e-4), where);
  }

  private JsonNode play(String text) {
    return JSON.valueToTree(EpisodeCase.read(file(text)).result());
  }

  private Path file(String text) {
    try {
      return Files.writeString(folder.resolve("episode.json"), text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void everythingButSizeStartTargetAndActionsMayBeMissing() {
    JsonNode played = play(SMALL);
    assertEquals(3, played.get("steps").size());
    assertEquals(0, played.get("checkpoints").size());
    assertEquals(1, played.get("steps").get(1).get("cabin").intValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"N\": 32, | ~~ | 'N' is missing",
        "\"N\": 32 | \"N\": 4 | 'N' is 4",
        "1, 512, | 1, 500, | 'target' has 1012 tiles instead of 1024",
        "1, 512, | 7, 512, | 'target' holds 7",
        "[16, 8] | [16, 32] | 'pos' is 32",
        "[16, 8] | [16] | 'pos' has 1 number",
        "[16, 8]} | [16, 8], \"base\": 12} | 'base' is 12",
        "\"N\": 32 | \"N\": 32, \"base_type\": \"legs\" | 'base_type' is 'legs'",
        "\"N\": 32 | \"N\": 32, \"apply_trench_rewards\": 1 | 'apply_trench_rewards' is 1",
        "\"N\": 32 | \"N\": 32, \"trench_axes_ABC\": [[0, 0, 3]] | not a line",
        "\"N\": 32 | \"N\": 32, \"enforce_border_alignment\": true | needs the axes",
        "[6, 5, -1] | [6, 8] | 'actions' is 8",
        "[6, 5, -1] | [6, 0.5] | 'actions' is 0.5",
        "[6, 5, -1]} | [6], \"checkpoints\": [{\"step\": 2}]} | 'step' is 2",
        "{\"meta\" | {\"meta\": | not valid JSON"
      })
  void aWrongFileIsRefusedWithTheField(String right, String wrong, String message) {
    Path file = file(SMALL.replace(right, wrong));
    Problem problem = assertThrows(Problem.class, () -> EpisodeCase.read(file));
    assertTrue(problem.getMessage().contains(message), problem.getMessage());
  }
}
