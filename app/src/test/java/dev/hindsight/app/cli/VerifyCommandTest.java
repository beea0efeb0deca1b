package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
  void bytesBehindTheEndAreToldOf() throws Exception {
    Files.write(room, new byte[5000], StandardOpenOption.APPEND);
    CapturedCommand run = CapturedCommand.of("verify", room.toString());
    assertEquals(0, run.exitCode(), run.out());
    assertTrue(run.out().contains("something was appended"), run.out());
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
