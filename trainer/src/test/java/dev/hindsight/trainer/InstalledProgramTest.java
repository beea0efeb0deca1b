package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledProgramTest {
  @TempDir private Path folder;

  @Test
  void onlyAbsoluteFoldersOfTheSearchPathCount() throws IOException {
    Path program = Files.createFile(folder.resolve("ffmpeg"));
    assertTrue(program.toFile().setExecutable(true));
    String relative = Path.of("").toAbsolutePath().relativize(folder).toString();
    String separator = File.pathSeparator;
    assertEquals(
        Optional.empty(),
        InstalledProgram.on(relative + separator + "." + separator + "\0", "ffmpeg"));
    assertEquals(
        Optional.of(program),
        InstalledProgram.on(relative + separator + separator + folder, "ffmpeg.exe", "ffmpeg"));
  }
}
