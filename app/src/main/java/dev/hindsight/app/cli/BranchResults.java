package dev.hindsight.app.cli;

import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchMaking;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.branch.Outcome;
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

  Map<String, Object> fields(BranchMaking.Made made) {
    Map<String, Object> fields = fields(made.branch());
    fields.put("rollout", made.file().toString());
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
        .ifPresent(outcome -> {
          fields.put("before", outcome.before());
          fields.put("after", outcome.after());
          fields.put("control", outcome.control().json());
          fields.put("credited", outcome.control().credits());
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
        + branch.score().map(outcome -> " -> " + outcome.told()).orElse("");
  }

  /// What was made, and what it changed.
  String words(BranchMaking.Made made) {
    List<Branch> path = made.branches().ancestry(made.branch());
    return made.file()
        + ": branch "
        + String.join("/", path.stream().map(Branch::id).toList())
        + " at tick "
        + made.branch().tick()
        + ", "
        + EditWords.of(made.branch().edits(), manifest, names)
        + "\n  "
        + made.branch().score().map(Outcome::told).orElse("");
  }
}
