package dev.hindsight.app.cli;

import static dev.hindsight.app.cli.CapturedCommand.refused;
import static dev.hindsight.app.cli.CapturedCommand.succeeding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.TemporaryCacheFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What commands say of a recording that was exported as a dataset.
class DatasetCommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private TemporaryCacheFolder cache;
  private String recording;

  @BeforeEach
  void record() {
    cache = new TemporaryCacheFolder(folder.resolve("cache"));
    recording = folder.resolve("room.rollout").toString();
    succeeding("record", "--env", "darkroom", "--ticks", "40", "--out", recording);
  }

  @AfterEach
  void leaveTheCache() {
    cache.close();
  }

  private List<String> exports() {
    List<String> exports = new ArrayList<>();
    for (String name : List.of("room.hdf5", "room.npz", "room-v0")) {
      exports.add(folder.resolve(name).toString());
      succeeding("export", recording, "--out", exports.getLast());
    }
    return exports;
  }

  @Test
  void whatNeedsARecordingOfHindsightSaysSoOfADataset() {
    String why = "this is a dataset of episodes";
    for (String dataset : exports()) {
      refused(why, "verify", dataset);
      refused(why, "replay", dataset);
      refused(why, "branch", dataset);
      refused(why, "remember", dataset);
      refused(why, "ablate", dataset, "--agent", "0", "--at", "3", "--trial", "1");
      refused(why, "credit", dataset, "--agent", "0", "--at", "3");
    }
    succeeding("verify", recording);
    refused("there is no such file", "verify", folder.resolve("none.hdf5").toString());
  }

  @Test
  void datasetsAreComparedByTheirProvenance() {
    for (String dataset : exports()) {
      succeeding("diff", dataset, dataset);
      assertEquals(1, CapturedCommand.of("diff", recording, dataset).exitCode());
    }
  }

  @Test
  void aFileOfAnotherKindIsNamed() {
    refused("this is not a dataset of episodes", "episodes", recording);
    refused("this is not a dataset of episodes", "episodes", folder.toString());
    String dataset = exports().getFirst();
    refused("format HDF5", "tensors", dataset);
    refused("format HDF5", "policy", dataset);
    assertTrue(succeeding("episodes", dataset + "#0").out().contains("episode_0"));
    refused("there is no such episode", "episodes", dataset + "#999");
  }

  @Test
  void goalsThatADatasetDoesNotTellAreNotNone() {
    List<String> exports = exports();
    exports.removeIf(name -> name.endsWith(".npz"));
    for (String dataset : exports) {
      String json = succeeding("scores", dataset, "--json").out();
      assertTrue(json.contains("\"totals\":{\"goals\":null,\"collisions\":0"), json);
      assertTrue(json.contains("\"reached\":null"), json);
      assertTrue(json.contains("\"return\":3.0,\"goals\":null"), json);
    }
    assertFalse(succeeding("scores", recording, "--json").out().contains("\"goals\":null"));
  }

  @Test
  void anArchiveOfArraysHasTheEpisodesTrialsAndScoresOfItsRecording() throws Exception {
    List<String> recordings = new ArrayList<>(List.of(recording));
    recordings.add(folder.resolve("sampled.rollout").toString());
    succeeding(
        "record",
        "--env",
        "darkroom",
        "--checkpoint",
        "darkroom-5x5",
        "--actions",
        "sample",
        "--ticks",
        "150",
        "--out",
        recordings.getLast());
    recordings.add(folder.resolve("drive.rollout").toString());
    succeeding(
        "record",
        "--map",
        "straight-1",
        "--actions",
        "random",
        "--ticks",
        "40",
        "--set",
        "goal_behavior=trial",
        "--set",
        "k_scenarios=2",
        "--set",
        "scenario_length=15",
        "--set",
        "num_ego_agents=2",
        "--out",
        recordings.getLast());
    for (String own : recordings) {
      String archive = own.replace(".rollout", ".npz");
      succeeding("export", own, "--out", archive);
      JsonNode expected = scores(own);
      JsonNode read = scores(archive);
      for (String field : List.of("episodes", "trials", "trialScores", "adaDelta")) {
        assertEquals(expected.get(field), read.get(field), own + " " + field);
      }
      JsonNode trials = expected.at("/recordings/0/results");
      assertEquals(trials.size(), read.at("/recordings/0/results").size());
      for (int i = 0; i < trials.size(); i++) {
        JsonNode trial = read.at("/recordings/0/results/" + i);
        for (String field : List.of("episode", "trial", "agent", "start", "length", "score")) {
          assertEquals(trials.get(i).get(field), trial.get(field), own + " " + i + " " + field);
        }
      }
      JsonNode table = JSON.readTree(succeeding("episodes", archive, "--json").out());
      assertEquals(expected.get("episodes").asInt(), table.get("rows").size());
      succeeding("audit", "all", archive);
    }
  }

  private static JsonNode scores(String file) throws Exception {
    return JSON.readTree(succeeding("scores", file, "--json").out());
  }

  @Test
  void theLengthOfATickIsUnknown() {
    for (String dataset : exports()) {
      String words = succeeding("info", dataset).out();
      assertTrue(words.lines().anyMatch(line -> line.matches("ticks +40")), words);
      String json = succeeding("info", dataset, "--json").out();
      assertTrue(json.contains("\"tickSeconds\":null"), json);
    }
    assertTrue(succeeding("info", recording).out().contains("40 of"));
  }
}
