package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.counterfactual.CounterfactualQueries;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchOutcome;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditJson;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.learn.RecordedPolicySource;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight branch`: returns to a tick of a recording, changes something, and runs on.
@Command(name = "branch")
public final class BranchCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "BranchCommand.file")
  private Path file;

  @Option(names = "--at", paramLabel = "TICK|TRIAL:TICK", descriptionKey = "BranchCommand.at")
  private Optional<String> at = Optional.empty();

  @Mixin
  @NeedsOption("--at")
  @ExcludesOption(value = "--make", whyKey = "BranchCommand.an_existing_branch_stays_as_it_is")
  private EditOptions edits;

  @NeedsOption("--at")
  @Option(names = "--parent", paramLabel = "ID", descriptionKey = "BranchCommand.parent")
  private Optional<String> parent = Optional.empty();

  @NeedsOption("--at")
  @Option(names = "--title", paramLabel = "TEXT", descriptionKey = "BranchCommand.title")
  private Optional<String> title = Optional.empty();

  @ExcludesOption(
      value = {"--at", "--parent", "--title"},
      whyKey = "BranchCommand.an_existing_branch_stays_as_it_is")
  @Option(names = "--make", paramLabel = "ID", descriptionKey = "BranchCommand.make")
  private Optional<String> make = Optional.empty();

  @Option(names = "--delete", paramLabel = "ID", descriptionKey = "BranchCommand.delete")
  private Optional<String> delete = Optional.empty();

  @NeedsOption({"--at", "--make"})
  @Option(names = "--out", paramLabel = "X.rollout", descriptionKey = "BranchCommand.out")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = noted(RecordingOpener.own(file))) {
      Branches branches = Branches.of(rollout);
      if (delete.isPresent()) {
        branches = branches.without(branches.named(delete.get()));
      }
      if (at.isEmpty() && make.isEmpty()) {
        result(
            new BranchesJson(
                branches.origin().file(),
                branches.all().stream().map(each -> BranchJson.of(rollout, each)).toList()),
            words(rollout, branches));
        return OK;
      }
      out.ifPresent(OutputFile::requirePlace);
      Branch branch = make.isPresent() ? branches.named(make.get()) : next(rollout, branches);
      Path target = out.orElse(BranchRecorder.cached(branches, branch));
      BranchRecorder recorder =
          new BranchRecorder(
              rollout,
              branches,
              branch,
              new RecordedPolicySource(RunLedger.ofUser()),
              Optional.empty(),
              target);
      var recordedBranch =
          GracefulShutdown.awaiting(cancelled -> recorder.run(console().progress(), cancelled));
      result(
          new RecordedBranchJson(
              BranchJson.of(rollout, recordedBranch.branch()), recordedBranch.file().toString()),
          words(rollout, recordedBranch));
    }
    return OK;
  }

  /// A head's mean output is that of the original recording, even in a branch of a branch.
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

  private record BranchesJson(String of, List<BranchJson> branches) {}

  private record RecordedBranchJson(@JsonUnwrapped BranchJson branch, String rollout) {}

  /// @param outcome null until it is recorded
  private record BranchJson(
      String id,
      String title,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> parent,
      int tick,
      String changed,
      JsonNode edits,
      String hash,
      @JsonUnwrapped @Nullable BranchOutcomeJson outcome) {
    static BranchJson of(Rollout rollout, Branch branch) {
      return new BranchJson(
          branch.id(),
          branch.title(),
          branch.parent(),
          branch.tick(),
          BranchCommand.changed(rollout, branch),
          EditJson.write(branch.edits()),
          branch.hash(),
          branch.score().map(BranchOutcomeJson::of).orElse(null));
    }
  }

  private record BranchOutcomeJson(
      BranchOutcome.Figures before,
      BranchOutcome.Figures after,
      JsonNode control,
      boolean credited) {
    static BranchOutcomeJson of(BranchOutcome outcome) {
      return new BranchOutcomeJson(
          outcome.before(), outcome.after(), outcome.control().json(), outcome.control().credits());
    }
  }

  private static String changed(Rollout rollout, Branch branch) {
    return EditWords.of(branch.edits(), rollout.manifest(), AgentNames.of(rollout));
  }

  /// The tree, one line per branch.
  private static String words(Rollout rollout, Branches branches) {
    if (branches.all().isEmpty()) {
      return wording("BranchCommand.no_branches_yet", branches.origin().file());
    }
    StringBuilder words = new StringBuilder(branches.origin().file());
    add(words, rollout, branches, Optional.empty(), "  ");
    branches.unreadable().forEach(problem -> words.append("\n  ").append(problem.getMessage()));
    return words.toString();
  }

  private static void add(
      StringBuilder words,
      Rollout rollout,
      Branches branches,
      Optional<String> parent,
      String indent) {
    for (Branch branch : branches.from(parent)) {
      words.append('\n').append(indent).append(line(rollout, branch));
      add(words, rollout, branches, Optional.of(branch.id()), indent + "  ");
    }
  }

  private static String line(Rollout rollout, Branch branch) {
    String changed = changed(rollout, branch);
    return wording(
        "BranchCommand.tick",
        branch.id(),
        branch.tick(),
        branch.title().equals(changed) ? changed : branch.title() + " (" + changed + ")",
        branch.score().map(branchOutcome -> " -> " + branchOutcome.wordsWithWarning()).orElse(""));
  }

  /// The new branch, and what it changed.
  private static String words(Rollout rollout, BranchRecorder.RecordedBranch recordedBranch) {
    List<Branch> path = recordedBranch.branches().ancestry(recordedBranch.branch());
    return wording(
        "BranchCommand.branch_at_tick",
        recordedBranch.file(),
        String.join("/", path.stream().map(Branch::id).toList()),
        recordedBranch.branch().tick(),
        changed(rollout, recordedBranch.branch()),
        recordedBranch.branch().score().map(BranchOutcome::wordsWithWarning).orElse(""));
  }
}
