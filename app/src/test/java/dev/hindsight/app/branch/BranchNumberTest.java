package dev.hindsight.app.branch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchOrigin;
import dev.hindsight.trainer.branch.Branches;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings that are made at the same time have different numbers.
class BranchNumberTest {
  @Test
  void aSecondRecordingOfABranchLeavesItsNumberToTheFirst(@TempDir Path folder) {
    Branches none =
        new Branches(folder, new BranchOrigin("a.rollout", "abc"), List.of(), List.of());
    BranchRequest next = new BranchRequest(none, Optional.empty(), 3, BranchNumberTest::next);
    try (BranchNumber first = BranchNumber.take(next)) {
      assertEquals("1", first.branch().id());
      BranchNumber.take(BranchRequest.again(none, first.branch())).close();
      try (BranchNumber other = BranchNumber.take(next)) {
        assertEquals("2", other.branch().id());
      }
    }
    try (BranchNumber free = BranchNumber.take(next)) {
      assertEquals("1", free.branch().id());
    }
  }

  private static Branch next(Branches now) {
    return now.next("a branch", Optional.empty(), 3, List.of());
  }
}
