package dev.hindsight.app.branch;

import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.Branches;
import java.util.Optional;
import java.util.function.Function;

/// A branch to record. A new one is numbered only when its job begins, because others may be made
/// until then.
///
/// @param all the branches as the window knows them
/// @param parent the id of its parent; empty for the recording itself
/// @param tick where it leaves its parent
/// @param branch the branch, given all branches that are known by then
record BranchRequest(
    Branches all, Optional<String> parent, int tick, Function<Branches, Branch> branch) {
  /// Requests an existing branch once more.
  static BranchRequest again(Branches all, Branch branch) {
    return new BranchRequest(all, branch.parent(), branch.tick(), _ -> branch);
  }
}
