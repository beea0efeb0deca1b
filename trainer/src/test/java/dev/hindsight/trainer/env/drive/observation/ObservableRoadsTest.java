package dev.hindsight.trainer.env.drive.observation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.env.drive.simulation.RoadGrid;
import dev.hindsight.trainer.env.drive.simulation.RoadPolyline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservableRoadsTest {
  /// One short piece in the middle of each cell of 5 x 5, cell by cell.
  private static List<RoadPolyline> onePerCell() {
    List<RoadPolyline> lines = new ArrayList<>();
    lines.add(new RoadPolyline(RoadPolyline.EDGE, new float[] {0, 0}, new float[] {0, 0}));
    lines.add(new RoadPolyline(RoadPolyline.EDGE, new float[] {25, 25}, new float[] {25, 25}));
    for (int cell = 0; cell < 25; cell++) {
      float x = 5 * (cell % 5) + 2;
      float y = 5 * (cell / 5) + 2;
      lines.add(new RoadPolyline(RoadPolyline.LANE, new float[] {x, x + 1}, new float[] {y, y}));
    }
    return lines;
  }

  private static int[] cellsSeenFrom(int cell, int most) {
    RoadGrid roadGrid = RoadGrid.over(onePerCell());
    ObservableRoads observableRoads = new ObservableRoads(onePerCell(), roadGrid, most);
    int from = observableRoads.first[cell];
    int[] cells = new int[observableRoads.first[cell + 1] - from];
    for (int i = 0; i < cells.length; i++) {
      int piece = observableRoads.seen[from + i];
      cells[i] = roadGrid.cell(observableRoads.pieces[piece], observableRoads.pieces[piece + 1]);
    }
    return cells;
  }

  @Test
  void piecesAreSeenOnASpiralOutward() {
    int[] spiral = {12, 13, 18, 17, 16, 11, 6, 7, 8, 9, 14, 19, 24, 23};
    assertArrayEquals(spiral, cellsSeenFrom(12, spiral.length));
  }

  @Test
  void aPieceAtTheOriginIsSeenWithoutDirectionOrLength() {
    ObservableRoads observableRoads =
        new ObservableRoads(onePerCell(), RoadGrid.over(onePerCell()), 1);
    int piece = observableRoads.seen[observableRoads.first[0]];
    assertEquals(0, observableRoads.pieces[piece + 2]);
    assertEquals(0, observableRoads.pieces[piece + 4]);
    assertEquals(2, observableRoads.pieces[piece + 5]);
  }

  @Test
  void nothingIsSeenBeyondTenCells() {
    List<RoadPolyline> far =
        List.of(
            new RoadPolyline(RoadPolyline.EDGE, new float[] {0, 1}, new float[] {0, 1}),
            new RoadPolyline(RoadPolyline.EDGE, new float[] {60, 61}, new float[] {60, 61}));
    ObservableRoads observableRoads = new ObservableRoads(far, RoadGrid.over(far), 128);
    assertEquals(1, observableRoads.first[1]);
  }
}
