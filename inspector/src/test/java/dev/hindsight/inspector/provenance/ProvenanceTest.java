package dev.hindsight.inspector.provenance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.rollout.foreign.InspectionSample;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvenanceTest {
  @TempDir private Path folder;

  private Path room(String name, Map<String, String> asked, long seed) {
    return recorded("darkroom", name, asked, seed);
  }

  private Path recorded(String environment, String name, Map<String, String> asked, long seed) {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    Map<String, DeclaredSetting> declared = new LinkedHashMap<>();
    asked.forEach((knob, value) ->
        declared.put(knob, new DeclaredSetting(value, DeclaredSetting.Source.USER, "--set")));
    RecordingRequest request =
        new RecordingRequest(
            type,
            type.prepare(type.settings().parse(asked, "test"), Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            new ActionSelection.Random(),
            12,
            RecordingRequest.Until.ALL_TICKS,
            seed,
            folder.resolve(name),
            declared);
    return new RolloutRecorder(request).run(Progress.SILENT, new Cancellation()).file();
  }

  private static ProvenanceFact fact(Provenance provenance, String name) {
    return provenance.facts().stream()
        .filter(provenanceFact -> provenanceFact.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " in " + provenance.facts()));
  }

  @Test
  void everyKnobSaysWhoAskedOrWhichDefaultWasAssumed() {
    Provenance read = ProvenanceFile.read(room("a.rollout", Map.of("trials", "3"), 1));

    assertEquals("3", fact(read, "trials").value());
    assertEquals(ProvenanceFact.ValueOrigin.DECLARED, fact(read, "trials").origin());
    assertEquals("3 (user, --set)", fact(read, "trials").asked());
    for (var setting : BuiltInEnvironments.named("darkroom").settings().all()) {
      if (!setting.name().equals("trials")) {
        assertEquals(
            ProvenanceFact.ValueOrigin.DEFAULT,
            fact(read, setting.name()).origin(),
            setting.name());
        assertTrue(Provenance.same(setting.defaultText(), fact(read, setting.name()).fallback()));
      }
    }
    assertEquals(List.of(), read.contradictions());
    assertEquals(64, fact(read, "data sha256").value().length());
    assertEquals(Runtime.version().toString(), fact(read, "java").value());
  }

  @Test
  void aStepWithinATickIsNotTakenForTheTick() {
    Path sky = recorded("airspace", "sky.rollout", Map.of("dt", "1", "decision_seconds", "10"), 1);

    Provenance read = ProvenanceFile.read(sky);

    assertEquals("1 (user, --set)", fact(read, "dt").asked());
    assertEquals(List.of(), read.contradictions());
  }

  @Test
  void aDifferenceIsOnlyWhatDiffers() {
    Path one = room("a.rollout", Map.of("trials", "3"), 1);
    Path same = room("b.rollout", Map.of("trials", "3"), 1);
    Path other = room("c.rollout", Map.of("trials", "4"), 2);

    List<String> again = names(one, same);
    again.remove("created");
    assertEquals(List.of(), again);
    List<String> changed = names(one, other);
    changed.remove("created");
    assertEquals(List.of("trials", "seed", "trials", "data sha256"), changed);
  }

  private static List<String> names(Path one, Path other) {
    return new ArrayList<>(
        ProvenanceDifference.between(ProvenanceFile.read(one), ProvenanceFile.read(other)).stream()
            .map(ProvenanceDifference.Row::name)
            .toList());
  }

  /// Another program's recording whose manifest contains a configuration.
  private Path foreign(
      Map<String, String> effective, Map<String, DeclaredSetting> declared, int trials) {
    Map<String, JsonNode> config = new LinkedHashMap<>();
    effective.forEach((name, value) -> config.put(name, TextNode.valueOf(value)));
    Path file = folder.resolve("foreign.rollout");
    List<Column> columns =
        List.of(new Column(ChannelSpec.perTick("clock", Dtype.I4, "1", ""), List.of()));
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            Manifest.VERSION,
            "elsewhere",
            "",
            new Manifest.EnvironmentInfo("elsewhere", config, ""),
            new Manifest.PolicyInfo("", "", "", ""),
            0,
            1,
            0.1,
            new Manifest.Trials(trials, 0),
            1,
            new ObservationLayout(List.of()),
            columns.stream().map(Column::spec).toList(),
            List.of(),
            DeclaredSetting.manifest(declared, Map.of()));
    try (RolloutWriter writer = RolloutWriter.create(file, manifest, columns)) {
      writer.row(0).putInt(0);
      writer.endTick();
      Summary _ = writer.finish(Summary.of(List.of(), Map.of(), 0));
    }
    return file;
  }

  @Test
  void maxTrialsOfTwoInTheFileAgainstFourInTheEnvironmentIsNamedWithBothValues() {
    DeclaredSetting two = new DeclaredSetting("2", DeclaredSetting.Source.FILE, "adaptive.ini");
    Path file = foreign(Map.of("max_trials", "4"), Map.of("max_trials", two), 4);

    assertEquals(
        List.of(
            new Contradiction(
                "max_trials",
                "2",
                "4",
                "max_trials is declared as 2 (file, adaptive.ini), but the environment used 4.")),
        ProvenanceFile.read(file).contradictions());
    DeclaredSetting four = new DeclaredSetting("4", DeclaredSetting.Source.FILE, "adaptive.ini");
    assertEquals(
        List.of(),
        ProvenanceFile.read(foreign(Map.of("max_trials", "4"), Map.of("max_trials", four), 4))
            .contradictions());
  }

  @Test
  void aConfigurationThatSaysTwoWhereTheEnvironmentHasFourIsNamedToo() {
    Path file = foreign(Map.of("max_trials", "2"), Map.of(), 4);

    Contradiction found = ProvenanceFile.read(file).contradictions().getFirst();

    assertEquals("max_trials", found.knob());
    assertEquals(List.of("2", "4"), List.of(found.said(), found.was()));
  }

  @Test
  void trialsThatWerePlayedBeyondWhatInfoJsonSaysAreNamed() throws Exception {
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
      Path made = InspectionSample.write(folder.resolve("ego_only"), "trials=4");
      Files.writeString(made.resolve("info.json"), "{\"env\": {\"k_scenarios\": 2}}");
      try (Rollout rollout = RecordingOpener.open(made)) {
        Contradiction found = Provenance.of(rollout).contradictions().getFirst();
        assertEquals(
            "k_scenarios is declared as 2 (file, info.json), but trial 4 was played.",
            found.sentence());
      }
    }
  }

  @Test
  void aKnobThatHasNoEffectIsNamedWhenSomebodyAskedForIt() throws Exception {
    EnvironmentType type = BuiltInEnvironments.named("drive");
    Path map = folder.resolve("straight.bin");
    Files.write(map, BuiltInMaps.bytes("straight-1"));
    Map<String, String> asked = Map.of("k_scenarios", "4", "goal_behavior", "2");
    Map<String, DeclaredSetting> declared = new LinkedHashMap<>();
    asked.forEach((knob, value) ->
        declared.put(knob, new DeclaredSetting(value, DeclaredSetting.Source.USER, "--set")));
    RecordingRequest request =
        new RecordingRequest(
            type,
            type.prepare(type.settings().parse(asked, "test"), Optional.of(map)),
            Optional.of(map),
            Optional.empty(),
            new ActionSelection.Random(),
            2,
            RecordingRequest.Until.ALL_TICKS,
            1,
            folder.resolve("drive.rollout"),
            declared);
    Path file = new RolloutRecorder(request).run(Progress.SILENT, new Cancellation()).file();

    Provenance read = ProvenanceFile.read(file);

    assertEquals(ProvenanceFact.ValueOrigin.DECLARED, fact(read, "goal_behavior").origin());
    assertEquals(
        List.of(
            "k_scenarios is declared as 4 (user, --set), but the environment has 1 trial per"
                + " episode."),
        read.contradictions().stream().map(Contradiction::sentence).toList());
  }

  @Test
  void recordingsThatDoNotKeepWhoAskedSaySo() throws Exception {
    try (Rollout rollout = Rollouts.open(room("a.rollout", Map.of(), 1))) {
      ProvenanceFact known = fact(Provenance.of(rollout), "trials");
      assertEquals(ProvenanceFact.ValueOrigin.DEFAULT, known.origin());
    }
    Provenance older = Provenance.of(new MemoryRollout("darkroom", 1, 1, 1));
    assertTrue(
        older.facts().stream()
            .noneMatch(
                provenanceFact -> provenanceFact.origin() == ProvenanceFact.ValueOrigin.DEFAULT));
  }

  @Test
  void aCheckpointSaysWhoAskedForEachKnobOfItsTraining() {
    Path file = folder.resolve("trained.safetensors");
    CheckpointOrigin checkpointOrigin =
        new CheckpointOrigin(
            "lstm",
            new Manifest.EnvironmentInfo(
                "darkroom", Map.of("trials", IntNode.valueOf(4), "size", IntNode.valueOf(5)), "1"),
            new ObservationLayout(List.of()),
            Map.of("gamma", DoubleNode.valueOf(0.9), "seed", IntNode.valueOf(3)),
            "1",
            "");
    Map<String, JsonNode> metadata = new LinkedHashMap<>(checkpointOrigin.metadata());
    metadata.putAll(
        DeclaredSetting.manifest(
            Map.of(
                "env.trials", new DeclaredSetting("2", DeclaredSetting.Source.FILE, "info.json"),
                "ppo.gamma", new DeclaredSetting("0.9", DeclaredSetting.Source.USER, "--set")),
            Map.of()));
    Checkpoints.write(file, List.of(new Tensor("w", new int[] {1}, new float[] {1})), metadata);
    Provenance policy = ProvenanceFile.read(file);

    assertEquals(ProvenanceFact.ValueOrigin.CHANGED, fact(policy, "trials").origin());
    assertEquals(ProvenanceFact.ValueOrigin.DECLARED, fact(policy, "gamma").origin());
    assertEquals("0.9 (user, --set)", fact(policy, "gamma").asked());
    assertEquals(ProvenanceFact.ValueOrigin.MEASURED, fact(policy, "seed").origin());
    assertEquals(ProvenanceFact.ValueOrigin.DEFAULT, fact(policy, "size").origin());
  }

  @Test
  void aShippedPolicySaysWhatItWasTrainedWith() throws IOException {
    Path file = folder.resolve("darkroom-5x5.safetensors");
    try (InputStream shipped =
        Objects.requireNonNull(
            ProvenanceTest.class.getResourceAsStream(
                "/dev/hindsight/assets/policies/darkroom-5x5.safetensors"))) {
      Files.write(file, shipped.readAllBytes());
    }
    Provenance policy = ProvenanceFile.read(file);

    assertTrue(policy.facts().stream().anyMatch(f -> f.group() == ProvenanceFact.Group.TRAINING));
    assertEquals(64, fact(policy, "sha256").value().length());
  }
}
