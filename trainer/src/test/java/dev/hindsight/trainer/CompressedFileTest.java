package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.run.foreign.LoggedMetrics;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompressedFileTest {
  @TempDir private Path folder;

  private Path zipped(String name) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("{\"update\": 1, \"loss\": 0.5}\n".repeat(20).getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  @Test
  void everyReaderSaysThatAFileIsCompressed() throws IOException {
    List<Consumer<Path>> readers =
        List.of(DriveMaps::read, Checkpoints::read, Rollouts::open, LoggedMetrics::read);
    for (String name : List.of("a.gz", "a.pt", "a.rollout", "a.jsonl", "a.csv", "tfevents")) {
      Path file = zipped(name);
      for (Consumer<Path> reader : readers) {
        Problem problem = assertThrows(Problem.class, () -> reader.accept(file), name);
        assertEquals("it is compressed with gzip", problem.what());
        assertEquals(file.toString(), problem.where());
        assertEquals("unpack it first", problem.remedy());
      }
    }
  }

  @Test
  void otherProgramsAreRecognisedByTheirFirstBytes() {
    for (String start :
        List.of("425a6839", "fd377a585a0000", "28b52ffd04", "377abcaf271c0004", "1f8b0800")) {
      byte[] bytes = HexFormat.of().parseHex(start);
      assertThrows(Problem.class, () -> CompressedFile.refuse(bytes, "x"));
    }
  }

  @Test
  void anythingElseIsLeftToItsReader() {
    for (String start : List.of("", "1f", "504b0304", "7b22", "28b52f")) {
      byte[] bytes = HexFormat.of().parseHex(start);
      assertDoesNotThrow(() -> CompressedFile.refuse(bytes, "x"));
    }
    assertDoesNotThrow(() -> CompressedFile.refuse(folder));
    assertDoesNotThrow(() -> CompressedFile.refuse(folder.resolve("none")));
  }
}
