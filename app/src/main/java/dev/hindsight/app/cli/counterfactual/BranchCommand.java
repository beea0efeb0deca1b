package dev.hindsight.app.cli.counterfactual;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.counterfactual.CounterfactualQueries;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.run.RunLedger;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight branch`: goes back to a tick of a recording, changes something, runs on.
@Command(
    name = "branch",
    description = {
      "Return to a tick, change something and run to the end of the episode.",
      "Without --at and --make: list the branches."
    })
public final class BranchCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "A rollout made by Hindsight.")
  private Path file;

  @Option(
      names = "--at",
      paramLabel = "TICK|TRIAL:TICK",
      description =
          "Where to branch: a tick from 0, or a trial from 1 and a tick in it;"
              + " EPISODE:TRIAL:TICK if there are several episodes.")
  private Optional<String> at = Optional.empty();

  @Mixin private EditOptions edits;

  @Option(
      names = "--parent",
      paramLabel = "ID",
      description = "Branch from this branch instead of the recording itself.")
  private Optional<String> parent = Optional.empty();

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "A title. Default: the edits in words.")
  private Optional<String> title = Optional.empty();

  @Option(names = "--make", paramLabel = "ID", description = "Record an existing branch again.")
  private Optional<String> make = Optional.empty();

  @Option(names = "--delete", paramLabel = "ID", description = "Delete a branch and its branches.")
  private Optional<String> delete = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "X.rollout",
      description = "The recording to write. Default: a file in the cache.")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = Rollouts.open(file)) {
      Branches branches = Branches.of(rollout);
      if (delete.isPresent()) {
        branches = branches.without(branches.named(delete.get()));
      }
      if (at.isEmpty() && make.isEmpty()) {
        BranchResults results =
            new BranchResults(branches, rollout.manifest(), AgentNames.of(rollout));
        console().result(format(), results.fields(), results.words());
        return OK;
      }
      Branch branch = make.isPresent() ? branches.named(make.get()) : next(rollout, branches);
      Path target = out.orElse(BranchRecorder.cached(branches, branch));
      BranchRecorder making =
          new BranchRecorder(
              rollout,
              branches,
              branch,
              new RecordedPolicySource(RunLedger.ofUser()),
              Optional.empty(),
              target);
      var recordedBranch =
          GracefulShutdown.awaiting(cancelled -> making.run(console().progress(), cancelled));
      BranchResults results =
          new BranchResults(recordedBranch.branches(), rollout.manifest(), AgentNames.of(rollout));
      console().result(format(), results.fields(recordedBranch), results.words(recordedBranch));
    }
    return OK;
  }

  /// What a head puts out on average is that of the recording, also in a branch of a branch.
  private static Edit lesion(Rollout rollout, int agent, int tick, Ablation ablation) {
    try (CounterfactualQueries asked =
        new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      return asked.edit(agent, tick, ablation, new Cancellation());
    }
  }

  private Branch next(Rollout rollout, Branches branches) {
    int tick = TickAddress.of(at.orElseThrow(), rollout.trials(), rollout.ticks());
    List<Edit> changes =
        edits.at(
            tick,
            SimulationRecipe.of(rollout).factory().shape(),
            (agent, ablation) -> lesion(rollout, agent, tick, ablation));
    parent.ifPresent(branches::named);
    String name =
        title.orElseGet(() -> EditWords.of(changes, rollout.manifest(), AgentNames.of(rollout)));
    return branches.next(name, parent, tick, changes);
  }
}
