package dev.hindsight.trainer.env.excavation.simulation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.BorderRule;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.FinishingLoad;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.MissingDistances;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.Success;

/// One excavator on one site: moves, digs, dumps, and says when the task is done or the time is up.
///
/// Hot loop: steps, resets and copies allocate nothing; one owner thread.
public final class Excavation {
  /// Carried by a load that can never be dumped.
  private static final double HOPELESS = -999_999;

  private final SiteGeometry geometry;
  private final ExcavationRules rules;
  private int maxSteps;
  private final DigCone cone;
  private final MachineFootprint footprint;
  private final MachineMotion motion;
  private final Terrain terrain;
  private final DigArea area;
  private final Shovel shovel;
  private final MachinePose pose = new MachinePose();
  private final StepOutcome outcome = new StepOutcome();
  private int steps;

  /// @param survey the first site
  /// @param maxSteps steps until the time is up
  public Excavation(SiteGeometry geometry, ExcavationRules rules, int maxSteps, SiteSurvey survey) {
    this.geometry = geometry;
    this.rules = rules;
    this.maxSteps = maxSteps;
    cone = new DigCone(geometry, rules.cone());
    footprint = new MachineFootprint(geometry);
    motion = new MachineMotion(geometry);
    terrain = new Terrain(survey, rules);
    area = new DigArea(cone, terrain);
    shovel = new Shovel(rules, terrain, area);
    reset(survey, StartPose.of(geometry.size() / 2, geometry.size() / 2, 0));
  }

  /// Changes the time limit, from the next [#reset] on.
  ///
  /// @param maxSteps steps until the time is up
  public void limit(int maxSteps) {
    this.maxSteps = maxSteps;
  }

  /// Begins an episode.
  public void reset(SiteSurvey survey, StartPose start) {
    terrain.reset(survey);
    pose.set(start);
    steps = start.steps();
    boolean hopeless =
        rules.missingDistances() == MissingDistances.NO_DUMP
            && survey.hasDumpZone()
            && !survey.hasDistances();
    shovel.reset(start.load(), hopeless ? HOPELESS : 0);
    area.leave();
    outcome.begin(ExcavatorAction.NONE, this);
    judge();
  }

  /// Whether the machine could stand somewhere.
  public boolean fits(int atRow, int atColumn, int direction) {
    for (int corner = 0; corner < 4; corner++) {
      int r = atRow + footprint.cornerRow(direction, corner);
      int c = atColumn + footprint.cornerColumn(direction, corner);
      if (r < 0 || r >= geometry.size() || c < 0 || c >= geometry.size()) {
        return false;
      }
    }
    for (int i = 0; i < footprint.count(direction); i++) {
      int r = atRow + footprint.row(direction, i);
      int c = atColumn + footprint.column(direction, i);
      if (terrain.blocked(r * geometry.size() + c)) {
        return false;
      }
    }
    return true;
  }

  /// Runs one step.
  ///
  /// @param action position in [ExcavatorAction], or [ExcavatorAction#NONE]
  /// @return what it did; overwritten by the next step
  public StepOutcome step(int action) {
    terrain.settle();
    outcome.begin(action, this);
    switch (action) {
      case 0, 1 -> move(action);
      case 2, 3 -> turnOrSteer(action == 2);
      case 4 -> turnCabin(-1);
      case 5 -> turnCabin(1);
      case 6 -> {
        look();
        if (shovel.load > 0) {
          shovel.dump(pose, footprint, outcome);
        } else {
          shovel.dig(outcome);
        }
      }
      default -> {
        // Waits.
      }
    }
    steps++;
    outcome.terrainChanged = terrain.changes() > 0;
    judge();
    return outcome;
  }

  private void move(int backward) {
    if (shovel.load > 0) {
      return;
    }
    motion.move(pose.row, pose.column, pose.base, pose.wheel, backward);
    if (fits(motion.row, motion.column, motion.base)) {
      outcome.moved = motion.row != pose.row || motion.column != pose.column;
      pose.row = motion.row;
      pose.column = motion.column;
      pose.base = motion.base;
      area.leave();
    }
  }

  private void turnOrSteer(boolean clockwise) {
    switch (geometry.base()) {
      case WHEELED -> {
        int next = pose.wheel + (clockwise ? 1 : -1);
        outcome.moved = Math.abs(next) <= SiteGeometry.WHEEL_STOP;
        pose.wheel = outcome.moved ? next : pose.wheel;
      }
      case TRACKED -> {
        int next = wrapped(pose.base + (clockwise ? -1 : 1));
        if (shovel.load <= 0 && fits(pose.row, pose.column, next)) {
          pose.base = next;
          outcome.moved = true;
          area.leave();
        }
      }
    }
  }

  private void turnCabin(int by) {
    pose.cabin = wrapped(pose.cabin + by);
    outcome.moved = true;
    area.leave();
  }

  private static int wrapped(int direction) {
    return Math.floorMod(direction, SiteGeometry.DIRECTIONS);
  }

  private void look() {
    area.look(pose.row, pose.column, pose.arm());
  }

  /// Whether an obstacle stands in the workspace, which prevents digging and dumping.
  public boolean obstructed() {
    look();
    return area.obstructed();
  }

  /// Finds the tiles that a dig would dig now, obstacles aside.
  ///
  /// @param tiles filled from its start, in row-major order
  /// @return how many
  public int diggable(int[] tiles) {
    look();
    return shovel.diggable(tiles);
  }

  /// Finds the tiles that a dump would cover now, before the soil settles.
  ///
  /// @param tiles filled from its start, in row-major order
  /// @return how many; 0 if a dump is impossible
  public int dumpSpot(int[] tiles) {
    look();
    return shovel.dumpSpot(pose, footprint, tiles);
  }

