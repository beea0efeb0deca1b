package dev.hindsight.trainer.env.excavation.maps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.excavation.StartSampler;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.MachineFootprint;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Npy;
import dev.hindsight.trainer.rollout.NpyArray;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Generated sites, their distances, starts on them, and folders of sites.
class SiteTest {
  private static final int SEEDS = 60;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(SiteKind.class)
  void everySiteHasWorkADumpZoneAndRoomToStart(SiteKind kind) {
    for (int size : new int[] {32, 64}) {
      StartSampler starts = new StartSampler(SiteGeometry.of(size, BaseType.TRACKED));
      for (int seed = 0; seed < SEEDS; seed++) {
        ExcavationMap map = SiteGenerator.generate(kind, size, seed);
        String where = kind + " " + size + " " + seed;
        assertTrue(count(map.target(), 1) > size / 4, where);
        boolean heap = IntStream.range(0, size * size).anyMatch(t -> map.heights()[t] > 0);
        assertEquals(kind == SiteKind.RELOCATION, heap, where);
        assertEquals(kind == SiteKind.RELOCATION, map.digTiles() == 0, where);
        for (int tile = 0; tile < size * size; tile++) {
          assertFalse(map.target()[tile] != 0 && map.obstacles()[tile] != 0, where);
          assertFalse(map.target()[tile] > 0 && map.dumpable()[tile] == 0, where);
        }
        StartPose start = starts.draw(map, seed);
        assertTrue(start.row() >= 8 && start.row() < size - 8, where);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SiteKind.class)
  void theSameSeedGivesTheSameSiteAndAnotherSeedAnother(SiteKind kind) {
    assertSame(SiteGenerator.generate(kind, 64, 5), SiteGenerator.generate(kind, 64, 5));
    long kinds =
        IntStream.range(0, 20)
            .mapToObj(seed -> {
              ExcavationMap map = SiteGenerator.generate(kind, 64, seed);
              return Arrays.hashCode(map.target()) * 31 + Arrays.hashCode(map.heights());
            })
            .distinct()
            .count();
    assertTrue(kinds > 15, kinds + " different sites");
  }

  @Test
  void thePitsOfASmallSiteHaveSidesOf3To4Tiles() {
    for (int seed = 0; seed < SEEDS; seed++) {
      int tiles = SiteGenerator.generate(SiteKind.PIT, 32, seed).digTiles();
      assertTrue(List.of(9, 12, 16).contains(tiles), tiles + " tiles");
    }
  }

  @Test
  void foundationsOfASmallSiteHaveSidesOf4To6TilesARingAroundThemAndSmallObstacles() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ExcavationMap map = SiteGenerator.generate(SiteKind.FOUNDATION, 32, seed);
      int[] dug = IntStream.range(0, 32 * 32).filter(tile -> map.target()[tile] < 0).toArray();
      int top = dug[0] / 32;
      int left = dug[0] % 32;
      int rows = dug[dug.length - 1] / 32 - top + 1;
      int columns = dug[dug.length - 1] % 32 - left + 1;
      assertEquals(rows * columns, dug.length, "one rectangle, seed " + seed);
      assertTrue(4 <= rows && rows <= 6 && 4 <= columns && columns <= 6, rows + " x " + columns);
      int blocked = 0;
      for (int tile = 0; tile < 32 * 32; tile++) {
        int away = Math.max(distance(tile / 32, top, rows), distance(tile % 32, left, columns));
        boolean obstacle = map.obstacles()[tile] != 0;
        blocked += obstacle ? 1 : 0;
        assertTrue(!obstacle || away > 2, "clear of obstacles, seed " + seed);
        assertEquals(
            away == 0 ? -1 : away <= 4 && !obstacle ? 1 : 0,
            map.target()[tile],
            "tile " + tile + ", seed " + seed);
        assertEquals(1, map.dumpable()[tile]);
      }
      assertTrue(1 <= blocked && blocked <= 27, blocked + " tiles of obstacles");
    }
  }

  /// Tiles between a place and a span; 0 within it.
  private static int distance(int at, int from, int length) {
    return Math.max(0, Math.max(from - at, at - (from + length - 1)));
  }

