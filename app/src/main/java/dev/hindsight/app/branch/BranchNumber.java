package dev.hindsight.app.branch;

import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The number of a branch while its recording is made: no other branch that is made in this process
/// at the same time gets it, in whatever tab. Reads files: for background threads.
///
/// @param branches read when the number was taken
/// @param branch with its number
/// @param owned whether this took the number; another recording of the same branch may have it
record BranchNumber(Branches branches, Branch branch, boolean owned) implements AutoCloseable {
  /// The recordings under way.
  private static final Set<Path> TAKEN = new HashSet<>();

  /// Takes the next free number.
  static BranchNumber take(BranchRequest request) {
    // A number is given back in the same lock, after its branch was saved: if it is not taken, the
    // branch is found.
    synchronized (TAKEN) {
      Branches there = request.all().reread();
      Branches known = there;
      Branch branch = request.branch().apply(known);
      while (!TAKEN.add(BranchRecorder.cached(there, branch))) {
        List<Branch> more = new ArrayList<>(known.all());
        more.add(branch);
        known = new Branches(there.folder(), there.origin(), more, there.unreadable());
        Branch next = request.branch().apply(known);
        if (next.id().equals(branch.id())) {
          // It has its number already and is being recorded again.
          return new BranchNumber(there, branch, false);
        }
        branch = next;
      }
      return new BranchNumber(there, branch, true);
    }
  }

  @Override
  public void close() {
    if (!owned) {
      return;
    }
    synchronized (TAKEN) {
      TAKEN.remove(BranchRecorder.cached(branches, branch));
    }
  }
}
