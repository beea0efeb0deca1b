package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Archives that lie about what is in them.
class HostileArchiveTest {
  private static final String FIRST = "channels/speed/000000.npy";
  private static final String SECOND = "channels/speed/000001.npy";

  @TempDir Path folder;

  @Test
  void theArchiveTheseTestsSpoilIsFine() {
    assertDoesNotThrow(() -> ForeignFile.open(ForeignFile.whole().bytes(folder)));
  }

  @Test
  void aNameThatClimbsOutIsRefused() throws IOException {
    assertProblem(ForeignFile.whole().text("../../home/x", "{}").bytes(folder), "'../../home/x'");
    assertProblem(ForeignFile.whole().text("/etc/passwd", "{}").bytes(folder), "'/etc/passwd'");
    assertProblem(ForeignFile.whole().text("a\\..\\b", "{}").bytes(folder), "'a\\..\\b'");
  }

  @Test
  void membersThatOverlapAreRefused() throws IOException {
    byte[] bytes = ForeignFile.whole().bytes(folder);
    ByteBuffer entry = ForeignFile.entry(bytes, FIRST);
    int size = entry.getInt(24) + 4096;
    entry.putInt(20, size).putInt(24, size);
    assertProblem(bytes, FIRST);
  }

  @Test
  void aMemberBehindTheDirectoryIsRefused() throws IOException {
    byte[] bytes = ForeignFile.whole().bytes(folder);
    ForeignFile.entry(bytes, SECOND).putInt(42, bytes.length - 4);
    assertProblem(bytes, SECOND);
  }

  @Test
  void aMemberThatPointsAtAnotherIsRefused() throws IOException {
    byte[] bytes = ForeignFile.whole().bytes(folder);
    int other = ForeignFile.entry(bytes, FIRST).getInt(42);
    ForeignFile.entry(bytes, SECOND).putInt(42, other);
    assertProblem(bytes, "overlaps");
  }

  @Test
  void sizesThatAreNegativeAreRefused() throws IOException {
    byte[] bytes = ForeignFile.whole().bytes(folder);
    ForeignFile.entry(bytes, FIRST).putInt(20, -1).putInt(24, -1);
    assertProblem(bytes, FIRST);
  }

  @Test
  void aCompressedMemberIsRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("manifest.json"));
      zip.write("{}".getBytes(StandardCharsets.UTF_8));
    }
    assertProblem(bytes.toByteArray(), "manifest.json is compressed");
  }

  @Test
  void anArchiveOfAnotherProgramIsNoRecordingHoweverItIsStored() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("policy/code/__torch__.py"));
      zip.write("class Policy(Module):".getBytes(StandardCharsets.UTF_8));
    }
    assertProblem(bytes.toByteArray(), "this is not a recording");
  }

  @Test
  void anEncryptedMemberIsRefused() throws IOException {
    byte[] bytes = ForeignFile.whole().bytes(folder);
    ForeignFile.entry(bytes, FIRST).putShort(8, (short) 1);
    assertProblem(bytes, FIRST);
  }

  @Test
  void aDirectoryThatCountsTooManyIsRefused() throws IOException {
    byte[] bytes = ForeignFile.whole().bytes(folder);
    ForeignFile.end(bytes).putShort(10, (short) 5);
    assertProblem(bytes, "central directory");
  }

  @Test
  void aDirectoryThatIsCutShortIsRefused() throws IOException {
    byte[] bytes = ForeignFile.whole().bytes(folder);
    ByteBuffer end = ForeignFile.end(bytes);
    end.putInt(12, end.getInt(12) - 10);
    assertProblem(bytes, "central directory");
  }

  @Test
  void aDirectoryOutsideTheFileIsRefused() throws IOException {
    byte[] bytes = ForeignFile.whole().bytes(folder);
    ForeignFile.end(bytes).putInt(16, Integer.MAX_VALUE);
    assertProblem(bytes, "central directory");
  }

  @Test
  void aMemberThatIsThereTwiceIsRefused() throws IOException {
    byte[] bytes =
        ForeignFile.whole()
            .with("channels/speed/00000x.npy", NpyArray.of(new float[4], 2, 2))
            .bytes(folder);
    String renamed =
        new String(bytes, StandardCharsets.ISO_8859_1).replace("00000x.npy", "000000.npy");
    assertProblem(renamed.getBytes(StandardCharsets.ISO_8859_1), FIRST + " appears twice");
  }

  @Test
  void aHeaderThatContradictsTheDirectoryIsRefused() throws IOException {
    byte[] bytes = ForeignFile.whole().bytes(folder);
    bytes[ForeignFile.entry(bytes, FIRST).getInt(42) + 30] = 'C';
    assertProblem(bytes, FIRST);
  }

  private static void assertProblem(byte[] bytes, String named) {
    Problem problem = assertThrows(Problem.class, () -> ForeignFile.open(bytes));
    assertTrue(problem.getMessage().contains(named), problem.getMessage());
  }
}
