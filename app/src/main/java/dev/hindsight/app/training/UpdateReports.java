package dev.hindsight.app.training;

import dev.hindsight.trainer.run.UpdateReport;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/// The reports of all updates of a run, oldest first: immutable, yet extended without copying.
///
/// A longer list shares memory with the one it grew from, which still sees only its own part. One
/// thread owns a list together with all that grew from it.
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

  /// The same with one more report. Extending one list twice copies it: only the newest list owns
  /// the memory.
  UpdateReports and(UpdateReport report) {
    List<UpdateReport> all =
        shared.size() == count && count > 0 ? shared : new ArrayList<>(shared.subList(0, count));
    all.add(report);
    return new UpdateReports(all, count + 1);
  }

  /// The reports up to an update: later ones were lost with the process, and their updates are
  /// repeated.
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
