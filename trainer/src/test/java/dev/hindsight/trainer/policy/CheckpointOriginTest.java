package dev.hindsight.trainer.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.observation.Audience;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Where a checkpoint says that it comes from.
class CheckpointOriginTest {
  private static final ObservationLayout LAYOUT =
      new ObservationLayout(
          List.of(
              new Segment("own", 0, List.of(2), List.of("x", "y")),
              new Segment("maps", 2, List.of(1, 2, 2), List.of("target"), List.of(), NumberType.I1),
              new Segment(
                  "progress",
                  6,
                  List.of(1),
                  List.of("share"),
                  List.of(),
                  NumberType.F4,
                  Audience.CRITIC)));

  private static Map<String, JsonNode> metadata() {
    return new CheckpointOrigin(
            "transformer",
            new Manifest.EnvironmentInfo("darkroom", Map.of(), "1"),
            LAYOUT,
            Map.of(),
            "0.1.0",
            "")
        .metadata();
  }

  private static Optional<CheckpointOrigin> of(Map<String, JsonNode> metadata) {
    return CheckpointOrigin.of(new Checkpoint("test", "", Map.of(), metadata));
  }

  @Test
  void theLayoutIsReadBackWithItsTypesAndItsAudience() {
    assertEquals(LAYOUT, of(metadata()).orElseThrow().observation());
  }

  @Test
  void segmentsOfOlderCheckpointsHaveNeitherTypesNorQuantitiesAndHoldFloatsThatAllSee() {
    Map<String, JsonNode> metadata = metadata();
    JsonNode layout = Objects.requireNonNull(metadata.get("observation"));
    assertFalse(layout.path("segments").get(0).has("type"), "floats need no type");
    assertFalse(layout.path("segments").get(0).has("audience"), "what all see needs no mark");
    for (JsonNode segment : layout.path("segments")) {
      ObjectNode _ = ((ObjectNode) segment).remove(List.of("type", "quantities", "audience"));
    }
    assertEquals(
        List.of(NumberType.F4, NumberType.F4, NumberType.F4),
        of(metadata).orElseThrow().observation().segments().stream().map(Segment::type).toList());
    assertEquals(7, of(metadata).orElseThrow().observation().forActor().size());
    assertEquals(JsonNodeFactory.instance.textNode("transformer"), metadata.get("policy"));
  }
}
