package dev.hindsight.trainer.env.drive.map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.airspace.AirspaceEnvironmentType;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.excavation.ExcavationEnvironmentType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltInMapsTest {
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

  static List<String> names() {
    return BuiltInMaps.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shippedMapOpensByName(String name) {
    // On a narrow road two vehicles meet, before a fork one chooses; the others are traffic.
    int least = name.startsWith("narrow") ? 2 : name.startsWith("fork") ? 1 : 8;
    assertTrue(DriveMaps.open(name).objects().size() >= least);
  }

  @Test
  void theMapOfTheDemoIsThere() {
    assertTrue(BuiltInMaps.names().contains("intersection-1"));
  }

  @Test
  void nameResolvesToAFileWithTheSameBytes() throws IOException {
    Path file = BuiltInMaps.resolve("merge-1");
    assertArrayEquals(BuiltInMaps.bytes("merge-1"), Files.readAllBytes(file));
  }

  @Test
  void damagedCopyInTheCacheIsReplaced() throws IOException {
    Path file = BuiltInMaps.resolve("merge-1");
    Files.writeString(file, "damaged");
    BuiltInMaps.resolve("merge-1");
    assertArrayEquals(BuiltInMaps.bytes("merge-1"), Files.readAllBytes(file));
  }

  @Test
  void pathOfAFileResolvesToItself() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.bin"), "");
    assertEquals(file, BuiltInMaps.resolve(file.toString()));
  }

  @Test
  void unknownNameListsTheShippedMaps() {
    Problem problem = assertThrows(Problem.class, () -> DriveMaps.open("intersection-9"));
    assertEquals(
        "check the path, or choose one of " + String.join(", ", BuiltInMaps.names()),
        problem.remedy());
  }

  @Test
  void shippedMapsTogetherStaySmall() {
    int total = BuiltInMaps.names().stream().mapToInt(n -> BuiltInMaps.bytes(n).length).sum();
    assertTrue(total < 700_000, total + " bytes");
  }

  @Test
  void aNameThatNoFileCanHaveIsUnknownAndNotHere() {
    for (Scenarios scenarios :
        List.of(
            new DriveEnvironmentType().scenarios(),
            new ExcavationEnvironmentType().scenarios(),
            new AirspaceEnvironmentType().scenarios())) {
      assertThrows(Problem.class, () -> scenarios.resolve("a\0b"));
      assertEquals(List.of(), scenarios.here(List.of("a\0b")));
    }
  }
}
