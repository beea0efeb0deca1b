package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.PolicyType;
import dev.hindsight.trainer.policy.TensorFile;
import dev.hindsight.trainer.rollout.FollowedRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutGrowth;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.rollout.foreign.dataset.Datasets;
import dev.hindsight.trainer.rollout.foreign.dataset.MappedArrays;
import dev.hindsight.trainer.study.plan.StoredStudy;
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.study.plan.StudySpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Finds out what a file contains, by its name or else by its content: `.bin` may be a map or
/// weights. Reads the file: for a background thread.
public final class FileOpener {
  private static final EnvironmentType DRIVE = BuiltInEnvironments.named("drive");

  /// Bytes; what Hindsight writes for other purposes is much smaller, and maps are not.
  private static final long LARGEST_OF_OURS = 4 << 20;

  private FileOpener() {}

  /// Opens a recording, or recognises a map, sites, weights or a study.
  ///
  /// @throws Problem if it is none of these, or is damaged
  public static OpenedFile read(Path file) {
    OpenedFile opened = open(file);
    if (opened instanceof OpenedFile.RecordingFile recordingFile) {
      TickEvents.prepare(recordingFile.rollout());
    }
    return opened;
  }

  /// Checks whether the file could be opened, without keeping it open.
  ///
  /// @throws Problem as [#read]
  public static void check(Path file) {
    if (open(file) instanceof OpenedFile.RecordingFile recordingFile) {
      recordingFile.rollout().close();
    }
  }

  /// Whether nothing can be opened under a name: there is no such file, and no unfinished recording
  /// that will have or would have had the name.
  public static boolean missing(Path file) {
    return Files.notExists(file) && !Rollouts.unfinished(file);
  }

