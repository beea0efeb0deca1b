package dev.hindsight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Rules about source files, which class files no longer know.
class SourceRulesTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));
  private static final List<String> MODULES =
      List.of("trainer", "render", "inspector", "app", "assets");
  private static final int LONGEST = 500;
  private static final Pattern MOVES = Pattern.compile("\\bFiles\\.move\\b|\\bATOMIC_MOVE\\b");
  private static final Pattern UNFINISHED = Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b");

  /// A file tells one story; a longer one tells two.
  @Test
  void noSourceFileIsLongerThan500Lines() throws IOException {
    assertEquals(
        List.of(), sources("src/main").stream().filter(file -> lines(file) > LONGEST).toList());
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    List<Path> silent =
        sources("src").stream()
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .filter(folder -> !testsOf(folder))
            .toList();

    assertEquals(List.of(), silent);
  }

  @Test
  void nothingIsLeftToDo() throws IOException {
    assertEquals(
        List.of(),
        sources("src/main").stream()
            .filter(file -> UNFINISHED.matcher(text(file)).find())
            .toList());
  }

  /// Written under another name and moved: one class knows how, and what to leave behind.
  @Test
  void onlyAtomicFileMovesAFileToItsName() throws IOException {
    assertEquals(
        List.of("AtomicFile.java"),
        sources("src/main").stream()
            .filter(file -> MOVES.matcher(text(file)).find())
            .map(file -> file.getFileName().toString())
            .toList());
  }

  /// Tests in the package they test share its description.
  private static boolean testsOf(Path folder) {
    String main = folder.toString().replace("/src/test/", "/src/main/");
    return !main.equals(folder.toString()) && Files.exists(Path.of(main, "package-info.java"));
  }

  private static List<Path> sources(String below) throws IOException {
    List<Path> found = new java.util.ArrayList<>();
    for (String module : MODULES) {
      Path folder = ROOT.resolve(module).resolve(below);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
        }
      }
    }
    return found;
  }

  private static long lines(Path file) {
    return text(file).lines().count();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
