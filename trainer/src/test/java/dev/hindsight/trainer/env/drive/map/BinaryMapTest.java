package dev.hindsight.trainer.env.drive.map;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryMapTest {
  private static final byte[] V2 = BinaryMapWriter.bytes(SmallMap.map());
  private static final byte[] V0 = SmallMap.v0();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "map_town_02_carla.bin",
        "Town01_converted.bin",
        "Town10HD_converted.bin",
        "Town02_mixed.bin"
      })
  void readingAndWritingKeepsEveryByte(String name) throws IOException {
    Path original = SharedData.require("data/drive/maps/" + name);
    Path copy = folder.resolve(name);
    DriveMaps.write(DriveMaps.read(original), copy);
    assertArrayEquals(Files.readAllBytes(original), Files.readAllBytes(copy));
  }

  @Test
  void egoAndTracksToPredictAreRead() {
    DriveMap map = DriveMaps.read(SharedData.require("data/drive/maps/Town02_mixed.bin"));
    assertEquals(4, map.sdcTrackIndex());
    assertArrayEquals(new int[] {2, 6}, map.tracksToPredict());
    assertEquals(7, map.objects().getFirst().scenarioId());
    assertEquals(2, map.objects().get(30).type());
    assertEquals(3, map.objects().get(28).type());
  }

  @Test
  void smallMapComesBackWhole() {
    assertArrayEquals(V2, BinaryMapWriter.bytes(DriveMaps.read(V2, "small")));
  }

  @Test
  void versionZeroIsToldByItsContent() {
    DriveMap map = DriveMaps.read(V0, "old");
    DriveMap expected = SmallMap.map();
    assertEquals(-1, map.sdcTrackIndex());
    assertEquals(2, map.objects().size());
    assertEquals(3, map.roads().size());
    assertArrayEquals(expected.objects().get(1).heading(), map.objects().get(1).heading());
    assertArrayEquals(expected.objects().get(1).valid(), map.objects().get(1).valid());
    assertArrayEquals(expected.roads().get(0).y(), map.roads().get(0).y());
    assertEquals(1, map.objects().get(1).markAsExpert());
  }

  @Test
  void everyTruncationIsRefusedInOneLine() {
    for (byte[] whole : new byte[][] {V2, V0}) {
      for (int length = 0; length < whole.length; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        Problem problem = assertThrows(Problem.class, () -> DriveMaps.read(cut, "cut.bin"));
        assertFalse(problem.getMessage().contains("\n"));
        assertTrue(problem.getMessage().startsWith("cut.bin: "), problem.getMessage());
      }
    }
  }

  @Test
  void truncationSaysInWhichRoad() {
    byte[] cut = Arrays.copyOf(V2, V2.length - 1);
    Problem problem = assertThrows(Problem.class, () -> DriveMaps.read(cut, "cut.bin"));
    assertEquals("the map ends inside road 2 of 3", problem.what());
  }

  @Test
  void truncatedVersionZeroIsToldAsSuch() {
    byte[] cut = Arrays.copyOf(V0, V0.length - 1);
    Problem problem = assertThrows(Problem.class, () -> DriveMaps.read(cut, "cut.bin"));
    assertEquals("the map ends inside road 2 of 3", problem.what());
  }

  /// Its first numbers read as a version 0 with a pedestrian of two ticks.
  @Test
  void truncatedVersionTwoIsToldAsSuchHoweverItBegins() {
    DriveMap map = SmallMap.map();
    DriveMap misleading = new DriveMap(4, new int[] {2, 2, 1, 0, 0, 0}, map.objects(), map.roads());
    byte[] whole = BinaryMapWriter.bytes(misleading);
    Problem problem =
        assertThrows(
            Problem.class, () -> DriveMaps.read(Arrays.copyOf(whole, whole.length - 1), "cut.bin"));
    assertEquals("the map ends inside road 2 of 3", problem.what());
  }

  @Test
  void aTruncatedMapWhoseFirstByteIsABracketIsNotTakenForText() {
    DriveMap map = SmallMap.map();
    byte[] whole =
        BinaryMapWriter.bytes(new DriveMap('[', new int[] {0}, map.objects(), map.roads()));
    Problem problem =
        assertThrows(
            Problem.class, () -> DriveMaps.read(Arrays.copyOf(whole, whole.length - 1), "cut.bin"));
    assertEquals("the map ends inside road 2 of 3", problem.what());
  }

  @Test
  void bytesAfterTheLastRoadAreRefused() {
    Problem problem =
        assertThrows(
            Problem.class, () -> DriveMaps.read(Arrays.copyOf(V2, V2.length + 4), "long.bin"));
    assertEquals("4 bytes are left over after the last road", problem.what());
  }

  @Test
  void hugeCountsAreRefusedBeforeMemoryIsAsked() {
    // tracks to predict, objects, roads, ticks of object 0
    for (int offset : new int[] {4, 16, 20, 36}) {
      for (int count : new int[] {Integer.MAX_VALUE, -1, 1 << 26}) {
        byte[] hostile = V2.clone();
        ByteBuffer.wrap(hostile).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, count);
        assertThrows(Problem.class, () -> DriveMaps.read(hostile, "hostile.bin"));
      }
    }
  }

  @Test
  void coordinateThatIsNoNumberIsRefusedByPlace() {
    byte[] hostile = V2.clone();
    ByteBuffer.wrap(hostile).order(ByteOrder.LITTLE_ENDIAN).putFloat(44, Float.NaN);
    Problem problem = assertThrows(Problem.class, () -> DriveMaps.read(hostile, "nan.bin"));
    assertEquals("object 0 of 2 has the x NaN", problem.what());
  }

  @Test
  void fileOfAnotherKindIsRefused() {
    byte[] text = "this is not a map, whatever its name says".getBytes(UTF_8);
    assertThrows(Problem.class, () -> DriveMaps.read(text, "text.bin"));
  }

  @Test
  void missingFileIsAProblemNotATrace() {
    Problem problem = assertThrows(Problem.class, () -> DriveMaps.read(folder.resolve("none.bin")));
    assertEquals("there is no such file", problem.what());
  }

  @Test
  void failedWritingLeavesNothing() throws IOException {
    Path taken = folder.resolve("taken");
    Files.createDirectories(taken.resolve("inside"));
    Problem problem = assertThrows(Problem.class, () -> DriveMaps.write(SmallMap.map(), taken));
    assertEquals("the map could not be written (it is a folder)", problem.what());
    try (var left = Files.list(folder)) {
      assertEquals(1, left.count());
    }
  }
}
