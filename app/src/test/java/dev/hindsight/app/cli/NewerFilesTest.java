package dev.hindsight.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of a later version, opened by a program that was not upgraded.
class NewerFilesTest {
  @TempDir private Path folder;

  private static void refused(String file, String... arguments) {
    CapturedCommand run = CapturedCommand.of(arguments);
    assertEquals(CommandBase.FAILED, run.exitCode(), run.err());
    assertEquals("", run.out());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().startsWith("hindsight: ") && run.err().contains(file), run.err());
    assertTrue(
        run.err()
            .endsWith(
                "its format is version 2; this program reads version 1"
                    + " - open it with a newer Hindsight\n"),
        run.err());
  }

  @Test
  void aNewerRolloutIsRefusedInOneLineByEveryCommandThatReadsOne() throws IOException {
    Path newer = newerRollout();
    String film = folder.resolve("x.mp4").toString();
    refused("newer.rollout", "info", newer.toString());
    refused("newer.rollout", "replay", newer.toString());
    refused("newer.rollout", "scores", newer.toString());
    refused("newer.rollout", "film", newer.toString(), "--out", film);
    assertTrue(Files.notExists(Path.of(film)));
  }

  @Test
  void aNewerCheckpointIsRefusedInOneLine() {
    Path newer = folder.resolve("newer.safetensors");
    Tensor tensor = new Tensor("a", new int[] {1}, new float[] {1});
    Checkpoints.write(newer, List.of(tensor), Map.of("layout", IntNode.valueOf(2)));
    Path out = folder.resolve("x.rollout");
    refused("newer.safetensors", record(newer.toString(), out));
    assertTrue(Files.notExists(out));
  }

  private static String[] record(String checkpoint, Path out) {
    return new String[] {
      "record", "--env", "darkroom", "--checkpoint", checkpoint, "--out", out.toString()
    };
  }

  /// A current file with 2 as its version, and a matching checksum.
  private Path newerRollout() throws IOException {
    Path today = folder.resolve("today.rollout");
    CapturedCommand made = CapturedCommand.of(record("darkroom-5x5", today));
    assertEquals(0, made.exitCode(), made.err());
    byte[] manifest = manifest(today);
    byte[] newer =
        new String(manifest, UTF_8).replace("\"version\":1", "\"version\":2").getBytes(UTF_8);
    byte[] file = Files.readAllBytes(today);
    assertEquals(1, replace(file, manifest, newer));
    assertEquals(2, replace(file, checksum(manifest), checksum(newer)));
    return Files.write(folder.resolve("newer.rollout"), file);
  }

  private static byte[] manifest(Path rollout) throws IOException {
    try (ZipFile zip = new ZipFile(rollout.toFile());
        InputStream in = zip.getInputStream(zip.getEntry("manifest.json"))) {
      return in.readAllBytes();
    }
  }

  private static byte[] checksum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return ByteBuffer.allocate(4)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) sum.getValue())
        .array();
  }

  /// The number of times a part was replaced by another of the same length.
  private static int replace(byte[] whole, byte[] part, byte[] other) {
    int times = 0;
    for (int at = 0; at + part.length <= whole.length; at++) {
      if (Arrays.equals(whole, at, at + part.length, part, 0, part.length)) {
        System.arraycopy(other, 0, whole, at, other.length);
        times++;
      }
    }
    return times;
  }
}
