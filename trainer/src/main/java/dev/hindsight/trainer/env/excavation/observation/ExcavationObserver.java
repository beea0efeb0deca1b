package dev.hindsight.trainer.env.excavation.observation;

import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.LocalSums;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.Terrain;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Observes an excavation.
///
/// Hot loop: allocates nothing; one owner thread. It keeps what the last step left unchanged: sums
/// over the workspaces until the machine moves or the ground changes, and the maps except for the
/// changed tiles. Call [#reset] after the excavation began an episode or took over another state.
public final class ExcavationObserver {
  private static final int DIRECTIONS = SiteGeometry.DIRECTIONS;

  /// Layers that depend on the place and the ground only; the others on the arm too.
  private static final int FIXED_LAYERS = LocalMap.EDGE_ALIGNMENT_ERROR.index();

  private final Excavation excavation;
  private final int size;
  private final int tiles;

  /// `[7, 12]` sums by direction of the arm.
  private final int[] sums = new int[FIXED_LAYERS * DIRECTIONS];

  private final Reach reach;

  private final byte[] traversability;
  private final byte[] interaction;
  private final int[] shownCone;
  private int shownConeCount;
  private final int[] standing;
  private int standingCount;
  private int shownRow;
  private int shownColumn;
  private int shownBase;
  private final int[] diggable;

  /// The observation filled last, which holds the maps that have not changed since.
  private @Nullable ExcavationObservation filled;

  private boolean groundChanged;

