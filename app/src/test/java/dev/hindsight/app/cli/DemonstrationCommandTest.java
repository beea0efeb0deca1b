package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Python;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is driven by hand becomes a demonstration that other programs can learn from.
class DemonstrationCommandTest {
  private static final Path ROOT =
      Path.of(System.getProperty("hindsight.root", "..")).toAbsolutePath().normalize();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FIRST = 4;
  private static final String DRIVEN = "1,1,2,3";

  @TempDir private Path folder;

  private Path branch() {
    Path parent = folder.resolve("room.rollout");
    run(
        "record",
        "--env",
        "darkroom",
        "--checkpoint",
        "darkroom-5x5",
        "--actions",
        "sample",
        "--ticks",
        "30",
        "--out",
        parent.toString());
    Path out = folder.resolve("driven.rollout");
    run(
        "branch",
        parent.toString(),
        "--at",
        "" + FIRST,
        "--wheel",
        "0=" + DRIVEN,
        "--out",
        out.toString());
    return out;
  }

  private static CapturedCommand run(String... arguments) {
    CapturedCommand run = CapturedCommand.of(arguments);
    assertEquals(0, run.exitCode(), run.err());
    return run;
  }

  private static NpyArray array(Path file, String name) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      byte[] bytes = zip.getInputStream(zip.getEntry(name + ".npy")).readAllBytes();
      return Npy.parse(ByteBuffer.wrap(bytes), name);
    }
  }

  @Test
  void everyRowIsThatOfTheRecordingAndDrivenTicksAreMarked() throws Exception {
    Path branch = branch();
    assertEquals(0, CapturedCommand.of("replay", branch.toString()).exitCode(), "bit for bit");
    Path out = folder.resolve("by-hand.npz");
    JsonNode result =
        JSON.readTree(
            run("export", branch.toString(), "--demonstration", "--out", out.toString(), "--json")
                .out());
    assertEquals(4, result.path("byHand").asInt());
    try (Rollout rollout = Rollouts.open(branch)) {
      AgentColumn action = AgentColumn.of(rollout, "action").orElseThrow();
      AgentColumn observation = AgentColumn.ofAnyWidth(rollout, "observation").orElseThrow();
      int rows = result.path("rows").asInt();
      assertEquals(rollout.ticks(), rows, "one agent, never in limbo");
      NpyArray ticks = array(out, "tick");
      NpyArray actions = array(out, "action");
      NpyArray seen = array(out, "observation");
      NpyArray byHand = array(out, "by_hand");
      assertArrayEquals(new int[] {rows, observation.width()}, seen.shape());
      assertArrayEquals(new int[] {rows}, actions.shape());
      for (int row = 0; row < rows; row++) {
        int tick = (int) ticks.value(row);
        assertEquals(row, tick);
        assertEquals(action.integer(tick, 0), (long) actions.value(row));
        boolean driven = tick >= FIRST && tick < FIRST + 4;
        assertEquals(driven ? 1 : 0, byHand.value(row), "tick " + tick);
        for (int i = 0; i < observation.width(); i++) {
          assertEquals(observation.value(tick, 0, i), seen.value(row * observation.width() + i));
        }
      }
      assertArrayEquals(
          new int[] {1, 1, 2, 3},
          new int[] {
            (int) actions.value(4),
            (int) actions.value(5),
            (int) actions.value(6),
            (int) actions.value(7)
          });
    }
  }

  @Test
  void theSnippetOfTheDocumentationReadsIt() throws Exception {
    Path out = folder.resolve("by-hand.npz");
    run("export", branch().toString(), "--demonstration", "--out", out.toString());
    Matcher snippet =
        Pattern.compile("```python\\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(ROOT.resolve("docs/time-machine.md")));
    assertTrue(snippet.find(), "a snippet");
    String program = snippet.group(1).replace("by-hand.npz", out.toString());
    assertEquals("(4, ", Python.runWithNumpy(program).substring(0, 4));
  }

  @Test
  void aRecordingThatNoOneDroveIsRefused() {
    Path branch = branch();
    Path out = folder.resolve("none.npz");
    CapturedCommand none =
        CapturedCommand.of(
            "export",
            folder.resolve("room.rollout").toString(),
            "--demonstration",
            "--out",
            out.toString());
    assertEquals(1, none.exitCode());
    assertTrue(none.err().contains("no action in it was chosen by hand"), none.err());
    CapturedCommand npy =
        CapturedCommand.of(
            "export",
            branch.toString(),
            "--demonstration",
            "--out",
            folder.resolve("x.npy").toString());
    assertTrue(npy.err().contains(".npz"), npy.err());
    assertFalse(Files.exists(out));
    Path unknown = folder.resolve("x.txt");
    assertEquals(
        1,
        CapturedCommand.of("export", branch.toString(), "--out", unknown.toString()).exitCode(),
        "neither a channel nor a demonstration, nor a format for the whole recording");
    assertFalse(Files.exists(unknown));
  }
}
