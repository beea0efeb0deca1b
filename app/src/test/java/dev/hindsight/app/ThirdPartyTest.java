package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Compares THIRD-PARTY.md with the build's runtime dependencies.
class ThirdPartyTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root"));
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  @Test
  void everyShippedLibraryIsListedAndNothingElse() throws IOException {
    Set<String> shipped = shipped();
    assertTrue(shipped.contains("picocli"), shipped.toString());
    assertEquals(shipped, listed());
  }

  /// The artifacts in the first column of the table.
  private static Set<String> listed() throws IOException {
    try (Stream<String> lines = Files.lines(ROOT.resolve("THIRD-PARTY.md"))) {
      return lines
          .filter(line -> line.startsWith("| `"))
          .map(line -> line.substring(0, line.indexOf('|', 1)))
          .flatMap(cell -> NAME.matcher(cell).results())
          .map(MatchResult::group)
          .map(quoted -> quoted.replace("`", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /// The artifacts of the class path, with files in `ARTIFACT/VERSION/FILE.jar`, without our own
  /// modules, which are in their `target`.
  private static Set<String> shipped() throws IOException {
    String classPath = Files.readString(ROOT.resolve("app/target/shipped.classpath"));
    return Stream.of(classPath.strip().split(File.pathSeparator))
        .map(Path::of)
        .filter(file -> !file.startsWith(ROOT))
        .map(file -> file.getName(file.getNameCount() - 3).toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
