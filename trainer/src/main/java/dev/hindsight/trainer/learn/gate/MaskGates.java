package dev.hindsight.trainer.learn.gate;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.excavation.ExcavationWorld;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObservation;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.Excavation;
import dev.hindsight.trainer.env.excavation.simulation.ExcavatorAction;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import dev.hindsight.trainer.learn.gate.GateWorlds.MadeSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/// Whether each action does what its number says, and whether the masks say which ones can.
final class MaskGates {
  private static final List<Integer> ALL = List.of(1, 1, 1, 1, 1, 1, 1, 1);
  private static final List<Integer> NOTHING_TO_DIG = List.of(1, 1, 1, 1, 1, 1, 0, 1);
  private static final List<Integer> LOADED = List.of(0, 0, 0, 0, 1, 1, 1, 1);
  private static final List<Integer> STEERED_LEFT = List.of(1, 1, 0, 1, 1, 1, 1, 1);

  /// Tiles of a move.
  private static final int MOVE = 5;

  /// The change of row, column and base by a move forward and by one backward with the wheels one
  /// step to the left: an arc of 5 tiles whose radius is 3 / tan(20°), 8.24 tiles, to the left.
  private static final List<List<Integer>> ARCS =
      List.of(List.of(-1, MOVE, 1), List.of(-1, -MOVE, SiteGeometry.DIRECTIONS - 1));

  private static final int STEPS = 2000;

  private MaskGates() {}

  /// As [ExcavationWorld#step].
  @FunctionalInterface
  interface StepRule {
    /// @return the reward
    double step(ExcavationWorld world, int action);
  }

  /// Masks of machines in known states.
  ///
  /// @param observe as [ExcavationWorld#observe]
  static String state(BiConsumer<ExcavationWorld, ExcavationObservation> observe) {
    GateExpectation expectation = new GateExpectation("Excavation.actionMask");
    StartPose empty = StartPose.of(GateWorlds.MIDDLE, GateWorlds.MIDDLE, 0);
    StartPose loaded = new StartPose(GateWorlds.MIDDLE, GateWorlds.MIDDLE, 0, 0, 0, 9, 0);
    StartPose left =
        new StartPose(GateWorlds.MIDDLE, GateWorlds.MIDDLE, 0, 0, SiteGeometry.WHEEL_STOP, 0, 0);
    expectation.same("mask_of_empty", ALL, mask(observe, MadeSite.FULL, BaseType.TRACKED, empty));
    expectation.same(
        "mask_of_bare_site", NOTHING_TO_DIG, mask(observe, MadeSite.BARE, BaseType.TRACKED, empty));
    expectation.same(
        "mask_of_loaded", LOADED, mask(observe, MadeSite.FULL, BaseType.TRACKED, loaded));
    expectation.same(
        "mask_of_steered", STEERED_LEFT, mask(observe, MadeSite.FULL, BaseType.WHEELED, left));
    return wording("MaskGates.masks", NOTHING_TO_DIG, LOADED);
  }

  private static List<Integer> mask(
      BiConsumer<ExcavationWorld, ExcavationObservation> observe,
      MadeSite site,
      BaseType base,
      StartPose start) {
    ExcavationWorld world = GateWorlds.world(site, base, start);
    ExcavationObservation seen = new ExcavationObservation(world.excavation().geometry().size());
    observe.accept(world, seen);
    return GateWorlds.mask(seen.actionMask);
  }

  /// The change of row, column, base, cabin and load by each action of a new machine on tracks that
  /// looks along the columns; and where one on turned wheels gets.
  static String dispatch(StepRule rule) {
    GateExpectation expectation = new GateExpectation("Excavation.step");
    int last = SiteGeometry.DIRECTIONS - 1;
    List<List<Integer>> expected =
        List.of(
            List.of(0, MOVE, 0, 0),
            List.of(0, -MOVE, 0, 0),
            List.of(0, 0, last, 0),
            List.of(0, 0, 1, 0),
            List.of(0, 0, 0, last),
            List.of(0, 0, 0, 1),
            List.of(0, 0, 0, 0),
            List.of(0, 0, 0, 0));
    for (ExcavatorAction action : ExcavatorAction.values()) {
      ExcavationWorld world =
          GateWorlds.world(
              MadeSite.FULL,
              BaseType.TRACKED,
              StartPose.of(GateWorlds.MIDDLE, GateWorlds.MIDDLE, 0));
      int number = List.of(ExcavatorAction.values()).indexOf(action);
      rule.step(world, number);
      Excavation now = world.excavation();
      String name = action.name();
      expectation.same(
          name,
          expected.get(number),
          List.of(
              now.row() - GateWorlds.MIDDLE,
              now.column() - GateWorlds.MIDDLE,
              now.base(),
              now.cabin()));
      expectation.same(name + ".loads", number == GateWorlds.DO, now.load() > 0);
      expectation.same(name + ".steps", 1, now.steps());
    }
    wheels(rule, expectation);
    return wording("MaskGates.dispatch", expected.size(), ARCS);
  }