  private static OpenedFile open(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    boolean there = Files.isRegularFile(file);
    if (name.endsWith(".rollout.part")
        || (!there && name.endsWith(".rollout") && Rollouts.unfinished(file))) {
      return followed(file);
    }
    Optional<Path> study = StoredStudy.folder(file);
    if (study.isPresent()) {
      return new OpenedFile.StudyPath(study.get());
    }
    if (Files.exists(file)) {
      Optional<EnvironmentType> reader =
          BuiltInEnvironments.all().stream()
              .filter(type -> type.scenarios().looksLike(file))
              .findFirst();
      if (reader.isPresent()) {
        return scenario(file, reader.get());
      }
    }
    if (Files.isDirectory(file)) {
      if (!RecordingOpener.looksLike(file)) {
        throw new Problem(
            wording("FileOpener.the_folder_is_neither"),
            file.toString(),
            wording("FileOpener.open_a_folder_with"));
      }
      return new OpenedFile.RecordingFile(RecordingOpener.open(file), RolloutGrowth.FINISHED);
    }
    if (Datasets.looksLike(file)) {
      return there && MappedArrays.takes(file)
          ? arrays(file)
          : new OpenedFile.RecordingFile(RecordingOpener.open(file), RolloutGrowth.FINISHED);
    }
    if (!there) {
      throw new Problem(
          Files.exists(file)
              ? wording("FileOpener.it_is_not_a_regular_file")
              : wording("FileOpener.there_is_no_such_file"),
          file.toString(),
          wording("FileOpener.check_the_name_and_the_folder"));
    }
    if (name.endsWith(".rollout")) {
      Rollout rollout = Rollouts.open(file);
      return new OpenedFile.RecordingFile(
          rollout, rollout.complete() ? RolloutGrowth.FINISHED : RolloutGrowth.STOPPED);
    }
    if (name.endsWith(".pt")
        || name.endsWith(".pth")
        || name.endsWith(".onnx")
        || name.endsWith(".safetensors")) {
      return tensors(file);
    }
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      StudySpec _ = StudyFile.read(file);
      return new OpenedFile.StudyPath(file);
    }
    if (name.endsWith(".json")) {
      return mapOrStudy(file);
    }
    if (name.endsWith(".bin")) {
      return mapOrWeights(file);
    }
    throw new Problem(
        wording("FileOpener.it_is_not_a_recording_a"),
        file.toString(),
        wording("FileOpener.open_a_rollout_a_bin_or"));
  }

  /// Steps, or else arrays to be asked about, or else tensors such as the weights of a network.
  private static OpenedFile arrays(Path file) {
    MappedArrays arrays = MappedArrays.read(file);
    if (arrays.first().problem().isEmpty()) {
      return new OpenedFile.RecordingFile(RecordingOpener.open(file), RolloutGrowth.FINISHED);
    }
    return arrays.alike() || Files.exists(MappedArrays.beside(file))
        ? new OpenedFile.ArraysFile(file)
        : new OpenedFile.TensorsFile(file, Optional.empty());
  }

  /// A recording that may still be growing.
  private static OpenedFile followed(Path file) {
    FollowedRollout rollout = Rollouts.follow(file);
    return new OpenedFile.RecordingFile(rollout, rollout.refresh());
  }

  /// Checks the whole scenario, so that a wrong one is named here and not when it is recorded.
  private static OpenedFile scenario(Path file, EnvironmentType type) {
    var _ =
        type.prepare(
            type.settings().parse(Map.of(), ""),
            Optional.of(type.scenarios().resolve(file.toString())));
    return new OpenedFile.MapFile(file, type);
  }

  /// A policy, or else tensors of any kind.
  private static OpenedFile tensors(Path file) {
    try {
      Checkpoint checkpoint = Checkpoints.read(file);
      if (checkpoint.program().isPresent()) {
        return new OpenedFile.PolicyFile(file);
      }
      PolicyType _ = BuiltInPolicies.recognise(checkpoint);
      return new OpenedFile.WeightsFile(file, CheckpointOrigin.of(checkpoint));
    } catch (Problem noPolicy) {
      try {
        if (!TensorFile.read(file).isEmpty()) {
          return new OpenedFile.TensorsFile(file, Optional.of(noPolicy.what()));
        }
      } catch (Problem _) {
        // What is wrong with it as a policy says more.
      }
      throw noPolicy;
    }
  }

  private static OpenedFile weights(Path file) {
    return new OpenedFile.WeightsFile(file, CheckpointOrigin.of(Checkpoints.read(file)));
  }

  /// A JSON file that is not a map may describe a study.
  private static OpenedFile mapOrStudy(Path file) {
    try {
      DriveMaps.read(file);
      return new OpenedFile.MapFile(file, DRIVE);
    } catch (Problem noMap) {
      if (!StudyFile.looksLike(file)) {
        throw own(file).orElse(noMap);
      }
      StudySpec _ = StudyFile.read(file);
      return new OpenedFile.StudyPath(file);
    }
  }

  /// What to do with a JSON file that this program has written for another purpose; empty for
  /// others.
  private static Optional<Problem> own(Path file) {
    JsonNode root;
    try {
      if (Files.size(file) > LARGEST_OF_OURS) {
        return Optional.empty();
      }
      root = new ObjectMapper().readTree(file.toFile());
    } catch (IOException _) {
      return Optional.empty();
    }
    if (root.path("layout").isInt()) {
      return Optional.of(
          new Problem(
              wording("FileOpener.this_is_a_layout_of_panes"),
              file.toString(),
              wording("FileOpener.import_it_in_the_menu_panels")));
    }
    String format = root.path("format").asText();
    if (format.equals("hindsight-facts")) {
      return Optional.of(
          new Problem(
              wording("FileOpener.these_are_facts_about_recordings"),
              file.toString(),
              wording("FileOpener.check_recordings_with_it")));
    }
    return Optional.of(format)
        .filter(own -> own.startsWith("hindsight-"))
        .map(own ->
            new Problem(
                wording("FileOpener.this_file_belongs_to_another", own),
                file.toString(),
                wording("FileOpener.open_that_file_instead")));
  }

  /// Any four bytes can be a weight, so weights are files that are not a map.
  private static OpenedFile mapOrWeights(Path file) {
    try {
      DriveMaps.read(file);
      return new OpenedFile.MapFile(file, DRIVE);
    } catch (Problem noMap) {
      try {
        return weights(file);
      } catch (Problem _) {
        throw noMap;
      }
    }
  }
}
