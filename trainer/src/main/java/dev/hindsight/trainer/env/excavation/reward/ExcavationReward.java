package dev.hindsight.trainer.env.excavation.reward;

import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.maps.MapAxis;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.BorderRule;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.EdgeBonus;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.TimeoutBonus;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules.TrenchAngle;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import dev.hindsight.trainer.env.excavation.simulation.StepOutcome;
import dev.hindsight.trainer.env.excavation.simulation.Terrain;
import java.util.Arrays;
import java.util.List;

/// The reward of the last step, by component.
///
/// Hot loop: allocates nothing; one owner thread.
public final class ExcavationReward {
  /// Price of a unit dug out of the dump zone, in units dumped there.
  private static final double TAKEN_FROM_ZONE = 1.2;

  /// Soil that this excavator dug counts this much when it gets nearer.
  private static final double OWN_SOIL = 1.5;

  private static final double ZONE_BONUS = 0.5;
  private static final double MOST_PROGRESS = 200;
  private static final double LEAST_PROGRESS = 0.1;

  /// Small foundations pay more: tiles of a foundation that pays the least.
  private static final double LARGE = 170;

  private static final double PER_METRE = -0.14;
  private static final double PER_RIGHT_ANGLE = -0.16;

  /// A full success of several agents is shared among them; there is one.
  private static final double SHARE = 2;

  private static final double COMPLETE = 0.999;
  private static final double COMPLETE_BONUS = 40;
  private static final double TIMEOUT_SHARE = 0.1;
  private static final double DUG_SHARE = 0.4;

  private RewardWeights weights;
  private TrenchReward trench;
  private final double[] components = new double[RewardComponent.COUNT];
  private double sum;

  /// @param trench whether there are rewards for standing along a trench
  public ExcavationReward(RewardWeights weights, TrenchReward trench) {
    this.weights = weights;
    this.trench = trench;
  }

  /// Rewards for standing along a trench.
  public enum TrenchReward {
    /// No.
    NONE,
    /// Yes, where the map has axes.
    APPLIED
  }

  /// Changes what steps pay.
  ///
  /// @param trench whether there are rewards for standing along a trench
  public void set(RewardWeights weights, TrenchReward trench) {
    this.weights = weights;
    this.trench = trench;
  }

  /// Pays what another pays.
  public void set(ExcavationReward other) {
    set(other.weights, other.trench);
  }

  /// Computes the reward of the last step.
  ///
  /// @return the sum of the components, divided by the normaliser
  public double of(Excavation excavation) {
    StepOutcome step = excavation.outcome();
    Arrays.fill(components, 0);
    sum = 0;
    add(RewardComponent.EXISTENCE, weights.existence());
    switch (step.action) {
      case 0, 1 -> move(step);
      case 2, 3 -> turn(step, excavation.geometry());
      case 4, 5 -> add(RewardComponent.CABIN_TURN, weights.cabinTurn());
      case 6 -> {
        if (step.load > 0) {
          dump(step, excavation);
        } else {
          dig(step, excavation);
        }
      }
      default -> {
        // Waiting costs no more than existing.
      }
    }
    if (trench == TrenchReward.APPLIED) {
      trench(step, excavation);
    }
    terminal(step, excavation);
    return sum / weights.normaliser();
  }

  private void add(RewardComponent component, double amount) {
    components[component.index()] += amount;
    sum += amount;
  }

  private void move(StepOutcome step) {
    add(RewardComponent.MOVE, weights.move());
    if (!step.moved) {
      add(RewardComponent.COLLISION_MOVE, weights.collisionMove());
    }
    if (step.load > 0) {
      add(RewardComponent.MOVE_WHILE_LOADED, weights.moveWhileLoaded());
    }
    if (step.wheel != 0) {
      add(RewardComponent.MOVE_WITH_TURNED_WHEELS, weights.moveWithTurnedWheels());
    }
  }

  private void turn(StepOutcome step, SiteGeometry geometry) {
    switch (geometry.base()) {
      case WHEELED -> add(RewardComponent.WHEEL_TURN, weights.wheelTurn() * (step.moved ? 1 : 2));
      case TRACKED -> {
        add(RewardComponent.BASE_TURN, weights.baseTurn());
        if (!step.moved) {
          add(RewardComponent.COLLISION_TURN, weights.collisionTurn());
        }
      }
    }
  }

