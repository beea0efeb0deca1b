package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings name files from where they lie, and find them again when all have moved.
class RelativePathTest {
  @TempDir private Path folder;

  private Path recording = Path.of("");
  private Path weights = Path.of("");

  @BeforeEach
  void makeFolders() throws IOException {
    recording = Files.createDirectories(folder.resolve("a/recordings")).resolve("x.rollout");
    weights = Files.createDirectories(folder.resolve("a/weights")).resolve("w.safetensors");
    Files.writeString(weights, "weights");
  }

  @Test
  void theWayLeadsThereAndBackAfterBothHaveMoved() throws IOException {
    String way = RelativePath.from(recording, weights).orElseThrow();
    assertEquals("../weights/w.safetensors", way);
    assertEquals(weights, RelativePath.find(recording, way).orElseThrow().normalize());

    Path moved = Files.move(folder.resolve("a"), folder.resolve("b"));
    assertEquals(
        moved.resolve("weights/w.safetensors"),
        RelativePath.find(moved.resolve("recordings/x.rollout"), way).orElseThrow().normalize());
    assertEquals(Optional.empty(), RelativePath.find(recording, way));
  }

  @Test
  void throughALinkToTheRecordingTheWayIsThatOfItsPlace() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.rollout"), recording);
    assertEquals(Optional.of("../weights/w.safetensors"), RelativePath.from(link, weights));
    Files.writeString(recording, "recording");
    for (Path name : List.of(recording, link)) {
      assertEquals(
          weights, RelativePath.find(name, "../weights/w.safetensors").orElseThrow().normalize());
    }
  }

  @Test
  void anAbsolutePathOfAnEarlierVersionIsFound() {
    assertEquals(Optional.of(weights), RelativePath.find(recording, weights.toString()));
    assertEquals(List.of(), RelativePath.meanings(recording, "a\0b"));
    assertEquals(List.of(), RelativePath.meanings(recording, ""));
  }

  @Test
  void aPolicyChangesItsOwnPathAndThoseOfItsPartners() {
    Map<String, JsonNode> partners =
        new RecordedPartners(
                1,
                List.of(
                    new RecordedPartners.RecordedPartner(
                        "bold",
                        1,
                        new Manifest.PolicyInfo("mlp", "3d", "w", weights.toString(), "argmax")),
                    new RecordedPartners.RecordedPartner(
                        "scripted", 1, new Manifest.PolicyInfo("scripted", "", "", "argmax"))))
            .keys();
    Manifest.PolicyInfo policy =
        new Manifest.PolicyInfo("mlp", "3d", "w", weights.toString(), "argmax", partners)
            .withPaths(path -> RelativePath.from(recording, Path.of(path)).orElse(""));

    assertEquals("../weights/w.safetensors", policy.checkpointPath());
    String keys = policy.extra().toString();
    assertFalse(keys.contains(folder.toString()), keys);
    assertEquals(2, keys.split("checkpointPath", -1).length - 1, keys);
  }
}
