package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
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
    return trainedIn(environment, version, Map.of());
  }

  private static Optional<Checkpoint> trainedIn(
      String environment, String version, Map<String, JsonNode> config) {
    CheckpointOrigin origin =
        new CheckpointOrigin(
            "mlp",
            new Manifest.EnvironmentInfo(environment, config, version),
            new ObservationLayout(List.of()),
            Map.of(),
            "code 1",
            "");
    return Optional.of(new Checkpoint("old", "", Map.of(), origin.metadata()));
  }

  private static Optional<String> trained(Optional<Checkpoint> from) {
    return trained(from, "darkroom");
  }

  private static Optional<String> trained(Optional<Checkpoint> from, String environment) {
    return from.flatMap(CheckpointOrigin::of)
        .flatMap(
            origin -> VersionChanges.ofTrained(origin, BuiltInEnvironments.named(environment)));
  }

  private static Optional<Checkpoint> driver(String dynamics) {
    return trainedIn("drive", "1", Map.of("dynamics_model", TextNode.valueOf(dynamics)));
  }

  @Test
  void aVersionThatChangedNothingForThePolicyIsNoChange() {
    assertEquals(Optional.empty(), trained(trainedIn("darkroom", "1")));
    assertEquals(Optional.empty(), trained(driver("classic"), "drive"));
    assertTrue(trained(driver("jerk"), "drive").isPresent());
    assertTrue(trained(trainedIn("drive", "1"), "drive").isPresent());
  }

  @Test
  void anotherVersionOfTheEnvironmentIsNamed() {
    String change = trained(trainedIn("darkroom", "0")).orElseThrow();
    assertTrue(change.contains("version 0"), change);
    assertTrue(change.contains("version 2"), change);
  }

  @Test
  void otherCodeOfAResumedRunIsNamed() {
    String change = VersionChanges.codeOf("code 0", "code 1").orElseThrow();
    assertTrue(change.contains("code 0") && change.contains("code 1"), change);
  }

  @Test
  void mapsWithOtherContentAreNamedAndNoOthers() {
    Map<String, String> before = Map.of("a.bin", "1", "b.bin", "2");
    String change = VersionChanges.mapsOf(before, Map.of("a.bin", "1", "b.bin", "3")).orElseThrow();
    assertTrue(change.contains("b.bin") && !change.contains("a.bin"), change);
    assertEquals(Optional.empty(), VersionChanges.mapsOf(before, before));
    assertEquals(
        Optional.empty(),
        VersionChanges.mapsOf(Map.of(), before),
        "a run of a version that did not note its maps");
  }

  @Test
  void equalVersionsAndOtherEnvironmentsAreNoChange() {
    assertEquals(Optional.empty(), trained(Optional.empty()));
    assertEquals(Optional.empty(), trained(trainedIn("darkroom", "2")));
    assertEquals(Optional.empty(), trained(trainedIn("drive", "2")));
    assertEquals(Optional.empty(), VersionChanges.codeOf("code 1", "code 1"));
  }
}
