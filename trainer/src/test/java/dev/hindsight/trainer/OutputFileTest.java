package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir private Path folder;

  private Path file(String name) throws IOException {
    return Files.writeString(folder.resolve(name), name);
  }

  private static void refused(Path out, Path input) {
    Problem problem = assertThrows(Problem.class, () -> OutputFile.spares(out, List.of(input)));
    assertEquals(out.toString(), problem.where());
  }

  @Test
  void theInputItselfIsRefusedInEverySpelling() throws IOException {
    Path input = file("a.pt");
    refused(input, input);
    refused(folder.resolve(".").resolve("a.pt"), input);
    refused(Path.of("").toAbsolutePath().relativize(input), input);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need privileges there")
  void linksToTheInputAreRefused() throws IOException {
    Path input = file("a.pt");
    refused(Files.createLink(folder.resolve("hard"), input), input);
    Path soft = Files.createSymbolicLink(folder.resolve("soft"), input);
    refused(soft, input);
    refused(input, soft);
    Path other = Files.createSymbolicLink(folder.resolve("here"), folder);
    refused(other.resolve("a.pt"), input);
  }

  /// The remains of a killed recording, to be continued under the name it would have had.
  @Test
  void theFileUnderWhichARecordingGrowsCountsAsWritten() throws IOException {
    refused(folder.resolve("x.rollout"), file("x.rollout.part"));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need privileges there")
  void throughALinkItGrowsBesideThePlaceThatTheLinkLeadsTo() throws IOException {
    Path place = Files.createDirectory(folder.resolve("elsewhere")).resolve("x.rollout");
    Path link = Files.createSymbolicLink(folder.resolve("x.rollout"), place);
    refused(link, Files.writeString(place.resolveSibling("x.rollout.part"), "remains"));
  }

  @Test
  void aFileInAFolderThatIsReadIsRefused() throws IOException {
    Path input = Files.createDirectories(folder.resolve("maps"));
    Path inside = Files.writeString(input.resolve("1.json"), "{}");
    refused(inside, input);
    assertDoesNotThrow(() -> OutputFile.spares(input.resolve("new.json"), List.of(input)));
  }

  @Test
  void anyOtherFileIsNot() throws IOException {
    Path input = file("a.pt");
    Path other = file("b.pt");
    assertDoesNotThrow(() -> OutputFile.spares(other, List.of(input)));
    assertDoesNotThrow(() -> OutputFile.spares(folder.resolve("new"), List.of(input)));
    assertDoesNotThrow(() -> OutputFile.spares(input, List.of(folder.resolve("none"))));
  }

  /// Before anything is written, not by the rename at the end of the work.
  @Test
  void aFolderOrDeviceIsReplacedByNoFile() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("out"));
    IOException refused = assertThrows(IOException.class, () -> AtomicFile.beside(inside));
    assertTrue(refused.toString().contains("it is a folder"), refused.toString());
    Path device = Path.of("/dev/null");
    if (Files.exists(device)) {
      assertThrows(IOException.class, () -> AtomicFile.write(device, new byte[1]));
    }
  }

  /// Two writers at once: the last to finish wins, with all of its bytes and none of the other's.
  @Test
  void twoWritersOfOneFileLeaveOneWholeFile() throws IOException {
    Path out = folder.resolve("out");
    try (AtomicFile first = AtomicFile.beside(out);
        AtomicFile second = AtomicFile.beside(out)) {
      Files.writeString(first.path(), "first, and longer");
      Files.writeString(second.path(), "second");
      assertEquals(17, first.publish());
      assertEquals(6, second.publish());
    }
    assertArrayEquals("second".getBytes(StandardCharsets.UTF_8), Files.readAllBytes(out));
  }
}
