package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.TemporaryCacheFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
    works("record", "--env", "darkroom", "--ticks", "40", "--out", recording);
  }

  @AfterEach
  void leaveTheCache() {
    cache.close();
  }

  private static CapturedCommand works(String... line) {
    CapturedCommand command = CapturedCommand.of(line);
    assertEquals(0, command.exitCode(), command.err());
    return command;
  }

  private static void refuses(String why, String... line) {
    CapturedCommand command = CapturedCommand.of(line);
    assertEquals(1, command.exitCode(), () -> Arrays.toString(line) + command.out());
    assertTrue(command.err().contains(why), command.err());
    assertEquals(1, command.err().lines().count(), command.err());
  }

  private List<String> exports() {
    List<String> exports = new ArrayList<>();
    for (String name : List.of("room.hdf5", "room.npz", "room-v0")) {
      exports.add(folder.resolve(name).toString());
      works("export", recording, "--out", exports.getLast());
    }
    return exports;
  }

  @Test
  void whatNeedsARecordingOfHindsightSaysSoOfADataset() {
    String why = "this is a dataset of episodes";
    for (String dataset : exports()) {
      refuses(why, "verify", dataset);
      refuses(why, "replay", dataset);
      refuses(why, "branch", dataset);
      refuses(why, "remember", dataset);
      refuses(why, "ablate", dataset, "--agent", "0", "--at", "3", "--trial", "1");
      refuses(why, "credit", dataset, "--agent", "0", "--at", "3");
    }
    works("verify", recording);
    refuses("there is no such file", "verify", folder.resolve("none.hdf5").toString());
  }

  @Test
  void datasetsAreComparedByTheirProvenance() {
    for (String dataset : exports()) {
      works("diff", dataset, dataset);
      assertEquals(1, CapturedCommand.of("diff", recording, dataset).exitCode());
    }
  }

  @Test
  void aFileOfAnotherKindIsNamed() {
    refuses("this is no dataset of episodes", "episodes", recording);
    refuses("this is no dataset of episodes", "episodes", folder.toString());
    String dataset = exports().getFirst();
    refuses("format HDF5", "tensors", dataset);
    refuses("format HDF5", "policy", dataset);
    assertTrue(works("episodes", dataset + "#0").out().contains("episode_0"));
    refuses("there is no such episode", "episodes", dataset + "#999");
  }

  @Test
  void goalsThatADatasetDoesNotTellAreNotNone() {
    List<String> exports = exports();
    exports.removeIf(name -> name.endsWith(".npz"));
    for (String dataset : exports) {
      String json = works("scores", dataset, "--json").out();
      assertTrue(json.contains("\"totals\":{\"goals\":null,\"collisions\":0"), json);
      assertTrue(json.contains("\"reached\":null"), json);
      assertTrue(json.contains("\"return\":3.0,\"goals\":null"), json);
    }
    assertFalse(works("scores", recording, "--json").out().contains("\"goals\":null"));
  }

  @Test
  void theLengthOfATickIsUnknown() {
    for (String dataset : exports()) {
      String words = works("info", dataset).out();
      assertTrue(words.lines().anyMatch(line -> line.matches("ticks +40")), words);
      String json = works("info", dataset, "--json").out();
      assertTrue(json.contains("\"tickSeconds\":null"), json);
    }
    assertTrue(works("info", recording).out().contains("40 of"));
  }
}
