package dev.hindsight.app.recording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.record.EmbeddedScenario;
import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.RelativePath;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Records the scenario, knobs and seed of a recording again with another checkpoint, so that every
/// difference is due to the checkpoint. An episode recorded to its end is again recorded to its
/// end, however long that takes; otherwise it takes as many ticks.
///
/// @param recording the recording to repeat
/// @param checkpoint a checkpoint file, or the name of a built-in policy
/// @param out the file to write
public record OtherCheckpointPlan(Path recording, String checkpoint, Path out)
    implements Job<RecordingReport> {
  /// A file beside a recording that does not exist yet: `a-other.rollout`.
  public static Path beside(Path recording) {
    String stem = String.valueOf(recording.getFileName()).replaceFirst("\\.rollout(\\.part)?$", "");
    return AtomicFile.numbered(
        recording.resolveSibling(stem + "-other.rollout"), file -> !Files.exists(file));
  }

  /// Unpacks, loads, checks and records, on the calling thread.
  ///
  /// @throws dev.hindsight.trainer.Problem naming what will not do; no file is left then
  @Override
  public RecordingReport run(Progress progress, Cancellation cancellation) throws IOException {
    try (TemporaryFolder folder = new TemporaryFolder("rerun");
        Rollout rollout = RecordingOpener.open(recording)) {
      Optional<Path> scenario = EmbeddedScenario.unpackInto(folder.path(), rollout);
      return plan(rollout, scenario).run(progress, cancellation);
    }
  }

  private RecordingPlan plan(Rollout rollout, Optional<Path> scenario) {
    Manifest manifest = rollout.manifest();
    EnvironmentType type = BuiltInEnvironments.named(manifest.environment().id());
    Map<String, String> knobs = new LinkedHashMap<>();
    for (Setting setting : type.settings().all()) {
      JsonNode value = manifest.environment().config().get(setting.name());
      if (value != null) {
        knobs.put(setting.name(), value.asText());
      }
    }
    return new RecordingPlan(
        type.id(),
        scenario.map(Path::toString),
        Optional.of(checkpoint),
        RecordedPartners.of(manifest).map(recorded -> partners(rollout, recorded)),
        toTheEnd(rollout) ? Optional.empty() : Optional.of(rollout.ticks()),
        manifest.policy().actionSelection().equals("sample") ? "sample" : "argmax",
        manifest.seed(),
        knobs,
        out);
  }

  private static String partners(Rollout rollout, RecordedPartners recorded) {
    return PartnerPopulation.of(
            recorded,
            one ->
                RelativePath.find(rollout.file(), one.policy().checkpointPath())
                    .map(file -> file.toAbsolutePath().normalize().toString())
                    .orElse(one.name()))
        .text();
  }

  /// Whether every agent's episode is over after the last tick.
  private static boolean toTheEnd(Rollout rollout) {
    return rollout.ticks() > 0 && new EpisodeEnds(rollout).allOver(rollout.ticks() - 1);
  }
}
