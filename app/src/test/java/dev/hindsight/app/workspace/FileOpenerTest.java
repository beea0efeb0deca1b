package dev.hindsight.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.env.excavation.maps.BuiltInSites;
import dev.hindsight.trainer.env.excavation.maps.SiteFolder;
import dev.hindsight.trainer.env.excavation.maps.SiteGenerator;
import dev.hindsight.trainer.env.excavation.maps.SiteKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What the window makes of folders and ZIP files.
class FileOpenerTest {
  @TempDir Path folder;

  private TemporaryCacheFolder cache;

  @BeforeEach
  void keepOutOfTheUsersCache() {
    cache = new TemporaryCacheFolder(folder);
  }

  @AfterEach
  void leaveTheCache() {
    cache.close();
  }

  private Path sites(int... sizes) {
    Path sites = folder.resolve("sites");
    SiteFolder.write(
        sites,
        Arrays.stream(sizes)
            .mapToObj(size -> SiteGenerator.generate(SiteKind.TRENCH, size, 5))
            .toList());
    return sites;
  }

  private static Problem problem(Path file) {
    Problem problem = assertThrows(Problem.class, () -> FileOpener.read(file));
    assertEquals(1, problem.toString().lines().count(), problem.toString());
    return problem;
  }

  @Test
  void filesThatHindsightWroteForAnotherPurposeSayWhere() throws IOException {
    Path file = folder.resolve("some.json");
    Files.writeString(file, "{\"layout\": 1, \"details\": {}}");
    assertTrue(problem(file).toString().contains("Import layout"), problem(file).toString());
    Files.writeString(file, "{\"format\": \"hindsight-facts\", \"facts\": []}");
    assertTrue(problem(file).toString().contains("hindsight check"), problem(file).toString());
    Files.writeString(file, "{\"format\": \"hindsight-bookmarks\"}");
    assertTrue(problem(file).what().contains("hindsight-bookmarks"), problem(file).toString());
    Files.writeString(file, "{\"a\": 1}");
    assertTrue(problem(file).what().contains("not a map"), problem(file).toString());
    Files.writeString(file, "[1, 2]");
    assertFalse(problem(file).toString().contains("  "), problem(file).toString());
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aDeviceExistsButIsNoFile() {
    assertEquals("it is not a regular file", problem(Path.of("/dev/null")).what());
  }

  @Test
  void foldersAndZipFilesOfSitesAreMapsOfTheExcavation() {
    for (Path file : List.of(sites(40, 40), BuiltInSites.resolve("ring-1"))) {
      OpenedFile.MapFile opened = assertInstanceOf(OpenedFile.MapFile.class, FileOpener.read(file));
      assertEquals(file, opened.file());
      assertEquals("excavation", opened.type().id());
    }
  }

  @Test
  void aWrongFolderOrZipFileIsNamedInOneLine() throws IOException {
    Path nothing = Files.createDirectories(folder.resolve("holiday"));
    assertEquals(nothing.toString(), problem(nothing).where());
    Path half = Files.createDirectories(folder.resolve("half"));
    Files.createDirectories(half.resolve("occupancy"));
    assertTrue(problem(half).remedy().contains("images/img_1.npy"));
    Path text = Files.writeString(folder.resolve("text.zip"), "no archive");
    assertEquals(text.toString(), problem(text).where());
    assertTrue(problem(sites(40, 48)).what().contains("48"));
    Path lost = folder.resolve("lost.zip");
    assertEquals(lost.toString(), problem(lost).where());
  }

  @Test
  void aMissingLayerIsNamedWithItsFile() throws IOException {
    Path sites = sites(40);
    Path layer = sites.resolve("dumpability").resolve("img_1.npy");
    Files.delete(layer);
    assertTrue(problem(sites).where().endsWith("/dumpability/img_1.npy"), problem(sites).where());
  }
}