  @Test
  void distancesAreThoseOfASearchOverAllTiles() {
    ExcavationMap map = SiteGenerator.generate(SiteKind.RING, 32, 3);
    for (int tile = 0; tile < 32 * 32; tile++) {
      int nearest = Integer.MAX_VALUE;
      for (int other = 0; other < 32 * 32; other++) {
        if (map.target()[other] > 0) {
          int away = Math.abs(tile / 32 - other / 32) + Math.abs(tile % 32 - other % 32);
          nearest = Math.min(nearest, away);
        }
      }
      assertEquals(nearest / 24f, map.distance()[tile], "tile " + tile);
    }
  }

  @Test
  void everyStartIsDrawnAndNoOther() {
    byte[] dumpable = new byte[32 * 32];
    for (int row = 8; row < 24; row++) {
      Arrays.fill(dumpable, row * 32 + 10, row * 32 + 20, (byte) 1);
    }
    ExcavationMap map = ExcavationMap.of(32, new byte[32 * 32], new byte[32 * 32], dumpable);
    StartSampler starts = new StartSampler(SiteGeometry.of(32, BaseType.TRACKED));
    long different =
        IntStream.range(0, 400)
            .mapToObj(seed -> starts.draw(map, seed))
            .peek(start -> assertTrue(standsOn(dumpable, start), start.toString()))
            .map(StartPose::base)
            .distinct()
            .count();
    assertEquals(12, different);
    ExcavationMap none =
        ExcavationMap.of(32, new byte[32 * 32], new byte[32 * 32], new byte[32 * 32]);
    assertThrows(Problem.class, () -> starts.draw(none, 1));
  }

  private static boolean standsOn(byte[] dumpable, StartPose start) {
    MachineFootprint footprint = new MachineFootprint(SiteGeometry.of(32, BaseType.TRACKED));
    return IntStream.range(0, footprint.count(start.base()))
        .map(i ->
            (start.row() + footprint.row(start.base(), i)) * 32
                + start.column()
                + footprint.column(start.base(), i))
        .allMatch(tile -> dumpable[tile] == 1);
  }

  @Test
  void agesAtTheStartOfARunAreSpread() {
    int[] quarters = new int[4];
    for (int seed = 0; seed < 4000; seed++) {
      quarters[StartSampler.age(100, seed) / 25]++;
    }
    for (int quarter : quarters) {
      assertEquals(1000, quarter, 120);
    }
  }

  @Test
  void aFolderOfSitesIsReadAsWritten() {
    List<ExcavationMap> sites =
        Stream.of(SiteKind.values()).map(kind -> SiteGenerator.generate(kind, 32, 9)).toList();
    SiteFolder.write(folder, sites);
    List<ExcavationMap> read = SiteFolder.read(folder);
    assertEquals(sites.size(), read.size());
    for (int i = 0; i < sites.size(); i++) {
      assertSame(sites.get(i), read.get(i));
    }
  }

  @Test
  void missingDistancesHeightsAndLinesAreZerosAndNone() throws Exception {
    SiteFolder.write(folder, List.of(SiteGenerator.generate(SiteKind.TRENCH, 32, 2)));
    Files.delete(folder.resolve("distance/img_1.npy"));
    Files.delete(folder.resolve("actions/img_1.npy"));
    Files.delete(folder.resolve("metadata/trench_1.json"));
    ExcavationMap map = SiteFolder.read(folder).getFirst();
    assertArrayEquals(new float[32 * 32], map.distance());
    assertArrayEquals(new byte[32 * 32], map.heights());
    assertEquals(List.of(), map.trenchAxes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"images", "occupancy", "dumpability"})
  void aWrongValueIsNamedWithItsPlace(String layer) {
    SiteFolder.write(folder, List.of(SiteGenerator.generate(SiteKind.PIT, 32, 2)));
    byte[] values = new byte[32 * 32];
    values[2 * 32 + 5] = 7;
    int[] shape = {32, 32};
    Npy.write(
        folder.resolve(layer + "/img_1.npy"),
        new NpyArray(Dtype.U1, shape, ByteBuffer.wrap(values)));
    String message = assertThrows(Problem.class, () -> SiteFolder.read(folder)).getMessage();
    assertTrue(message.contains(layer) && message.contains("row 2, column 5 holds 7"), message);
  }

