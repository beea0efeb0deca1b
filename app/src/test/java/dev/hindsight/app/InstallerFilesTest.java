package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What installers are made from, as far as it can be checked without making one.
class InstallerFilesTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("hindsight.root", ".."), "jpackage");
  private static final String TYPE = "application/x-hindsight-rollout";

  private static String text(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file));
  }

  @Test
  void thePackagerCompilesWithoutAWarning(@TempDir Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.list(FOLDER)) {
      List<Path> java = sources.filter(file -> file.toString().endsWith(".java")).toList();
      List<String> options =
          List.of("-Xlint:all", "-Werror", "-proc:none", "-d", classes.toString());
      assertTrue(
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(java))
              .call(),
          said.toString());
      assertFalse(java.isEmpty());
    }
  }

  @Test
  void everySystemOpensTheSameEndingByTheSameType() throws IOException {
    assertTrue(text("linux/hindsight.desktop").contains("MimeType=" + TYPE + ";"));
    assertTrue(
        text("linux/hindsight.desktop").contains("Exec=/opt/hindsight/bin/hindsight open %F"));
    assertTrue(text("linux/hindsight.xml").contains("<mime-type type=\"" + TYPE + "\">"));
    assertTrue(text("linux/hindsight.xml").contains("<glob pattern=\"*.rollout\""));
    assertTrue(text("rollout.properties").contains("extension=rollout"));
    assertTrue(text("rollout.properties").contains("mime-type=" + TYPE));
  }

  @Test
  void nothingRunsWhenAPackageIsInstalledOrRemoved() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER.resolve("linux"))) {
      assertEquals(
          List.of(),
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.matches("(pre|post)(inst|rm)"))
              .toList());
    }
    assertFalse(text("linux/hindsight.spec").matches("(?s).*\\n%(pre|post)(un|trans)?\\b.*"));
  }
}