  private static void wheels(StepRule rule, GateExpectation expectation) {
    StartPose left = new StartPose(GateWorlds.MIDDLE, GateWorlds.MIDDLE, 0, 0, 1, 0, 0);
    for (int action = 0; action < ARCS.size(); action++) {
      ExcavationWorld world = GateWorlds.world(MadeSite.FULL, BaseType.WHEELED, left);
      rule.step(world, action);
      Excavation now = world.excavation();
      expectation.same(
          "wheeled." + List.of(ExcavatorAction.values()).get(action).name(),
          ARCS.get(action),
          List.of(now.row() - GateWorlds.MIDDLE, now.column() - GateWorlds.MIDDLE, now.base()));
    }
  }

  /// The mask beside an observation is that of the state it shows, through a dig, a time limit and
  /// a reset on a made site.
  static String synthetic(UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("StepBuffer.actionMask");
    Map<String, String> settings = Map.of("max_steps", "3");
    Environment bare = worlds.apply(GateWorlds.made(MadeSite.BARE, settings)).create(1);
    expectation.same("mask_of_bare_site", NOTHING_TO_DIG, mask(bare));
    Environment full = worlds.apply(GateWorlds.made(MadeSite.FULL, settings)).create(1);
    List<List<Integer>> masks = new ArrayList<>(List.of(mask(full)));
    for (int action : new int[] {GateWorlds.DO, GateWorlds.FORWARD, GateWorlds.WAIT}) {
      GateWorlds.step(full, action);
      masks.add(mask(full));
    }
    expectation.same("masks", List.of(ALL, LOADED, LOADED, ALL), masks);
    return wording("MaskGates.through_a_reset", LOADED, ALL);
  }

  private static List<Integer> mask(Environment environment) {
    return GateWorlds.mask(environment.buffer().actionMask);
  }

  /// On generated sites: the mask is the one the agent observes, and an action that it calls
  /// illegal does what waiting does.
  static String environment(UnaryOperator<EnvironmentFactory> worlds) {
    GateExpectation expectation = new GateExpectation("StepBuffer.actionMask");
    EnvironmentFactory factory =
        worlds.apply(GateWorlds.generated(Map.of("sites", "16", "levels", "ring")));
    Environment environment = factory.create(5);
    Environment acting = factory.create(0);
    Environment waiting = factory.create(0);
    SplittableRandom random = new SplittableRandom(3);
    int tried = 0;
    for (int step = 0; step < STEPS; step++) {
      StepBuffer seen = environment.buffer();
      List<Integer> observed = new ArrayList<>();
      for (float one : GateWorlds.part(factory.shape(), GateWorlds.MASK, seen.observation)) {
        observed.add((int) one);
      }
      expectation.same("mask", observed, mask(environment));
      int action = random.nextInt(ExcavatorAction.COUNT);
      if (!seen.legal(0, action)) {
        tried++;
        acting.restore(environment.snapshot());
        waiting.restore(environment.snapshot());
        float[] acted = GateWorlds.step(acting, action).observation;
        float[] waited = GateWorlds.step(waiting, GateWorlds.WAIT).observation;
        expectation.holds(
            GateWorlds.equalBut(factory.shape(), acted, waited, List.of(GateWorlds.PREVIOUS)),
            wording("MaskGates.an_illegal_action_changed", action, step));
      }
      GateWorlds.step(environment, action);
    }
    expectation.holds(tried > 0, wording("MaskGates.no_action_was_illegal", STEPS));
    return wording("MaskGates.illegal_actions_change_nothing", STEPS, tried);
  }
}
