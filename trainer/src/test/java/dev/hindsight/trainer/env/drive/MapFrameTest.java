package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.SharedData;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.simulation.MapFrame;
import dev.hindsight.trainer.env.drive.simulation.RoadGrid;
import dev.hindsight.trainer.env.drive.simulation.RoadPolyline;
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
    RoadGrid roadGrid = RoadGrid.over(RoadPolyline.of(map, MapFrame.of(map)));
    assertEquals(-106.62566f, roadGrid.minX(), 1e-5f);
    assertEquals(98.57357f, roadGrid.maxX(), 1e-5f);
    assertEquals(-93.632904f, roadGrid.minY(), 1e-5f);
    assertEquals(111.53596f, roadGrid.maxY(), 1e-5f);
    assertEquals(42, roadGrid.columns());
    assertEquals(42, roadGrid.rows());
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
    RoadGrid roadGrid = new RoadGrid(0, 10, 0, 10, 2, 2);
    assertEquals(0, roadGrid.cell(-4.9f, 1));
    assertEquals(RoadGrid.OUTSIDE, roadGrid.cell(-5.1f, 1));
    assertEquals(RoadGrid.OUTSIDE, roadGrid.cell(10, 1));
    assertEquals(3, roadGrid.cell(9.9f, 9.9f));
  }
}
