package dev.hindsight.app.training;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/// What every update of a run measured, oldest first: immutable, and yet made longer without
/// copying.
///
/// A longer one shares its memory with the one it grew from, which goes on seeing only its own.
/// Owned by one thread, with all that grew from it.
final class UpdateReports extends AbstractList<UpdateReport> implements RandomAccess {
  static final UpdateReports NONE = new UpdateReports(new ArrayList<>(), 0);

  private final List<UpdateReport> shared;
  private final int count;

  private UpdateReports(List<UpdateReport> shared, int count) {
    this.shared = shared;
    this.count = count;
  }

  static UpdateReports of(List<UpdateReport> reports) {
    return new UpdateReports(new ArrayList<>(reports), reports.size());
  }

  /// The same and one more. Growing twice from one copies: the memory has one newest owner.
  UpdateReports and(UpdateReport report) {
    List<UpdateReport> all =
        shared.size() == count && count > 0 ? shared : new ArrayList<>(shared.subList(0, count));
    all.add(report);
    return new UpdateReports(all, count + 1);
  }

  /// Those up to an update: what was measured later was lost with the process, and is done again.
  UpdateReports upTo(long update) {
    int kept = count;
    while (kept > 0 && shared.get(kept - 1).update() > update) {
      kept--;
    }
    return kept == count ? this : of(shared.subList(0, kept));
  }

  @Override
  public UpdateReport get(int index) {
    return shared.get(Objects.checkIndex(index, count));
  }

  @Override
  public int size() {
    return count;
  }
}
