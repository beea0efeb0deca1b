package dev.hindsight.trainer.env.excavation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.picture.SiteTile;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.Dtype;
import java.nio.ByteBuffer;
import java.util.List;

/// The columns of the environment's own: what a viewer needs to draw the site. Hot loop: [#write]
/// allocates nothing; one owner thread.
///
/// Lengths are in metres, x to the right and y up, from the lower left corner of the site.
final class ExcavationColumns {
  private final List<Column> columns;
  private final SiteGeometry geometry;
  private final byte[] tiles;
  private final int[] work;

  ExcavationColumns(SiteGeometry geometry) {
    this.geometry = geometry;
    int n = geometry.size();
    columns =
        List.of(
            new Column(
                ChannelSpec.perTick(
                    "pose", Dtype.F4, "", wording("ExcavationColumns.x_y_heading"), "agent", 3),
                List.of(1, 3)),
            new Column(
                ChannelSpec.perTick(
                    SiteTile.EXCAVATOR,
                    Dtype.I2,
                    "",
                    wording("ExcavationColumns.cabin_wheels_load"),
                    "agent",
                    5),
                List.of(1, 5)),
            new Column(
                ChannelSpec.perTick(
                    SiteTile.GROUND, Dtype.I1, "tiles", wording("ExcavationColumns.heights"), n, n),
                List.of(n, n)),
            new Column(
                ChannelSpec.perTick(
                    SiteTile.COLUMN,
                    Dtype.U1,
                    "1",
                    wording("ExcavationColumns.what_each_tile_is"),
                    n,
                    n),
                List.of(n, n)),
            StateParts.column(ExcavationState.PARTS));
    tiles = new byte[geometry.tiles()];
    work = new int[geometry.tiles()];
  }

  static List<Column> of(SiteGeometry geometry) {
    return new ExcavationColumns(geometry).columns;
  }

  /// Writes a row of the column at an index.
  void write(int column, ExcavationWorld world, ExcavationState state, ByteBuffer row) {
    Excavation excavation = world.excavation();
    switch (column) {
      case 0 -> pose(excavation, row);
      case 1 ->
          row.putShort((short) excavation.cabin())
              .putShort((short) excavation.wheel())
              .putShort((short) excavation.load())
              .putShort((short) state.level)
              .putShort((short) state.site);
      case 2 -> row.put(excavation.terrain().height());
      case 3 -> {
        look(excavation);
        row.put(tiles);
      }
      default -> state.writeParts(world, row);
    }
  }

  private void pose(Excavation excavation, ByteBuffer row) {
    row.putFloat((float) ((excavation.column() + 0.5) * geometry.tile()));
    row.putFloat((float) ((geometry.size() - excavation.row() - 0.5) * geometry.tile()));
    double heading = excavation.base() * 2 * Math.PI / SiteGeometry.DIRECTIONS;
    row.putFloat((float) Math.IEEEremainder(heading, 2 * Math.PI));
  }

  private void look(Excavation excavation) {
    ExcavationMap map = excavation.terrain().survey().map();
    byte[] dumpable = excavation.terrain().dumpable();
    byte[] lastDig = excavation.lastDig();
    for (int tile = 0; tile < tiles.length; tile++) {
      int target = map.target()[tile];
      tiles[tile] =
          (byte)
              ((target < 0 ? SiteTile.DIG : target > 0 ? SiteTile.ZONE : 0)
                  | (map.obstacles()[tile] != 0 ? SiteTile.OBSTACLE : 0)
                  | (dumpable[tile] != 0 ? SiteTile.DUMPABLE : 0)
                  | (lastDig[tile] != 0 ? SiteTile.LAST_DIG : 0));
    }
    int[] reached = excavation.reached();
    int count = excavation.reachedCount();
    for (int i = 0; i < count; i++) {
      tiles[reached[i]] |= (byte) SiteTile.REACHED;
    }
    if (!excavation.obstructed()) {
      int working = excavation.load() > 0 ? excavation.dumpSpot(work) : excavation.diggable(work);
      for (int i = 0; i < working; i++) {
        tiles[work[i]] |= (byte) SiteTile.WORK;
      }
    }
  }
}
