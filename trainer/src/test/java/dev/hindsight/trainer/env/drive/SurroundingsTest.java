package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
  /// One short piece in the middle of each cell of 5 x 5, cell by cell.
  private static List<Polyline> onePerCell() {
    List<Polyline> lines = new ArrayList<>();
    lines.add(new Polyline(Polyline.EDGE, new float[] {0, 0}, new float[] {0, 0}));
    lines.add(new Polyline(Polyline.EDGE, new float[] {25, 25}, new float[] {25, 25}));
    for (int cell = 0; cell < 25; cell++) {
      float x = 5 * (cell % 5) + 2;
      float y = 5 * (cell / 5) + 2;
      lines.add(new Polyline(Polyline.LANE, new float[] {x, x + 1}, new float[] {y, y}));
    }
    return lines;
  }

  private static int[] cellsSeenFrom(int cell, int most) {
    Grid grid = Grid.over(onePerCell());
    Surroundings surroundings = new Surroundings(onePerCell(), grid, most);
    int from = surroundings.first[cell];
    int[] cells = new int[surroundings.first[cell + 1] - from];
    for (int i = 0; i < cells.length; i++) {
      int piece = surroundings.seen[from + i];
      cells[i] = grid.cell(surroundings.pieces[piece], surroundings.pieces[piece + 1]);
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
    Surroundings surroundings = new Surroundings(onePerCell(), Grid.over(onePerCell()), 1);
    int piece = surroundings.seen[surroundings.first[0]];
    assertEquals(0, surroundings.pieces[piece + 2]);
    assertEquals(0, surroundings.pieces[piece + 4]);
    assertEquals(2, surroundings.pieces[piece + 5]);
  }

  @Test
  void nothingIsSeenBeyondTenCells() {
    List<Polyline> far =
        List.of(
            new Polyline(Polyline.EDGE, new float[] {0, 1}, new float[] {0, 1}),
            new Polyline(Polyline.EDGE, new float[] {60, 61}, new float[] {60, 61}));
    Surroundings surroundings = new Surroundings(far, Grid.over(far), 128);
    assertEquals(1, surroundings.first[1]);
  }
}