  private void dig(StepOutcome step, Excavation excavation) {
    ExcavationRules rules = excavation.rules();
    int load = excavation.load();
    if (load > 0 && step.load == 0) {
      add(RewardComponent.DIG_SUCCESS, weights.lift());
    }
    if (load == step.load) {
      add(RewardComponent.DIG_WRONG, weights.digWrong());
    }
    add(
        RewardComponent.DIG_ON_DUMP_PENALTY,
        -TAKEN_FROM_ZONE * weights.dumpCorrect() * step.takenFromZone);
    if (rules.alignment() == BorderRule.ENFORCED
        && (step.borderDug > 0 || rules.edgeBonus() == EdgeBonus.EVERY_ATTEMPT)) {
      add(RewardComponent.DIG_EDGE_BONUS, weights.digEdgeBonus());
    }
  }

  private void dump(StepOutcome step, Excavation excavation) {
    if (excavation.load() == step.load) {
      add(RewardComponent.DUMP_WRONG, weights.dumpWrong());
      return;
    }
    double scale =
        Math.clamp(LARGE / Math.max(1, excavation.terrain().survey().digTiles()), 2, 5) / 2;
    double progress = Math.clamp(step.progress, -MOST_PROGRESS, MOST_PROGRESS) * OWN_SOIL * scale;
    double units = Math.max(0, step.addedToZone) * weights.dumpCorrect();
    components[RewardComponent.DUMP_PROGRESS.index()] = units;
    components[RewardComponent.DUMP_BONUS.index()] = units * ZONE_BONUS;
    double amount = -weights.lift();
    if (progress > LEAST_PROGRESS) {
      amount += progress * weights.dumpCorrect() + units * ZONE_BONUS * OWN_SOIL;
    }
    add(RewardComponent.DUMP_SUCCESS, amount);
  }

  private void trench(StepOutcome step, Excavation excavation) {
    ExcavationMap map = excavation.terrain().survey().map();
    List<MapAxis> axes = map.trenchAxes();
    if (axes.isEmpty()) {
      return;
    }
    MapAxis axis = axes.get(SiteSurvey.nearest(axes, step.row, step.column));
    float tiles = MapAxis.half((float) axis.distance(step.row, step.column));
    add(RewardComponent.TRENCH_PROXIMITY, PER_METRE * tiles * excavation.geometry().tile());
    double drawn = excavation.rules().trenchAngle() == TrenchAngle.EXACT ? axis.b() : -axis.b();
    double angle = step.arm * (Math.PI / 6) - StrictMath.atan2(axis.a(), drawn);
    double between = Math.abs(Math.IEEEremainder(angle, Math.PI));
    add(RewardComponent.TRENCH_ALIGNMENT, PER_RIGHT_ANGLE * 2 * between / Math.PI);
  }

  private void terminal(StepOutcome step, Excavation excavation) {
    if (step.taskDone) {
      double floor = weights.completionFloor();
      double above = (step.completion - floor) / (1 - floor);
      double bonus = step.completion >= COMPLETE ? COMPLETE_BONUS : 0;
      double paid = above >= 0 ? weights.terminal() * above * above + bonus : 0;
      add(RewardComponent.TERMINAL, SHARE * paid);
    } else if (step.timeoutDone && excavation.rules().timeout() == TimeoutBonus.PAID) {
      double partly = partly(excavation.terrain());
      add(RewardComponent.TERMINAL, SHARE * TIMEOUT_SHARE * weights.terminal() * partly * partly);
    }
  }

  /// What the main revision pays for at a time limit: two fifths for digging, three for dumping.
  private static double partly(Terrain terrain) {
    int tiles = terrain.survey().digTiles();
    double dug = tiles == 0 ? 0 : 1 - (double) terrain.undug() / tiles;
    double dumped = terrain.soil() == 0 ? 0 : (double) terrain.soilInZone() / terrain.soil();
    return DUG_SHARE * dug + (1 - DUG_SHARE) * dumped;
  }

  /// A component of the last step, divided by the normaliser.
  public float component(RewardComponent component) {
    return (float) (components[component.index()] / weights.normaliser());
  }

  /// Writes all components, in the order of [RewardComponent].
  ///
  /// @param into `[20]`
  public void write(float[] into, int offset) {
    for (int i = 0; i < components.length; i++) {
      into[offset + i] = (float) (components[i] / weights.normaliser());
    }
  }
}
