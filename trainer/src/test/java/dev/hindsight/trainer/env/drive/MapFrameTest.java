package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import java.util.List;
import org.junit.jupiter.api.Test;

class MapFrameTest {
  @Test
  void theMeanOfTown02HasTheRoundingOfTheReference() {
    DriveMap map = DriveMaps.read(SharedData.require("data/drive/maps/map_town_02_carla.bin"));
    assertEquals(new MapFrame(97.16642f, -214.92773f), MapFrame.of(map));
  }

  @Test
  void theGridOfTown02IsThatOfTheReference() {
    DriveMap map = DriveMaps.read(SharedData.require("data/drive/maps/map_town_02_carla.bin"));
    Grid grid = Grid.over(Polyline.of(map, MapFrame.of(map)));
    assertEquals(-106.62566f, grid.minX(), 1e-5f);
    assertEquals(98.57357f, grid.maxX(), 1e-5f);
    assertEquals(-93.632904f, grid.minY(), 1e-5f);
    assertEquals(111.53596f, grid.maxY(), 1e-5f);
    assertEquals(42, grid.columns());
    assertEquals(42, grid.rows());
  }

  @Test
  void invalidPointsOfObjectsAndUnknownRoadTypesBelowFourDoNotCount() {
    DriveMap map =
        TestMap.map(
            List.of(TestMap.road(6, new double[] {4, 8}), TestMap.road(1, new double[] {900, 900})),
            TestTrack.at(2, 2).ticks(3).valid(1, 2));
    assertEquals(new MapFrame(3, 5), MapFrame.of(map));
  }

  @Test
  void whatIsNowhereStaysNowhere() {
    MapFrame frame = new MapFrame(3, 5);
    float[] x = {MapFrame.NOWHERE, 1};
    assertEquals(MapFrame.NOWHERE, frame.localX(x)[0]);
    assertEquals(7, frame.localY(x, new float[] {7, 7})[0]);
    assertEquals(2, frame.localY(x, new float[] {7, 7})[1]);
  }

  @Test
  void placesJustLeftOfTheGridStillBelongToItsFirstColumn() {
    Grid grid = new Grid(0, 10, 0, 10, 2, 2);
    assertEquals(0, grid.cell(-4.9f, 1));
    assertEquals(Grid.OUTSIDE, grid.cell(-5.1f, 1));
    assertEquals(Grid.OUTSIDE, grid.cell(10, 1));
    assertEquals(3, grid.cell(9.9f, 9.9f));
  }
}
