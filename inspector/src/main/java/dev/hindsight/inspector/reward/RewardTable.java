package dev.hindsight.inspector.reward;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.RewardBreakdown;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.List;

/// The parts of the reward at a tick and over its trial, as rows: the parts that were paid at any
/// tick, their sum, and the recorded reward.
///
/// Where the two agree within rounding, the sum shows the recorded number: rounding alone must not
/// look like a difference.
///
/// @param rows from top to bottom
record RewardTable(List<Row> rows) {
  /// Copies the list.
  RewardTable {
    rows = List.copyOf(rows);
  }

  /// A row.
  ///
  /// @param name what the part is for, or `Sum`
  /// @param here at the tick
  /// @param trial over all recorded ticks of the trial
  /// @param share size of the trial's sum among the sizes of all parts' sums, 0 to 1; NaN for rows
  ///   that are not parts, and if all sums are 0
  /// @param largest the tick of the trial at which its size is largest; -1 if it is always 0
  record Row(String name, double here, double trial, double share, int largest) {
    @Override
    public String toString() {
      return name + "\t" + here + "\t" + trial;
    }

    /// The share in words; empty if there is none.
    String shareWords() {
      return Double.isNaN(share) ? "" : NumberWords.percent(share);
    }
  }

  /// @param tick one that was read
  /// @param trial all ticks of its trial that were read
  static RewardTable of(RewardBreakdown read, int tick, Span trial) {
    int count = read.names().size();
    double[] sums = new double[count];
    double sizes = 0;
    double here = 0;
    double all = 0;
    for (int part = 0; part < count; part++) {
      sums[part] = read.sum(part, trial.from(), trial.to());
      sizes += Math.abs(sums[part]);
      all += sums[part];
      here += read.value(part, tick);
    }
    List<Row> rows = new ArrayList<>();
    for (int part = 0; part < count; part++) {
      if (read.paid(part)) {
        double share = sizes == 0 ? Double.NaN : Math.abs(sums[part]) / sizes;
        rows.add(
            new Row(
                read.names().get(part),
                read.value(part, tick),
                sums[part],
                share,
                largest(read, part, trial)));
      }
    }
    int largest = read.largestIn(trial.from(), trial.to());
    double recorded = 0;
    for (int each = trial.from(); each < trial.to(); each++) {
      recorded += Float.isNaN(read.reward(each)) ? 0 : read.reward(each);
    }
    rows.add(
        new Row(
            wording("RewardTable.sum_of_the_parts"),
            read.addsUp(tick, tick + 1) ? read.reward(tick) : here,
            read.addsUp(trial.from(), trial.to()) ? recorded : all,
            Double.NaN,
            largest));
    rows.add(
        new Row(
            wording("RewardTable.recorded_reward"),
            read.reward(tick),
            recorded,
            Double.NaN,
            largest));
    return new RewardTable(rows);
  }

  private static int largest(RewardBreakdown read, int part, Span trial) {
    int found = -1;
    double size = 0;
    for (int tick = trial.from(); tick < trial.to(); tick++) {
      double here = Math.abs(read.value(part, tick));
      if (here > size) {
        size = here;
        found = tick;
      }
    }
    return found;
  }
}
