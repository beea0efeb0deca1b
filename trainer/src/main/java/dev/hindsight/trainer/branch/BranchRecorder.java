package dev.hindsight.trainer.branch;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditJson;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.RelativePath;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs a branch, writes its recording, and stores its recipe with the outcome.
///
/// @param rollout the recording that the branch leaves, or a branch of it; its opener closes it
/// @param branches all branches of the recording; the new one may be missing
/// @param branch the branch to run
/// @param policies where checkpoints are looked up
/// @param machine a time machine for the recording, if there is one
/// @param out the file to write
public record BranchRecorder(
    Rollout rollout,
    Branches branches,
    Branch branch,
    PolicySource policies,
    Optional<TimeMachine> machine,
    Path out)
    implements Job<BranchRecorder.RecordedBranch> {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Bytes for copies of the policy's memory when going back only once.
  private static final long ONCE = 64L << 20;

  /// The result.
  ///
  /// @param branches including the new one
  /// @param branch with its outcome
  /// @param file the recording
  public record RecordedBranch(Branches branches, Branch branch, Path file) {}

  /// Where a branch's recording goes if the user names no file: the cache, because it can be made
  /// again at any time.
  public static Path cached(Branches branches, Branch branch) {
    String of = branches.origin().hash().replaceAll("[^0-9a-f]", "");
    return CacheFolder.of("branches")
        .resolve(of.substring(0, Math.min(16, of.length())))
        .resolve(name(branches, branch));
  }

  /// The recording of a branch in the cache; empty if it is not there as it was first made, and is
  /// to be simulated again: its id may have been another's, which was deleted. Reads the file.
  public static Optional<Path> found(Branches branches, Branch branch) {
    Path file = cached(branches, branch);
    if (branch.hash().isEmpty() || !Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (Rollout made = Rollouts.open(file)) {
      return Optional.of(file).filter(_ -> BranchOrigin.of(made).hash().equals(branch.hash()));
    } catch (Problem _) {
      // A damaged copy: it is made again.
      return Optional.empty();
    }
  }

  /// `crossing-branch-2.rollout`.
  public static String name(Branches branches, Branch branch) {
    String stem = branches.origin().file().replaceFirst("\\.rollout(\\.part)?$", "");
    return stem + "-branch-" + branch.id() + ".rollout";
  }

  /// @throws Problem if an edit is impossible here, or if the outcome differs from when the branch
  ///   was first made; then no file is written
  @Override
  public RecordedBranch run(Progress progress, Cancellation cancellation) throws IOException {
    OutputFile.spares(out, List.of(rollout.file(), branches.recording()));
    branches.requireIdOf(branch);
    TimeMachine reached = machine.orElseGet(() -> gone(progress, cancellation));
    SimulationRecipe simulationRecipe = reached.recipe();
    ControlResult controlResult = reached.agreement().control(AgentNames.of(rollout));
    List<Branch> added = added();
    List<Edit> asked = added.stream().flatMap(one -> one.edits().stream()).toList();
    int at = added.stream().mapToInt(Branch::tick).min().orElse(branch.tick());
    Continuation.check(simulationRecipe, simulationRecipe.edits().and(asked));
    if (added.stream().allMatch(one -> one.hash().isEmpty())) {
      // A branch that was made comes out as it did, also as the parent of a new one.
      checkActing(asked, at);
    }
    Branch settled =
        added.size() == 1 && SettledPoses.any(branch)
            ? settled(reached, asked, progress, cancellation)
            : branch;
    List<Edit> edits = added.size() == 1 ? settled.edits() : asked;
    Path folder = out.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Map<String, JsonNode> keys =
        Map.of(
            SimulationRecipe.BRANCH,
            key(settled, simulationRecipe.edits().and(edits), controlResult));
    new Continuation(simulationRecipe, at, edits, policies, reached, keys, out)
        .checkedBy(this::requireSame)
        .run(progress, cancellation);
    try (Rollout made = Rollouts.open(out)) {
      Branch done =
          settled.made(
              BranchOrigin.of(made).hash(),
              new BranchOutcome(
                  before(cancellation),
                  BranchOutcome.Figures.of(made, Progress.SILENT, cancellation),
                  controlResult));
      return new RecordedBranch(branches.keep(done), done, out);
    }
  }

  private void requireSame(Summary made) {
    if (!branch.hash().isEmpty() && !branch.hash().equals(made.hash())) {
      throw new Problem(
          wording("BranchRecorder.branch_did_not_come_out_as", branch.id()),
          out.toString(),
          wording("BranchRecorder.see_hindsight_replay_of_for_what", rollout.file()));
    }
  }

  private Branch settled(
      TimeMachine reached, List<Edit> edits, Progress progress, Cancellation cancellation) {
    Environment world = reached.environment(branch.tick(), progress, cancellation);
    reached.recipe().edits().and(edits).world(branch.tick(), world);
    return SettledPoses.of(branch, rollout, world);
  }

  private void checkActing(List<Edit> edits, int at) {
    try {
      new Edits(edits).checkActing(at, new Limbo(rollout), rollout.ticks());
    } catch (Problem problem) {
      throw problem.named(AgentNames.of(rollout)::titled);
    }
  }

  /// Goes through the recording once, which reaches the tick and provides the control.
  private TimeMachine gone(Progress progress, Cancellation cancellation) {
    return new TimeMachineBuilder(SimulationRecipe.of(rollout), policies, ONCE)
        .run(progress, cancellation);
  }

  /// The branch and its ancestors, up to the recording that this run continues.
  private List<Branch> added() {
    List<Branch> path = branches.ancestry(branch);
    Optional<String> here = idOf(rollout, branches);
    for (int i = 0; i < path.size(); i++) {
      if (here.equals(Optional.of(path.get(i).id()))) {
        return path.subList(i + 1, path.size());
      }
    }
    return path;
  }

  /// The outcome of its parent.
  private BranchOutcome.Figures before(Cancellation cancellation) {
    return branch
        .parent()
        .map(branches::named)
        .flatMap(Branch::score)
        .map(BranchOutcome::after)
        .orElseGet(() -> BranchOutcome.Figures.of(rollout, Progress.SILENT, cancellation));
  }

  /// The manifest entry: the branch's origin and all its edits, so that the file replays on its
  /// own.
  private JsonNode key(Branch settled, Edits all, ControlResult controlResult) {
    return JSON.valueToTree(
        new BranchKeyJson(
            branches.origin(),
            RelativePath.from(out, branches.recording()).orElse(null),
            branch.id(),
            settled.title(),
            branch.parent().orElse(null),
            branch.tick(),
            EditJson.write(all.all()),
            controlResult));
  }

  private record BranchKeyJson(
      BranchOrigin of,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String path,
      String id,
      String title,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String parent,
      int tick,
      @JsonProperty(SimulationRecipe.EDITS) JsonNode edits,
      @JsonProperty(ControlResult.KEY) ControlResult control) {}

  /// The id of the branch that a recording is; empty if it is none of them.
  public static Optional<String> idOf(Rollout rollout, Branches branches) {
    return Optional.ofNullable(rollout.manifest().extra().get(SimulationRecipe.BRANCH))
        .filter(node -> node.path("of").path("hash").asText().equals(branches.origin().hash()))
        .map(node -> node.path("id").asText());
  }
}
