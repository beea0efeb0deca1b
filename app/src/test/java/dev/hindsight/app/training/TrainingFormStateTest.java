package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.algorithm.BuiltInAlgorithms;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainingFormStateTest {
  private final TrainingFormState room =
      TrainingFormState.begin(BuiltInEnvironments.named("darkroom"));

  @Test
  void theFormBeginsWithTheFirstPreset() {
    TrainingRequest request = room.request();

    assertEquals(
        BuiltInEnvironments.named("darkroom").presets("ppo").getFirst().id(),
        request.preset().orElseThrow());
    assertEquals(Map.of(), request.settings());
  }

  @Test
  void whatIsTurnedGoesIntoTheRequest() {
    TrainingRequest request = room.turning("ppo.updates", "3").turning("env.size", "7").request();

    assertEquals(Map.of("ppo.updates", "3", "env.size", "7"), request.settings());
  }

  @Test
  void anotherWayToTrainHasItsOwnKnobsAndPresetsAndGoesIntoTheRequest() {
    TrainingFormState soft = room.turning("ppo.updates", "3").by(BuiltInAlgorithms.named("sac"));

    assertEquals(Optional.of("ppo"), room.request().algorithm());
    assertEquals(Optional.of("sac"), soft.request().algorithm());
    assertEquals(Map.of(), soft.request().settings());
    assertEquals(BuiltInEnvironments.named("darkroom").presets("sac"), soft.presets());
    assertThrows(Problem.class, () -> soft.turning("sac.tau", "much").request());
    assertEquals("sac", soft.in(BuiltInEnvironments.named("drive")).algorithm().id());
  }

  @Test
  void coPlayersAreOfferedWhereNotAllAgentsNeedLearn() {
    TrainingFormState drive = TrainingFormState.begin(BuiltInEnvironments.named("drive"));

    assertTrue(drive.mayHaveCoPlayers());
    assertFalse(room.mayHaveCoPlayers());
    TrainingFormState among = drive.turning("env.num_ego_agents", "1").among("scripted");
    assertEquals(Optional.of("scripted"), among.request().coPlayer());
    assertEquals(Optional.empty(), among.among("").request().coPlayer());
  }

  @Test
  void coPlayersNeedSomebodyToLearnAndSomebodyToDrive() {
    TrainingFormState drive =
        TrainingFormState.begin(BuiltInEnvironments.named("drive")).among("scripted");

    Problem problem = assertThrows(Problem.class, drive::request);
    assertEquals("co-players", problem.where());
  }

  @Test
  void anotherPresetForgetsWhatWasTurned() {
    TrainingFormState turned = room.turning("ppo.updates", "3");

    assertEquals(
        Map.of(),
        turned
            .as(BuiltInEnvironments.named("darkroom").presets("ppo").getLast())
            .request()
            .settings());
  }

  @Test
  void whatIsTypedWrongIsNamed() {
    Problem updates =
        assertThrows(Problem.class, () -> room.turning("ppo.updates", "many").request());
    Problem seed = assertThrows(Problem.class, () -> room.seeded("one").request());

    assertTrue(updates.where().contains("updates"), updates.getMessage());
    assertEquals("seed", seed.where());
    Problem large = assertThrows(Problem.class, () -> room.seeded("9223372036854775808").request());
    assertEquals(
        "seed: '9223372036854775808' is not a seed - use a whole number from -2^63 to 2^63 - 1",
        large.getMessage());
  }

  @Test
  void anEnvironmentWithMapsWantsAtLeastOne() {
    TrainingFormState drive = TrainingFormState.begin(BuiltInEnvironments.named("drive"));

    assertTrue(drive.request().scenarios().size() >= 1);
    assertThrows(Problem.class, () -> drive.on(List.<String>of()).request());
  }

  @Test
  void onlyAnEnvironmentThatShipsMapsNeedsOne() {
    TrainingFormState drive = TrainingFormState.begin(BuiltInEnvironments.named("drive"));
    assertThrows(Problem.class, () -> drive.on(List.of()).request());
    for (String id : List.of("airspace", "excavation")) {
      TrainingFormState form = TrainingFormState.begin(BuiltInEnvironments.named(id));
      assertEquals(List.of(), form.on(List.of()).request().scenarios());
    }
  }
}
