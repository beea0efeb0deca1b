package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import java.util.ArrayList;
import java.util.List;

/// How well values predicted the actual returns, over some ticks outside limbo.
///
/// @param name which ticks: `all`, `trial 1`
/// @param count number of these ticks
/// @param value mean predicted return
/// @param meanReturn mean actual return
/// @param error root of the mean squared difference
/// @param explained 1 - Var(G - V) / Var(G); NaN if all returns are equal
record Calibration(
    String name, int count, double value, double meanReturn, double error, double explained) {

  /// Calibrations of the whole recording and of every trial number, in order. Leaves out trials
  /// without ticks: no data is not an error of 0.
  static List<Calibration> of(AgentSteps agent, AdvantageTrace trace, float[] returns, int trials) {
    List<Calibration> all = new ArrayList<>();
    Sums everything = new Sums();
    Sums[] byTrial = new Sums[Math.max(1, trials)];
    java.util.Arrays.setAll(byTrial, _ -> new Sums());
    for (int t = 0; t < agent.ticks(); t++) {
      float value = agent.steps().value[t];
      int trial = agent.trial()[t];
      if (!Float.isNaN(returns[t]) && !Float.isNaN(value) && !trace.inLimbo(t)) {
        everything.add(value, returns[t]);
        if (trial >= 0 && trial < byTrial.length) {
          byTrial[trial].add(value, returns[t]);
        }
      }
    }
    everything.addTo(all, wording("Calibration.all_ticks"));
    for (int k = 0; k < byTrial.length; k++) {
      byTrial[k].addTo(all, wording("Calibration.trial", k + 1));
    }
    return all;
  }

  private static final class Sums {
    private int count;
    private double value;
    private double returnSum;
    private double squaredReturnSum;
    private double error;
    private double errorSquared;

    void add(double foretold, double came) {
      count++;
      value += foretold;
      returnSum += came;
      squaredReturnSum += came * came;
      error += came - foretold;
      errorSquared += (came - foretold) * (came - foretold);
    }

    void addTo(List<Calibration> all, String name) {
      if (count == 0) {
        return;
      }
      double spread = squaredReturnSum / count - (returnSum / count) * (returnSum / count);
      double left = errorSquared / count - (error / count) * (error / count);
      all.add(
          new Calibration(
              name,
              count,
              value / count,
              returnSum / count,
              Math.sqrt(errorSquared / count),
              count > 1 && spread > 1e-12 ? 1 - left / spread : Double.NaN));
    }
  }
}
