package dev.hindsight.trainer.branch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditJson;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.record.Continuation;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
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

/// A branch made into a recording like any other, and its recipe kept with what it came to.
///
/// @param rollout the recording it is a branch of, or a branch of a branch of; stays its opener's
/// @param branches those there are; the new one need not be among them
/// @param branch which one
/// @param policies who acts
/// @param machine who knows the recording at every tick, where somebody does
/// @param out the file to make
public record BranchRecorder(
    Rollout rollout,
    Branches branches,
    Branch branch,
    PolicySource policies,
    Optional<TimeMachine> machine,
    Path out)
    implements Job<BranchRecorder.RecordedBranch> {
  /// Bytes of what the policy remembers that are kept for going back a single time.
  private static final long ONCE = 64L << 20;

  /// What came of it.
  ///
  /// @param branches with the new one
  /// @param branch with what it came to
  /// @param file the recording
  public record RecordedBranch(Branches branches, Branch branch, Path file) {}

  /// Where the recording of a branch is kept when nobody names a file: it can be made again at any
  /// time.
  public static Path cached(Branches branches, Branch branch) {
    String of = branches.origin().hash().replaceAll("[^0-9a-f]", "");
    return CacheFolder.of("branches")
        .resolve(of.substring(0, Math.min(16, of.length())))
        .resolve(name(branches, branch));
  }

  /// `crossing-branch-2.rollout`.
  public static String name(Branches branches, Branch branch) {
    String stem = branches.origin().file().replaceFirst("\\.rollout(\\.part)?$", "");
    return stem + "-branch-" + branch.id() + ".rollout";
  }

  /// @throws Problem if something cannot be done by hand here, or came out otherwise than when the
  ///   branch was first made
  @Override
  public RecordedBranch run(Progress progress, Cancellation cancellation) throws IOException {
    TimeMachine reached = machine.orElseGet(() -> gone(progress, cancellation));
    SimulationRecipe simulationRecipe = reached.recipe();
    ControlResult controlResult = reached.repetition().control(AgentNames.of(rollout));
    List<Branch> added = added();
    List<Edit> edits = added.stream().flatMap(one -> one.edits().stream()).toList();
    int at = added.stream().mapToInt(Branch::tick).min().orElse(branch.tick());
    Files.createDirectories(out.toAbsolutePath().getParent());
    Map<String, JsonNode> keys =
        Map.of(SimulationRecipe.BRANCH, key(simulationRecipe.edits().and(edits), controlResult));
    new Continuation(simulationRecipe, at, edits, policies, reached, keys, out)
        .run(progress, cancellation);
    try (Rollout made = Rollouts.open(out)) {
      String hash = BranchOrigin.of(made).hash();
      if (!branch.hash().isEmpty() && !branch.hash().equals(hash)) {
        throw new Problem(
            "branch " + branch.id() + " did not come out as when it was first made",
            out.toString(),
            "see `hindsight replay` of " + rollout.file() + " for what differs here");
      }
      Branch done =
          branch.made(
              hash, new BranchOutcome(before(), BranchOutcome.Figures.of(made), controlResult));
      return new RecordedBranch(branches.keep(done), done, out);
    }
  }

  /// Goes through the recording once: that is how to get to the tick, and the control.
  private TimeMachine gone(Progress progress, Cancellation cancellation) {
    return new TimeMachineBuilder(SimulationRecipe.of(rollout), policies, ONCE)
        .run(progress, cancellation);
  }

  /// The branch and those above it, as far up as the recording that is gone on from.
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

  /// What its parent came to.
  private BranchOutcome.Figures before() {
    return branch
        .parent()
        .map(branches::named)
        .flatMap(Branch::score)
        .map(BranchOutcome::after)
        .orElseGet(() -> BranchOutcome.Figures.of(rollout));
  }

  /// What the manifest says: of what it is a branch, and all that is done by hand, so that the file
  /// replays by itself.
  private JsonNode key(Edits all, ControlResult controlResult) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("of", branches.origin().json());
    node.put("path", branches.recording().toString());
    node.put("id", branch.id()).put("title", branch.title());
    branch.parent().ifPresent(parent -> node.put("parent", parent));
    node.put("tick", branch.tick());
    node.set(SimulationRecipe.EDITS, EditJson.write(all.all()));
    node.set(ControlResult.KEY, controlResult.json());
    return node;
  }

  /// Which of the branches a recording is; nothing for one that is none of them.
  public static Optional<String> idOf(Rollout rollout, Branches branches) {
    return Optional.ofNullable(rollout.manifest().extra().get(SimulationRecipe.BRANCH))
        .filter(node -> node.path("of").path("hash").asText().equals(branches.origin().hash()))
        .map(node -> node.path("id").asText());
  }
}