  private void judge() {
    outcome.completion =
        completion(rules.finishingLoad() == FinishingLoad.BEFORE ? outcome.load : shovel.load);
    outcome.taskDone = taskDone();
    outcome.timeoutDone = steps >= maxSteps && !outcome.taskDone;
  }

  private boolean taskDone() {
    if (shovel.load > 0 || terrain.undug() > 0) {
      return false;
    }
    SiteSurvey survey = terrain.survey();
    boolean relocation = survey.digTiles() == 0 && survey.hasDumpZone();
    if (relocation) {
      return terrain.soil() > 0 && terrain.soilOutside() == 0;
    }
    return rules.success() == Success.DUG || terrain.soilOutside() == 0;
  }

  /// Share of the task that is done, in `[0, 1]`: soil in the dump zone, of all that has been or
  /// must be dug. With enforced alignment it is the share of the dump zone that is covered.
  public double completion() {
    return completion(shovel.load);
  }

  private double completion(int carried) {
    if (rules.alignment() == BorderRule.ENFORCED) {
      return share(terrain.zoneCovered(), terrain.survey().zoneTiles());
    }
    return share(terrain.soilInZone(), terrain.soil() + terrain.undug() + carried);
  }

  private static double share(int part, int whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  /// Writes which actions could change something: a coarse check that does not look for collisions.
  ///
  /// @param mask `[8]` 1 if possible
  public void actionMask(byte[] mask, int offset) {
    look();
    boolean empty = shovel.load <= 0;
    boolean wheeled = geometry.base() == BaseType.WHEELED;
    mask[offset] = bit(empty);
    mask[offset + 1] = bit(empty);
    mask[offset + 2] = bit(wheeled ? pose.wheel < SiteGeometry.WHEEL_STOP : empty);
    mask[offset + 3] = bit(wheeled ? pose.wheel > -SiteGeometry.WHEEL_STOP : empty);
    mask[offset + 4] = 1;
    mask[offset + 5] = 1;
    mask[offset + 6] = bit(!empty || shovel.canDig());
    mask[offset + 7] = 1;
  }

  private static byte bit(boolean set) {
    return (byte) (set ? 1 : 0);
  }

  /// Takes over the whole state of another world with the same geometry and rules.
  public void set(Excavation other) {
    terrain.set(other.terrain);
    pose.set(other.pose);
    shovel.set(other.shovel);
    steps = other.steps;
    maxSteps = other.maxSteps;
    area.leave();
    outcome.begin(ExcavatorAction.NONE, this);
    judge();
  }

  /// The whole state, for storing it; a reading one begins an episode on the same site before.
  public void transfer(StateStream stream) {
    terrain.transfer(stream);
    pose.transfer(stream, geometry.size());
    shovel.transfer(stream);
    steps = stream.number(steps);
    if (stream.reads()) {
      area.leave();
      outcome.begin(ExcavatorAction.NONE, this);
      judge();
    }
  }

  /// A digest of the whole state.
  public long digest() {
    long hash = terrain.digest(steps);
    hash = SplitMix64.mix(hash + pose.row * 1000L + pose.column);
    hash = SplitMix64.mix(hash + pose.base * 10_000L + pose.cabin * 100L + pose.wheel);
    return shovel.digest(hash);
  }

  /// Sizes.
  public SiteGeometry geometry() {
    return geometry;
  }

  /// Rules.
  public ExcavationRules rules() {
    return rules;
  }

  /// The ground.
  public Terrain terrain() {
    return terrain;
  }

  /// The workspaces of all directions.
  public DigCone cone() {
    return cone;
  }

  /// The tiles under the machine.
  public MachineFootprint footprint() {
    return footprint;
  }

  /// How the arm lies along the border.
  public BorderAlignment alignment() {
    look();
    return area.alignment;
  }

  /// What the last step did.
  public StepOutcome outcome() {
    return outcome;
  }

  /// `[N * N]` 1 where the previous dig dug, until its soil is dumped.
  public byte[] lastDig() {
    return shovel.lastDig;
  }

  /// Tiles of the workspace, [#reachedCount()] of them, in row-major order.
  public int[] reached() {
    look();
    return area.tiles;
  }

  /// Number of tiles of the workspace within the site.
  public int reachedCount() {
    look();
    return area.count;
  }

  /// Row of the machine's centre.
  public int row() {
    return pose.row;
  }

  /// Column of the machine's centre.
  public int column() {
    return pose.column;
  }

  /// Direction of the base, 0 to 11.
  public int base() {
    return pose.base;
  }

  /// Direction of the cabin relative to the base, 0 to 11.
  public int cabin() {
    return pose.cabin;
  }

  /// Direction of the arm, 0 to 11.
  public int arm() {
    return pose.arm();
  }

  /// Position of the wheels, -2 to 2.
  public int wheel() {
    return pose.wheel;
  }

  /// Units of soil in the bucket.
  public int load() {
    return shovel.load;
  }

  /// Age of the episode in steps.
  public int steps() {
    return steps;
  }

  /// Steps until the time is up.
  public int maxSteps() {
    return maxSteps;
  }

  /// Share of the episode that has passed, in `[0, 1]`.
  public float progress() {
    return Math.clamp((float) steps / maxSteps, 0, 1);
  }

  /// Potential that a dump of the current load must not exceed, before changes by others.
  public double carryBaseline() {
    return shovel.carryBaseline;
  }

  /// Potential right after the last dig.
  public double carryAfterLift() {
    return shovel.carryAfterLift;
  }

  /// Number of tiles changed by the last step.
  public int changes() {
    return terrain.changes();
  }

  /// A tile changed by the last step.
  public int changedTile(int index) {
    return terrain.changedTile(index);
  }
}
