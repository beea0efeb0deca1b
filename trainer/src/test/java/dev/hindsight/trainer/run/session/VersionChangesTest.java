package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VersionChangesTest {
  private static Optional<Checkpoint> trainedIn(String environment, String version) {
    CheckpointOrigin origin =
        new CheckpointOrigin(
            "mlp",
            new Manifest.EnvironmentInfo(environment, Map.of(), version),
            new ObservationLayout(List.of()),
            Map.of(),
            "code 1",
            "");
    return Optional.of(new Checkpoint("old", "", Map.of(), origin.metadata()));
  }

  private static List<String> changes(Optional<Checkpoint> from, Optional<String> code) {
    return VersionChanges.of(from, "darkroom", "3", code, "code 1");
  }

  @Test
  void anotherVersionOfTheEnvironmentIsNamed() {
    List<String> changes = changes(trainedIn("darkroom", "2"), Optional.empty());
    assertEquals(1, changes.size());
    assertTrue(changes.getFirst().contains("version 2"), changes.toString());
    assertTrue(changes.getFirst().contains("version 3"), changes.toString());
  }

  @Test
  void otherCodeOfAResumedRunIsNamed() {
    List<String> changes = changes(trainedIn("darkroom", "3"), Optional.of("code 0"));
    assertEquals(1, changes.size());
    assertTrue(changes.getFirst().contains("code 0"), changes.toString());
  }

  @Test
  void equalVersionsAndOtherEnvironmentsAreNoChange() {
    assertEquals(List.of(), changes(Optional.empty(), Optional.empty()));
    assertEquals(List.of(), changes(trainedIn("darkroom", "3"), Optional.of("code 1")));
    assertEquals(List.of(), changes(trainedIn("drive", "2"), Optional.empty()));
  }
}
