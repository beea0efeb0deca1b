package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names with a line break stay in their line for a person, and are what they are for a program.
/// [HostileRecordingTest] does the same with recordings.
class NamesFromFilesTest {
  private static final String NAME = "w\nPLANTED";

  @TempDir private Path folder;

  @Test
  void aTensorsNameBeginsNoLine() throws IOException {
    Path file = tensors();
    CapturedCommand words = CapturedCommand.of("tensors", file.toString());
    assertEquals(0, words.exitCode(), words.err());
    assertTrue(words.out().contains("w PLANTED"), words.out());
    assertTrue(words.out().lines().noneMatch(line -> line.startsWith("PLANTED")), words.out());

    String json = CapturedCommand.of("tensors", file.toString(), "--json").out();
    assertEquals(
        NAME, new ObjectMapper().readTree(json).path("tensors").path(0).path("name").asText());
  }

  @Test
  void aFilesNameBeginsNoLine() throws IOException {
    assumeTrue(File.separatorChar == '/', "a line break may be in a name");
    Path file = Files.move(tensors(), folder.resolve("x\ny.safetensors"));

    CapturedCommand words = CapturedCommand.of("tensors", file.toString());

    assertEquals(0, words.exitCode(), words.err());
    assertTrue(words.out().lines().findFirst().orElseThrow().contains("x y.safetensors"));
  }

  /// One tensor with one number.
  private Path tensors() throws IOException {
    String key = NAME.replace("\n", "\\n");
    byte[] header =
        """
        {"%s": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}\
        """
            .formatted(key)
            .getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES + header.length + Float.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(header.length)
            .put(header)
            .putFloat(1);
    return Files.write(folder.resolve("x.safetensors"), bytes.array());
  }
}
