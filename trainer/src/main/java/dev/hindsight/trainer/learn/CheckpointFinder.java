package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.RelativePath;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the checkpoint of a recording by its digest: at the recorded path, among the shipped
/// policies, beside the recording, and in the folders of the newest runs. Reads files: for a
/// background thread.
public final class CheckpointFinder {
  private static final int RUNS = 20;

  private CheckpointFinder() {}

  /// The file; empty if it is in none of these places.
  public static Optional<Path> find(Rollout rollout, RunLedger runLedger) {
    return find(rollout, rollout.manifest().policy(), runLedger);
  }

  /// The file of a policy that acted in a recording: of the egos, or a partner.
  public static Optional<Path> find(
      Rollout rollout, Manifest.PolicyInfo policy, RunLedger runLedger) {
    if (policy.checkpointSha256().isEmpty()) {
      return Optional.empty();
    }
    String sha256 = policy.checkpointSha256();
    return first(RelativePath.meanings(rollout.file(), policy.checkpointPath()), sha256)
        .or(() -> first(places(rollout.file(), policy.checkpointName(), runLedger), sha256));
  }

  private static Optional<Path> first(List<Path> places, String sha256) {
    return places.stream()
        .filter(Files::isRegularFile)
        .filter(file -> isIt(file, sha256))
        .findFirst();
  }

  /// The problem that the checkpoint of a recording is not there, with the reason: it names one
  /// that is in none of these places, or no policy with a checkpoint acted.
  public static Problem missing(Rollout rollout) {
    Manifest.PolicyInfo policy = rollout.manifest().policy();
    if (!policy.checkpointSha256().isEmpty()) {
      return new Problem(
          wording("CheckpointFinder.its_checkpoint_is_not_found"),
          policy.place(),
          wording("CheckpointFinder.put_the_file_beside_the_recording"));
    }
    return new Problem(
        nameless(policy),
        String.valueOf(rollout.file().getFileName()),
        wording("CheckpointFinder.record_with_a_policy_that_has"));
  }

  private static String nameless(Manifest.PolicyInfo policy) {
    if (BuiltInPolicies.followsRules(policy.id())) {
      return wording("CheckpointFinder.acted_which_follows_rules", policy.id());
    }
    return policy.id().equals("none")
        ? wording("CheckpointFinder.no_policy_acted_in_it")
        : wording("CheckpointFinder.the_recording_names_no_checkpoint");
  }

  private static List<Path> places(Path recording, String name, RunLedger runLedger) {
    List<Path> places = new ArrayList<>();
    ShippedPolicies.file(name.replaceFirst("\\.safetensors$", "")).ifPresent(places::add);
    places.add(recording.resolveSibling(name));
    List<RunRecord> runs = runLedger.runs();
    for (int i = runs.size() - 1; i >= Math.max(0, runs.size() - RUNS); i--) {
      RunFolder folder = RunFolder.of(runs.get(i));
      places.add(folder.path().resolve(name));
      places.add(folder.versions().resolve(name));
    }
    return places;
  }

  private static boolean isIt(Path file, String sha256) {
    try {
      return Checkpoints.read(file).sha256().equals(sha256);
    } catch (Problem _) {
      // A file of that name that is not a checkpoint does not match.
      return false;
    }
  }
}
