package dev.hindsight.trainer.env.excavation.observation;

import dev.hindsight.trainer.env.excavation.simulation.BorderAlignment;
import dev.hindsight.trainer.env.excavation.simulation.DigCone;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/// The tiles that the arm reaches in any direction, each with the directions that reach it.
///
/// Hot loop: allocates nothing after construction; one owner thread.
final class Reach {
  private final Excavation excavation;
  private final int size;

  /// Places of the ring around the machine, relative to it.
  private final int[] rows;

  private final int[] columns;

  /// Directions that reach place p: `arms[firstArm[p]]` to `arms[firstArm[p + 1] - 1]`.
  final int[] firstArm;

  final int[] arms;

  /// Tiles of the ring within the site, and their places.
  final int[] tiles;

  final int[] places;
  int count;

  /// Those of them on the border of the foundation.
  private final int[] border;

  private int borderCount;

  /// `[12]` sum over a direction's workspace of the angle between arm and edge.
  final float[] errors = new float[SiteGeometry.DIRECTIONS];

  /// `[12]` tiles of a direction's workspace along whose edge the arm lies.
  final int[] alongEdge = new int[SiteGeometry.DIRECTIONS];

  Reach(Excavation excavation) {
    this.excavation = excavation;
    size = excavation.geometry().size();
    DigCone cone = excavation.cone();
    TreeMap<Long, List<Integer>> directions = new TreeMap<>();
    for (int arm = 0; arm < SiteGeometry.DIRECTIONS; arm++) {
      for (int i = 0; i < cone.count(arm); i++) {
        long key = (long) cone.row(arm, i) << 32 | cone.column(arm, i) + size;
        directions.computeIfAbsent(key, _ -> new ArrayList<>()).add(arm);
      }
    }
    rows = directions.keySet().stream().mapToInt(key -> (int) (key >> 32)).toArray();
    columns = directions.keySet().stream().mapToInt(key -> key.intValue() - size).toArray();
    arms = directions.values().stream().flatMap(List::stream).mapToInt(arm -> arm).toArray();
    firstArm = new int[rows.length + 1];
    int place = 0;
    for (List<Integer> reaching : directions.values()) {
      firstArm[place + 1] = firstArm[place] + reaching.size();
      place++;
    }
    tiles = new int[rows.length];
    places = new int[rows.length];
    border = new int[rows.length];
  }

  /// Finds the tiles around the machine's new place.
  void move() {
    byte[] borders = excavation.terrain().survey().border();
    int row = excavation.row();
    int column = excavation.column();
    count = 0;
    borderCount = 0;
    for (int place = 0; place < rows.length; place++) {
      int r = row + rows[place];
      int c = column + columns[place];
      if (r >= 0 && r < size && c >= 0 && c < size) {
        int tile = r * size + c;
        if (borders[tile] != 0) {
          border[borderCount++] = count;
        }
        tiles[count] = tile;
        places[count++] = place;
      }
    }
  }

  /// Sums over the border what depends on the arm.
  void edges(BorderAlignment alignment) {
    Arrays.fill(errors, 0);
    Arrays.fill(alongEdge, 0);
    for (int i = 0; i < borderCount; i++) {
      int tile = tiles[border[i]];
      int place = places[border[i]];
      float error = alignment.error(tile);
      int along = alignment.diggable(tile) ? 1 : 0;
      for (int k = firstArm[place]; k < firstArm[place + 1]; k++) {
        errors[arms[k]] += error;
        alongEdge[arms[k]] += along;
      }
    }
  }
}