  @Test
  void aWrongShapeIsNamed() {
    SiteFolder.write(folder, List.of(SiteGenerator.generate(SiteKind.PIT, 32, 2)));
    Npy.write(folder.resolve("distance/img_1.npy"), NpyArray.of(new float[32 * 16], 32, 16));
    String message = assertThrows(Problem.class, () -> SiteFolder.read(folder)).getMessage();
    assertTrue(message.contains("its shape is [32, 16]"), message);
  }

  @Test
  void aFolderWithoutMapsIsRefused() {
    assertThrows(Problem.class, () -> SiteFolder.read(folder));
    assertRefused("it holds no sites");
  }

  /// A file stands for whatever keeps the third of a hundred files from being written.
  @Test
  void sitesThatCannotAllBeWrittenLeaveNone() throws Exception {
    Files.writeString(Files.createDirectory(folder.resolve("images")).resolve("notes"), "mine");
    Files.writeString(folder.resolve("metadata"), "a file");
    Problem refused =
        assertThrows(Problem.class, () -> SiteFolder.write(folder, List.of(site(32), site(32))));
    assertTrue(refused.getMessage().startsWith(folder + ": it cannot be written"));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(2, left.count());
    }
    Files.delete(folder.resolve("metadata"));
    SiteFolder.write(folder, List.of(site(32), site(32)));
    assertEquals(2, SiteFolder.read(folder).size());
  }

  @Test
  void aFolderThatHoldsSitesIsNotMixedWithOthers() throws Exception {
    SiteFolder.write(folder, List.of(site(32), site(32)));
    Problem refused =
        assertThrows(Problem.class, () -> SiteFolder.write(folder, List.of(site(48))));
    assertTrue(refused.getMessage().contains("it holds sites already"), refused.getMessage());
    assertEquals(2, SiteFolder.read(folder).size());
    Path other = Files.createTempDirectory(folder, "other");
    SiteFolder.write(other, List.of(site(48)));
    for (String layer : List.of("images", "occupancy", "dumpability", "distance", "actions")) {
      Files.copy(
          other.resolve(layer).resolve("img_1.npy"), folder.resolve(layer).resolve("img_3.npy"));
    }
    assertRefused("its sites have 32 and 48 tiles a side");
  }

  @Test
  void aDamagedSiteIsNamedWithItsFolderOrZipFile() throws Exception {
    SiteFolder.write(folder, List.of(site(32)));
    Path zip = Files.copy(SitePack.resolve(folder), folder.resolve("sites.zip"));
    Path array = folder.resolve("images").resolve("img_1.npy");
    Files.writeString(array, "garbage");
    assertRefused(array.toString());
    try (FileSystem inside = FileSystems.newFileSystem(zip)) {
      Files.writeString(inside.getPath("/images/img_1.npy"), "garbage");
    }
    Problem damaged = assertThrows(Problem.class, () -> SitePack.read(zip));
    assertEquals(zip + "/images/img_1.npy", damaged.where());
  }

  private static ExcavationMap site(int size) {
    return SiteGenerator.generate(SiteKind.PIT, size, 2);
  }

  private void assertRefused(String words) {
    Problem refused = assertThrows(Problem.class, () -> SitePack.resolve(folder));
    assertTrue(refused.getMessage().contains(words), refused.getMessage());
    assertTrue(refused.where().startsWith(folder.toString()), refused.where());
  }

  private static long count(byte[] layer, int value) {
    return IntStream.range(0, layer.length).filter(t -> layer[t] == value).count();
  }

  private static void assertSame(ExcavationMap one, ExcavationMap other) {
    assertArrayEquals(one.target(), other.target());
    assertArrayEquals(one.obstacles(), other.obstacles());
    assertArrayEquals(one.dumpable(), other.dumpable());
    assertArrayEquals(one.heights(), other.heights());
    assertArrayEquals(one.distance(), other.distance());
    assertEquals(one.trenchAxes(), other.trenchAxes());
    assertEquals(one.borderAxes(), other.borderAxes());
  }
}
