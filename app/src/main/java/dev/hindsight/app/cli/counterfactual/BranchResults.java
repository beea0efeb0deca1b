package dev.hindsight.app.cli.counterfactual;

import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchOutcome;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.EditJson;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Branches as the command prints them.
///
/// @param branches all there are
/// @param manifest of the recording, for the names of its actions
/// @param names what its agents are called
record BranchResults(Branches branches, Manifest manifest, AgentNames names) {
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("of", branches.origin().file());
    fields.put("branches", branches.all().stream().map(this::fields).toList());
    return fields;
  }

  Map<String, Object> fields(BranchRecorder.RecordedBranch recordedBranch) {
    Map<String, Object> fields = fields(recordedBranch.branch());
    fields.put("rollout", recordedBranch.file().toString());
    return fields;
  }

  private Map<String, Object> fields(Branch branch) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", branch.id());
    fields.put("title", branch.title());
    branch.parent().ifPresent(parent -> fields.put("parent", parent));
    fields.put("tick", branch.tick());
    fields.put("changed", EditWords.of(branch.edits(), manifest, names));
    fields.put("edits", EditJson.write(branch.edits()));
    fields.put("hash", branch.hash());
    branch
        .score()
        .ifPresent(branchOutcome -> {
          fields.put("before", branchOutcome.before());
          fields.put("after", branchOutcome.after());
          fields.put("control", branchOutcome.control().json());
          fields.put("credited", branchOutcome.control().credits());
        });
    return fields;
  }

  /// The tree, a line a branch.
  String words() {
    if (branches.all().isEmpty()) {
      return branches.origin().file() + ": no branches yet";
    }
    StringBuilder words = new StringBuilder(branches.origin().file());
    add(words, Optional.empty(), "  ");
    branches.unreadable().forEach(problem -> words.append("\n  ").append(problem.getMessage()));
    return words.toString();
  }

  private void add(StringBuilder words, Optional<String> parent, String indent) {
    for (Branch branch : branches.from(parent)) {
      words.append('\n').append(indent).append(line(branch));
      add(words, Optional.of(branch.id()), indent + "  ");
    }
  }

  private String line(Branch branch) {
    String changed = EditWords.of(branch.edits(), manifest, names);
    return branch.id()
        + "  tick "
        + branch.tick()
        + ": "
        + (branch.title().equals(changed) ? changed : branch.title() + " (" + changed + ")")
        + branch.score().map(branchOutcome -> " -> " + branchOutcome.told()).orElse("");
  }

  /// What was made, and what it changed.
  String words(BranchRecorder.RecordedBranch recordedBranch) {
    List<Branch> path = recordedBranch.branches().ancestry(recordedBranch.branch());
    return recordedBranch.file()
        + ": branch "
        + String.join("/", path.stream().map(Branch::id).toList())
        + " at tick "
        + recordedBranch.branch().tick()
        + ", "
        + EditWords.of(recordedBranch.branch().edits(), manifest, names)
        + "\n  "
        + recordedBranch.branch().score().map(BranchOutcome::told).orElse("");
  }
}
