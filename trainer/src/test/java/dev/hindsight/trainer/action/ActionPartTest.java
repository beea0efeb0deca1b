package dev.hindsight.trainer.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A joint action is read part by part.
class ActionPartTest {
  private static final ActionSpace.Discrete GRID =
      new ActionSpace.Discrete(
          List.of(
              new ActionSpace.Factor("acceleration", "m/s²", List.of(-4f, 0f, 2f, 4f)),
              new ActionSpace.Factor(
                  "steering",
                  "rad",
                  List.of(-0.5f, 0f, 0.5f),
                  List.of("steer right", "straight on", "steer left"))));

  private static Manifest manifest(ActionSpace space) {
    return new MemoryRollout("toy", 1, 1, 1).withExtra(ActionManifest.of(space)).manifest();
  }

  @Test
  void everyJointActionIsTheSumOfItsParts() {
    List<ActionPart> parts = ActionPart.of(manifest(GRID));
    assertEquals(
        List.of("action/acceleration", "action/steering"),
        parts.stream().map(ActionPart::channel).toList());
    for (int action = 0; action < GRID.count(); action++) {
      int joint = action;
      assertEquals(
          GRID.describe(action),
          String.join(", ", parts.stream().map(part -> part.describe(joint)).toList()));
    }
  }

  @Test
  void aLevelIsToldInItsUnitAndInStepsFromDoingNothing() {
    ActionPart.Level acceleration = new ActionPart.Level(GRID, 0);
    ActionPart.Level steering = new ActionPart.Level(GRID, 1);
    int hardBrakeLeft = 2;
    assertEquals(-4, acceleration.physical(hardBrakeLeft));
    assertEquals(-1, acceleration.steps(hardBrakeLeft));
    assertEquals(0.5, steering.physical(hardBrakeLeft));
    assertEquals(1, steering.steps(hardBrakeLeft));
    assertEquals("steer left", steering.describeSteps(1));
    assertEquals(2, acceleration.mostSteps());
  }

  @Test
  void whatIsNoActionHasNoParts() {
    ActionPart.Level steering = new ActionPart.Level(GRID, 1);
    for (double none : List.of(Double.NaN, -1.0, 12.0)) {
      assertTrue(Double.isNaN(steering.steps(none)));
      assertTrue(Double.isNaN(steering.physical(none)));
      assertEquals("–", steering.describe(none));
    }
  }

  @Test
  void anActionThatDecidesOneThingHasNoParts() {
    ActionSpace.Factor heading =
        new ActionSpace.Factor(
            "heading", "°", List.of(0f, 90f, 180f), List.of("east", "north", "west"));
    assertEquals(List.of(), ActionPart.of(manifest(new ActionSpace.Discrete(List.of(heading)))));
    assertFalse(
        new ActionPart.Level(new ActionSpace.Discrete(List.of(heading)), 0).signed(),
        "a heading has no more and no less");
  }

  @Test
  void numbersArePartsInTheirUnits() {
    Manifest manifest =
        manifest(
            new ActionSpace.Continuous(
                List.of("turn", "speed"),
                List.of(Quantity.measured("°", 22.5), Quantity.measured("m/s", 10))));
    Optional<ActionPart> speed = ActionPart.named("action/speed", manifest);
    assertEquals(1, speed.orElseThrow().component());
    assertEquals(-5, speed.orElseThrow().physical(-0.5));
    assertEquals(Optional.empty(), ActionPart.named("action/wing", manifest));
    assertEquals(Optional.empty(), ActionPart.named("speed", manifest));
  }

  @Test
  void directionsHaveArrows() {
    assertEquals("←", ActionPart.arrow("steer left 0.5 rad"));
    assertEquals("↑", ActionPart.arrow("up 1000 ft"));
    assertEquals("", ActionPart.arrow("coast"));
  }
}