  /// Observes an excavation from its current state on.
  public ExcavationObserver(Excavation excavation) {
    this.excavation = excavation;
    size = excavation.geometry().size();
    tiles = size * size;
    reach = new Reach(excavation);
    traversability = new byte[tiles];
    interaction = new byte[tiles];
    int most = excavation.cone().most();
    int largest = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
      largest = Math.max(largest, excavation.footprint().count(d));
    }
    shownCone = new int[most];
    diggable = new int[most];
    standing = new int[largest];
    reset();
  }

  /// Looks at everything anew.
  public void reset() {
    ExcavationMap map = excavation.terrain().survey().map();
    byte[] height = excavation.terrain().height();
    for (int tile = 0; tile < tiles; tile++) {
      traversability[tile] = (byte) (map.obstacles()[tile] != 0 || height[tile] != 0 ? 1 : 0);
    }
    Arrays.fill(interaction, (byte) 0);
    filled = null;
    shownConeCount = 0;
    standingCount = 0;
    stand();
    reach.move();
    sum();
  }

  /// Takes note of the last step; call it after each.
  public void update() {
    boolean moved =
        excavation.row() != shownRow
            || excavation.column() != shownColumn
            || excavation.base() != shownBase;
    boolean away = excavation.row() != shownRow || excavation.column() != shownColumn;
    for (int i = 0; i < excavation.changes(); i++) {
      free(excavation.changedTile(i));
    }
    if (moved) {
      for (int i = 0; i < standingCount; i++) {
        free(standing[i]);
      }
    }
    if (moved || excavation.changes() > 0) {
      // Soil may have slid under the machine, which hides it.
      stand();
    }
    if (away) {
      reach.move();
    }
    groundChanged |= excavation.changes() > 0;
    if (away || excavation.changes() > 0) {
      sum();
    }
  }

  private void free(int tile) {
    ExcavationMap map = excavation.terrain().survey().map();
    boolean level = excavation.terrain().height()[tile] == 0 && map.obstacles()[tile] == 0;
    traversability[tile] = (byte) (level ? 0 : 1);
  }

  private void stand() {
    shownRow = excavation.row();
    shownColumn = excavation.column();
    shownBase = excavation.base();
    byte[] obstacles = excavation.terrain().survey().map().obstacles();
    standingCount = 0;
    for (int i = 0; i < excavation.footprint().count(shownBase); i++) {
      int r = shownRow + excavation.footprint().row(shownBase, i);
      int c = shownColumn + excavation.footprint().column(shownBase, i);
      if (r >= 0 && r < size && c >= 0 && c < size) {
        int tile = r * size + c;
        standing[standingCount++] = tile;
        traversability[tile] = (byte) (obstacles[tile] != 0 ? 1 : -1);
      }
    }
  }

  /// Sums the layers that do not depend on the arm, over the workspaces of all directions.
  private void sum() {
    Arrays.fill(sums, 0);
    Terrain terrain = excavation.terrain();
    SiteSurvey survey = terrain.survey();
    byte[] height = terrain.height();
    byte[] dumpable = terrain.dumpable();
    byte[] target = survey.map().target();
    byte[] outline = survey.outline();
    byte[] border = survey.border();
    for (int i = 0; i < reach.count; i++) {
      int tile = reach.tiles[i];
      int h = height[tile];
      int t = target[tile];
      int soil = Math.max(h, 0);
      int hole = Math.min(h, 0);
      int zone = Math.max(t, 0);
      int dig = Math.min(t, 0);
      int place = reach.places[i];
      for (int k = reach.firstArm[place]; k < reach.firstArm[place + 1]; k++) {
        int arm = reach.arms[k];
        sums[arm] += hole;
        sums[DIRECTIONS + arm] += soil;
        sums[2 * DIRECTIONS + arm] += dig;
        sums[3 * DIRECTIONS + arm] += zone;
        sums[4 * DIRECTIONS + arm] += dumpable[tile];
        sums[5 * DIRECTIONS + arm] += outline[tile];
        sums[6 * DIRECTIONS + arm] += border[tile];
      }
    }
  }

  /// Fills the arrays of an observation.
  public void write(ExcavationObservation into) {
    agent(into);
    localMaps(into.localMaps);
    planes(into);
    excavation.actionMask(into.actionMask, 0);
    edgeFeatures(into);
    into.progress = excavation.progress();
  }

  private void agent(ExcavationObservation into) {
    into.agentStates[0] = excavation.row();
    into.agentStates[1] = excavation.column();
    into.agentStates[2] = excavation.base();
    into.agentStates[3] = excavation.cabin();
    into.agentStates[4] = excavation.wheel();
    into.agentStates[5] = excavation.load();
    into.agentActive[0] = 1;
  }

  private void localMaps(short[] into) {
    int arm = excavation.arm();
    boolean wraps = excavation.rules().localSums() == LocalSums.WRAPPED;
    for (int layer = 0; layer < FIXED_LAYERS; layer++) {
      for (int k = 0; k < DIRECTIONS; k++) {
        int sum = sums[layer * DIRECTIONS + (arm + k) % DIRECTIONS];
        into[layer * DIRECTIONS + k] = (short) (wraps ? (byte) sum : sum);
      }
    }
    reach.edges(excavation.alignment());
    int errors = FIXED_LAYERS * DIRECTIONS;
    for (int k = 0; k < DIRECTIONS; k++) {
      int direction = (arm + k) % DIRECTIONS;
      // The reference sums 32-bit floats; a sum just below a whole number is that number.
      int error = (int) (reach.errors[direction] + 1e-4);
      into[errors + k] = (short) (wraps ? (byte) error : error);
      into[errors + DIRECTIONS + k] = (short) reach.alongEdge[direction];
    }
  }

  private void planes(ExcavationObservation into) {
    for (int i = 0; i < shownConeCount; i++) {
      interaction[shownCone[i]] = 0;
    }
    shownConeCount = excavation.reachedCount();
    System.arraycopy(excavation.reached(), 0, shownCone, 0, shownConeCount);
    for (int i = 0; i < shownConeCount; i++) {
      interaction[shownCone[i]] = 1;
    }
    Terrain terrain = excavation.terrain();
    ExcavationMap map = terrain.survey().map();
    byte[] planes = into.planes;
    plane(MapPlane.TRAVERSABILITY, traversability, planes);
    plane(MapPlane.INTERACTION, interaction, planes);
    if (into != filled || groundChanged) {
      plane(MapPlane.ACTION, terrain.height(), planes);
      plane(MapPlane.DUMPABILITY, terrain.dumpable(), planes);
    }
    if (into != filled) {
      plane(MapPlane.TARGET, map.target(), planes);
      plane(MapPlane.PADDING, map.obstacles(), planes);
    }
    filled = into;
    groundChanged = false;
  }

  private void plane(MapPlane plane, byte[] layer, byte[] into) {
    System.arraycopy(layer, 0, into, plane.index() * tiles, tiles);
  }

  private void edgeFeatures(ExcavationObservation into) {
    Terrain terrain = excavation.terrain();
    SiteSurvey survey = terrain.survey();
    byte[] height = terrain.height();
    byte[] border = survey.border();
    byte[] target = survey.map().target();
    int[] reached = excavation.reached();
    int reachedCount = excavation.reachedCount();
    int edgeLeft = 0;
    for (int i = 0; i < reachedCount; i++) {
      edgeLeft += border[reached[i]] != 0 && height[reached[i]] >= 0 ? 1 : 0;
    }
    int edgeLegal = 0;
    int legal = 0;
    int count = excavation.diggable(diggable);
    for (int i = 0; i < count; i++) {
      int tile = diggable[i];
      if (target[tile] < 0 && height[tile] >= 0) {
        legal++;
        edgeLegal += border[tile] != 0 ? 1 : 0;
      }
    }
    int possible = 0;
    for (byte one : into.actionMask) {
      possible += one;
    }
    float workspace = Math.max(1, reachedCount);
    float[] f = into.edgeFeatures;
    f[0] = into.actionMask[6];
    f[1] = possible / (float) into.actionMask.length;
    f[2] = terrain.undugBorder() / (float) tiles;
    f[3] = (terrain.undug() - terrain.undugBorder()) / (float) tiles;
    f[4] = edgeLeft / workspace;
    f[5] = edgeLegal / workspace;
    f[6] = (edgeLeft - edgeLegal) / workspace;
    f[7] = legal / workspace;
    f[8] = terrain.undugBorder() / (float) Math.max(1, terrain.undug());
    f[9] = (float) excavation.completion();
  }
}
