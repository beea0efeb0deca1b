package dev.hindsight.trainer.learn;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Opens the policies of recordings: shipped ones and those without weights by name, others through
/// [CheckpointFinder]. Rejects a file whose content has changed.
///
/// @param ledger lists the runs whose folders are searched
public record RecordedPolicySource(RunLedger ledger) implements PolicySource {
  @Override
  public Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape) {
    Manifest.PolicyInfo info = rollout.manifest().policy();
    return open(rollout, info, shape).map(policy -> beside(policy, rollout, shape));
  }

  /// Opens a policy that acted in a recording: that of the egos, or a partner.
  private Optional<Policy> open(Rollout rollout, Manifest.PolicyInfo info, EnvironmentShape shape) {
    Optional<String> name = name(rollout, info);
    if (name.isEmpty() && !info.checkpointSha256().isEmpty()) {
      throw new Problem(
          wording("RecordedPolicySource.its_checkpoint_is_not_found_here", info.checkpointName()),
          rollout.file().toString(),
          wording("RecordedPolicySource.put_the_file_beside_the_recording"));
    }
    return name.map(known -> BuiltInPolicies.open(known, shape).policy());
  }

  /// What [BuiltInPolicies#open] takes for the policy of a recording: the file of its checkpoint,
  /// or its id if it has no weights; empty if it is not known here.
  public Optional<String> name(Rollout rollout) {
    return name(rollout, rollout.manifest().policy());
  }

  private Optional<String> name(Rollout rollout, Manifest.PolicyInfo info) {
    if (info.checkpointSha256().isEmpty()) {
      boolean known = BuiltInPolicies.all().stream().anyMatch(type -> type.id().equals(info.id()));
      return known ? Optional.of(info.id()) : Optional.empty();
    }
    return CheckpointFinder.find(rollout, info, ledger).map(Path::toString);
  }

  /// Puts the partners of a recording beside a policy that drives its egos.
  ///
  /// @return the given policy, if the recording has no partners
  public Policy beside(Policy own, Rollout rollout, EnvironmentShape shape) {
    return PartnerPolicies.beside(
        own,
        rollout,
        shape,
        info ->
            open(rollout, info, shape)
                .orElseThrow(() ->
                    new Problem(
                        wording("RecordedPolicySource.a_partner_is_not_known_here"),
                        info.id(),
                        wording("RecordedPolicySource.put_the_file_beside_the_recording"))));
  }

  @Override
  public Policy named(Edit.PolicyChange policyChange, Rollout rollout, EnvironmentShape shape) {
    return beside(named(policyChange, shape), rollout, shape);
  }

  @Override
  public Policy named(Edit.PolicyChange policyChange, EnvironmentShape shape) {
    OpenedPolicy opened = BuiltInPolicies.open(policyChange.file(), shape);
    if (!policyChange.sha256().isEmpty() && !policyChange.sha256().equals(opened.sha256())) {
      opened.close();
      throw new Problem(
          wording("RecordedPolicySource.the_checkpoint_has_changed_since"),
          policyChange.file(),
          wording(
              "RecordedPolicySource.put_back_the_one_that_begins",
              policyChange.sha256().substring(0, 8)));
    }
    return opened.policy();
  }

  /// Adds digests to the policy changes among edits.
  ///
  /// @throws Problem if a checkpoint does not exist or does not fit
  public static List<Edit> pinned(List<Edit> edits, EnvironmentShape shape) {
    return edits.stream()
        .map(edit ->
            edit instanceof Edit.PolicyChange named && named.sha256().isEmpty()
                ? edit(named.tick(), named.file(), shape)
                : edit)
        .toList();
  }

  /// A policy change with the checkpoint's digest, so that it can be recognised later.
  ///
  /// @param nameOrPath as on the command line
  /// @throws Problem if a checkpoint does not exist or does not fit
  public static Edit.PolicyChange edit(int tick, String nameOrPath, EnvironmentShape shape) {
    try (OpenedPolicy opened = BuiltInPolicies.open(nameOrPath, shape)) {
      return new Edit.PolicyChange(tick, nameOrPath, opened.sha256());
    }
  }
}
