package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

/// What the x axis of charts of runs shows.
public enum ChartAxis {
  /// The number of the update, from 1.
  UPDATES("updates"),
  /// Agent steps that the run has learned from so far.
  AGENT_STEPS(wording("ChartAxis.agent_steps")),
  /// Seconds in updates and evaluations so far, without pauses and waiting at breakpoints.
  TIME(wording("ChartAxis.time"));

  private final String words;

  ChartAxis(String words) {
    this.words = words;
  }

  /// For people: `agent steps`.
  String words() {
    return words;
  }
}
