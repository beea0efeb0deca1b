package dev.hindsight.trainer.env.excavation.maps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.excavation.ExcavationEnvironmentType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The sites that ship are those of their list, and can be dug by name.
class BuiltInSitesTest {
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

  static List<String> lines() {
    return BuiltInSites.index();
  }

  static List<String> names() {
    return BuiltInSites.names();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void shippedSiteIsWhatItsLineGenerates(String line) {
    String[] words = line.split(" ", -1);
    assertEquals("--kind --size --seed", words[1] + " " + words[3] + " " + words[5]);
    long seed = Long.parseLong(words[6]);
    assertTrue(seed > 20_000, "no policy learns or is measured on it");
    List<ExcavationMap> shipped = SitePack.read(BuiltInSites.resolve(words[0]));
    assertEquals(1, shipped.size());
    ExcavationMap site = shipped.getFirst();
    ExcavationMap again =
        SiteGenerator.generate(
            SiteKind.valueOf(words[2].toUpperCase(Locale.ROOT)), Integer.parseInt(words[4]), seed);
    assertEquals(again.size(), site.size());
    assertArrayEquals(again.target(), site.target());
    assertArrayEquals(again.obstacles(), site.obstacles());
    assertArrayEquals(again.dumpable(), site.dumpable());
    assertArrayEquals(again.heights(), site.heights());
    assertArrayEquals(again.distance(), site.distance());
    assertEquals(again.trenchAxes(), site.trenchAxes());
  }

  @ParameterizedTest
  @MethodSource("names")
  void shippedSiteCanBeDugByName(String name) {
    EnvironmentType type = new ExcavationEnvironmentType();
    Environment environment =
        type.prepare(
                type.settings().parse(Map.of(), "test"),
                Optional.of(type.scenarios().resolve(name)))
            .create(1);
    byte[] before = environment.buffer().actionMask.clone();
    Actions actions = new Actions(environment.shape());
    for (int turn = 0; turn < 3; turn++) {
      actions.joint[0] = 5;
      environment.step(actions);
    }
    assertEquals(3, environment.buffer().trialTick);
    assertTrue(before.length > 0 && !Arrays.equals(new byte[before.length], before));
  }

  @Test
  void eachGeneratorShipsSites() {
    assertEquals(
        Arrays.stream(SiteKind.values()).map(SiteKind::id).collect(Collectors.toSet()),
        names().stream()
            .map(name -> name.substring(0, name.indexOf('-')))
            .collect(Collectors.toSet()));
  }

  @Test
  void aFolderOrFileOfTheUsersOwnResolvesToAFile() throws IOException {
    Path own = folder.resolve("own");
    SiteFolder.write(own, SitePack.read(BuiltInSites.resolve("ring-1")));
    assertTrue(Files.isRegularFile(BuiltInSites.resolve(own.toString())));
    Path zip = Files.copy(BuiltInSites.resolve("ring-1"), folder.resolve("mine.zip"));
    assertEquals(zip, BuiltInSites.resolve(zip.toString()));
  }

  @Test
  void unknownNameListsTheShippedSites() {
    Problem problem = assertThrows(Problem.class, () -> BuiltInSites.resolve("ring-9"));
    assertTrue(problem.remedy().contains(String.join(", ", names())), problem.remedy());
  }
}
