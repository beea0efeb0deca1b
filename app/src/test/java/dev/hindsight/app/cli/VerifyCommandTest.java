package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.rollout.TamperedRecording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A recording in which one bit of a number was flipped after it was written.
class VerifyCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Path room = Path.of("room.rollout");

  @BeforeEach
  void record() {
    room = folder.resolve("room.rollout");
    CapturedCommand run =
        CapturedCommand.of(
            "record",
            "--env",
            "darkroom",
            "--actions",
            "random",
            "--ticks",
            "600",
            "--out",
            room.toString());
    assertEquals(0, run.exitCode(), run.err());
  }

  /// Flips a bit of the last number of a member.
  private void flip(String member) throws IOException {
    byte[] bytes = Files.readAllBytes(room);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int header = text.indexOf("\u0093NUMPY", text.indexOf(member));
    int length = 10 + (bytes[header + 8] & 0xff) + 256 * (bytes[header + 9] & 0xff);
    bytes[header + length + 2] ^= 0x40;
    Files.write(room, bytes);
  }

  @Test
  void anIntactRecordingIsSaidToBe() throws Exception {
    CapturedCommand run = CapturedCommand.of("verify", room.toString());
    assertEquals(0, run.exitCode(), run.out());
    assertTrue(run.out().contains("is intact: "), run.out());
    JsonNode json = JSON.readTree(CapturedCommand.of("verify", room.toString(), "--json").out());
    assertTrue(json.path("intact").asBoolean());
    assertEquals(0, json.path("faults").size());
  }

  @Test
  void bytesBehindTheEndAreAFault() throws Exception {
    Files.write(room, new byte[5000], StandardOpenOption.APPEND);
    CapturedCommand run = CapturedCommand.of("verify", room.toString());
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.out().contains("something was appended"), run.out());
    assertFalse(run.out().contains("intact"), run.out());
  }

  private Path cut(String name) throws IOException {
    byte[] bytes = Files.readAllBytes(room);
    return Files.write(folder.resolve(name), Arrays.copyOf(bytes, bytes.length * 2 / 3));
  }

  @Test
  void aFileThatLostItsEndIsNotIntactUnlessItHasTheNameOfAPart() throws Exception {
    String file = cut("cut.rollout").toString();
    CapturedCommand run = CapturedCommand.of("verify", file);
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(
        run.out().contains("the recording was cut off after 256 ticks, and the last "), run.out());
    assertFalse(run.out().contains("intact"), run.out());
    JsonNode json = JSON.readTree(CapturedCommand.of("verify", file, "--json").out());
    assertFalse(json.path("intact").asBoolean());
    assertFalse(json.path("complete").asBoolean());
    assertEquals(1, CapturedCommand.of("audit", "integrity", file).exitCode());

    String part = cut("cut.rollout.part").toString();
    CapturedCommand kept = CapturedCommand.succeeding("verify", part);
    assertTrue(kept.out().contains("it was cut off after 256 ticks"), kept.out());
    assertFalse(kept.out().contains("intact"), kept.out());
    CapturedCommand _ = CapturedCommand.succeeding("audit", "integrity", part);
    CapturedCommand _ = CapturedCommand.succeeding("replay", part);
  }

  /// The lines of commands that read numbers of a recording.
  private List<List<String>> readers(String file) {
    String out = folder.resolve("out").toString();
    return List.of(
        List.of("scores", file),
        List.of("moments", file, "--by", "novelty"),
        List.of("find", file, "--when", "reward[0] > 0.0"),
        List.of("export", file, "--channel", "reward", "--out", out + ".csv"),
        List.of("export", file, "--out", out + ".npz"),
        List.of("export", file, "--out", out + ".html"),
        List.of("audit", "finite", file),
        List.of("frame", file, "--tick", "1", "--out", out + ".png"));
  }

  @Test
  void whateverReadsARecordingThatWasCutOffSaysSoOnce() throws Exception {
    for (String name : List.of("cut.rollout", "cut.rollout.part")) {
      String file = cut(name).toString();
      String note = file + ": it was cut off after 256 ticks";
      for (List<String> line : readers(file)) {
        CapturedCommand words = CapturedCommand.succeeding(line.toArray(String[]::new));
        assertEquals("hindsight: " + note, words.err().strip(), line.toString());
        CapturedCommand json = CapturedCommand.succeeding(withJson(line));
        assertEquals("", json.err(), line.toString());
        JsonNode notes = JSON.readTree(json.out()).path("notes");
        assertEquals(1, notes.size(), line + json.out());
        assertEquals(note, notes.get(0).asText());
      }
      CapturedCommand compared = CapturedCommand.succeeding("compare", file, room.toString());
      assertTrue(compared.out().contains("A: it was cut off after 256 ticks"), compared.out());
    }
    for (List<String> line : readers(room.toString())) {
      CapturedCommand whole = CapturedCommand.succeeding(withJson(line));
      assertFalse(JSON.readTree(whole.out()).has("notes"), line + whole.out());
    }
  }

  private static String[] withJson(List<String> line) {
    List<String> all = new ArrayList<>(line);
    all.add("--json");
    return all.toArray(String[]::new);
  }

  @Test
  void aReplacedColumnIsNotedByWhateverReadsIt() throws Exception {
    TamperedRecording.of(room).number("channels/reward/000000.npy", 3, -1024).save();
    String note = "channels/reward/000000.npy was replaced after the recording was written";
    for (List<String> line : readers(room.toString())) {
      CapturedCommand run = CapturedCommand.succeeding(line.toArray(String[]::new));
      boolean reads = !line.getFirst().equals("moments") && !line.getFirst().equals("frame");
      assertEquals(
          reads ? "hindsight: " + room + ": " + note : "", run.err().strip(), line.toString());
    }
  }

  @Test
  void aManifestThatDoesNotSayHowLongTrialsAreLeavesOutTheAttention() throws Exception {
    Path sampled = folder.resolve("sampled.rollout");
    CapturedCommand _ =
        CapturedCommand.succeeding(
            "record",
            "--env",
            "darkroom",
            "--checkpoint",
            "darkroom-5x5",
            "--ticks",
            "40",
            "--out",
            sampled.toString());
    TamperedRecording.of(sampled)
        .text("manifest.json", json -> json.replace("\"trials\":{", "\"trias\":{"))
        .save();
    CapturedCommand run = CapturedCommand.succeeding("moments", sampled.toString());
    assertTrue(
        run.out().contains("Not ranked by Attention shift: ")
            && run.out().contains("an episode has no greatest length here"),
        run.out());
    CapturedCommand _ =
        CapturedCommand.succeeding(
            "export", sampled.toString(), "--out", folder.resolve("x.html").toString());
  }

  @Test
  void aFlippedBitIsNamedWithItsTicks() throws Exception {
    flip("channels/reward/000001.npy");
    CapturedCommand run = CapturedCommand.of("verify", room.toString(), "--json");
    assertEquals(1, run.exitCode());
    JsonNode json = JSON.readTree(run.out());
    assertFalse(json.path("intact").asBoolean());
    JsonNode fault = json.path("faults").path(0);
    assertEquals("channels/reward/000001.npy", fault.path("member").asText());
    assertTrue(fault.path("firstTick").asInt() > 0, run.out());
    String words = CapturedCommand.of("verify", room.toString()).out();
    assertTrue(words.contains("CRC-32 (ticks " + fault.path("firstTick").asInt() + " to"), words);
  }

  @Test
  void noCommandUsesAFlippedBit() throws Exception {
    flip("channels/reward/000000.npy");
    Path out = folder.resolve("reward.csv");
    for (List<String> line :
        List.of(
            List.of("scores", room.toString()),
            List.of("export", room.toString(), "--channel", "reward", "--out", out.toString()),
            List.of("find", room.toString(), "--when", "reward[0] > 1.0"),
            List.of("audit", "finite", room.toString()))) {
      CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
      assertEquals(1, run.exitCode(), line + run.out() + run.err());
      String told = run.out() + run.err();
      assertTrue(told.contains("000000.npy") && told.contains("is damaged"), told);
      assertFalse(told.contains("a bug in Hindsight"), told);
    }
    assertFalse(Files.exists(out));
  }
}
