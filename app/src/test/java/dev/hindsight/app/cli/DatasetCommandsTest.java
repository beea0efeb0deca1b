package dev.hindsight.app.cli;

import static dev.hindsight.app.cli.CapturedCommand.refused;
import static dev.hindsight.app.cli.CapturedCommand.succeeding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    refused("this is no dataset of episodes", "episodes", recording);
    refused("this is no dataset of episodes", "episodes", folder.toString());
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
