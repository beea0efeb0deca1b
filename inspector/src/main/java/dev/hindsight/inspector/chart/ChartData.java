package dev.hindsight.inspector.chart;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.CsvLine;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;

/// The lines of a chart, read completely. Immutable, for any thread.
///
/// @param request what was read
/// @param lines in the order of the request: channel by channel and, within each, agent by agent
/// @param points the number of points of each line
record ChartData(Request request, List<Line> lines, int points) {
  /// A reader cannot tell more lines apart.
  static final int MOST_LINES = 24;

  ChartData {
    lines = List.copyOf(lines);
  }

  /// The horizontal axis.
  enum Over {
    /// One point for each tick.
    TICKS,
    /// One point for each trial: the mean of its ticks.
    TRIALS
  }

  /// What to read.
  ///
  /// @param agents the agents to read; channels without agents are read once
  /// @param ticks the number of ticks to read, since a recording may grow
  record Request(
      Rollout rollout, List<ChartChannel> channels, List<Integer> agents, Over over, int ticks) {
    Request {
      channels = List.copyOf(channels);
      agents = List.copyOf(agents);
    }

    /// The mean of each trial.
    IntToDoubleFunction means(ChartChannel channel, int agent, Cancellation cancellation) {
      IntToDoubleFunction numbers = channel.numbers(rollout, agent);
      return trial -> mean(numbers, rollout.trials().span(trial).within(ticks), cancellation);
    }
  }

  /// One line.
  ///
  /// @param agent its agent, or [Moment#NO_AGENT]
  /// @param name its name in the legend
  /// @param values one for each point
  record Line(ChartChannel channel, int agent, String name, MinMaxPyramid values) {}

  /// Reads the lines; for a background thread. Leaves out lines after the first [#MOST_LINES].
  static ChartData read(Request request, Cancellation cancellation) {
    List<Line> lines = new ArrayList<>();
    AgentNames names = AgentNames.of(request.rollout);
    TrialIndex trials = request.rollout.trials();
    int stretches = 0;
    while (stretches < trials.count() && trials.start(stretches) < request.ticks) {
      stretches++;
    }
    int points =
        switch (request.over) {
          case TICKS -> request.ticks;
          case TRIALS -> stretches;
        };
    for (ChartChannel channel : request.channels) {
      for (int agent : channel.perAgent() ? request.agents : List.of(Moment.NO_AGENT)) {
        if (lines.size() < MOST_LINES) {
          IntToDoubleFunction shown =
              switch (request.over) {
                case TICKS -> channel.numbers(request.rollout, agent);
                case TRIALS -> request.means(channel, agent, cancellation);
              };
          String name =
              agent == Moment.NO_AGENT
                  ? channel.title()
                  : channel.title() + ", " + names.titled(agent);
          lines.add(
              new Line(channel, agent, name, MinMaxPyramid.ofFinite(shown, points, cancellation)));
        }
      }
    }
    return new ChartData(request, lines, points);
  }

  private static double mean(IntToDoubleFunction numbers, Span ticks, Cancellation cancellation) {
    cancellation.throwIfCancelled();
    double sum = 0;
    int count = 0;
    for (int tick = ticks.from(); tick < ticks.to(); tick++) {
      double value = numbers.applyAsDouble(tick);
      if (!Double.isNaN(value)) {
        sum += value;
        count++;
      }
    }
    return count == 0 ? Double.NaN : sum / count;
  }

  /// The point that contains a tick.
  int point(int tick) {
    return switch (request.over) {
      case TICKS -> tick;
      case TRIALS -> request.rollout.trials().stretchAt(tick);
    };
  }

  /// The first tick of a point.
  int tick(int point) {
    return switch (request.over) {
      case TICKS -> point;
      case TRIALS -> request.rollout.trials().start(point);
    };
  }

  /// The name of a point: `tick 12`, `trial 3`.
  String pointName(int point) {
    return switch (request.over) {
      case TICKS -> wording("ChartData.tick", point);
      case TRIALS -> wording("ChartData.trial", request.rollout.trials().trial(point) + 1);
    };
  }

  /// The value of a line at a point, with its unit.
  static String words(Line line, int point) {
    if (point < 0 || point >= line.values.ticks()) {
      return NumberWords.NONE;
    }
    float value = line.values.value(point);
    return Float.isNaN(value)
        ? NumberWords.NONE
        : (NumberWords.significant(value, 4) + " " + line.channel.unit()).strip();
  }

  /// Points `from` to `to` as CSV: one row per point, with the tick or trial and a column for each
  /// line; the recording's own numbers and exact means of them, empty cells where there is none.
  /// For a background thread.
  String csv(Span points, Cancellation cancellation) {
    List<String> head = new ArrayList<>();
    List<IntFunction<String>> columns = new ArrayList<>();
    switch (request.over) {
      case TICKS -> head.add("tick");
      case TRIALS -> head.addAll(List.of("trial", wording("ChartData.first_tick")));
    }
    for (Line line : lines) {
      String unit = line.channel.unit().isEmpty() ? "" : " [" + line.channel.unit() + "]";
      head.add(line.name + unit);
      columns.add(
          switch (request.over) {
            case TICKS -> line.channel.digits(request.rollout, line.agent);
            case TRIALS -> {
              IntToDoubleFunction means = request.means(line.channel, line.agent, cancellation);
              yield trial -> CsvLine.number(means.applyAsDouble(trial));
            }
          });
    }
    StringBuilder text = new StringBuilder(CsvLine.of(head));
    for (int point = points.from(); point < Math.min(points.to(), this.points); point++) {
      cancellation.throwIfCancelled();
      List<String> row = new ArrayList<>();
      switch (request.over) {
        case TICKS -> row.add(Integer.toString(point));
        case TRIALS -> {
          row.add(Integer.toString(request.rollout.trials().trial(point) + 1));
          row.add(Integer.toString(tick(point)));
        }
      }
      for (IntFunction<String> column : columns) {
        row.add(column.apply(point));
      }
      text.append(CsvLine.of(row));
    }
    return text.toString();
  }
}
