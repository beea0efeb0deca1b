package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TemporaryFolderTest {
  private static final String NAME = "test-of-folders";

  /// Creates a folder with content, prints its path and lives until it is killed.
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) throws IOException {
      TemporaryFolder folder = new TemporaryFolder(NAME);
      Files.writeString(folder.path().resolve("film.mp4"), "half");
      System.out.println(folder.path());
      System.out.flush();
      int end = System.in.read();
      throw new IllegalStateException("not killed: " + end);
    }
  }

  private static Process victim() throws IOException {
    return JavaProcess.of(List.of(), Victim.class)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Path told(Process process) throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    return Path.of(lines.readLine());
  }

  @Test
  void whatAKilledProcessLeftIsDeletedByTheNextOfThatName() throws Exception {
    Process process = victim();
    Path left = told(process);
    try (TemporaryFolder _ = new TemporaryFolder(NAME)) {
      assertTrue(Files.exists(left), "it is in use");
    }
    process.destroyForcibly().waitFor();
    assertTrue(Files.exists(left));
    try (TemporaryFolder other = new TemporaryFolder(NAME + "-other")) {
      assertTrue(Files.exists(other.path()));
      assertTrue(Files.exists(left), "of another name");
    }
    try (TemporaryFolder one = new TemporaryFolder(NAME);
        TemporaryFolder another = new TemporaryFolder(NAME)) {
      assertFalse(Files.exists(left.getParent()));
      assertTrue(Files.exists(one.path()) && Files.exists(another.path()));
    }
  }

  @Test
  void nothingOfItIsLeft() throws IOException {
    Path path;
    try (TemporaryFolder folder = new TemporaryFolder(NAME)) {
      path = folder.path();
      Files.createDirectories(path.resolve("a/b"));
      Files.writeString(path.resolve("a/b/c"), "x");
      assertEquals("x", Files.readString(path.resolve("a/b/c")));
    }
    assertFalse(Files.exists(path.getParent()));
  }
}
