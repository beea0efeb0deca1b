package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.session.PolicyScores;
import dev.hindsight.trainer.text.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The one list of charts of a run. docs/metrics.md explains the numbers.
final class ChartKinds {
  /// Measured by every algorithm as soon as it learns.
  private static final String LEARNING = "losses/policy_loss";

  private static final String COUNT = "environment/";

  private static final Pattern BY_TRIAL = Pattern.compile("value_count/(trial_(\\d+))");

  /// The quarters of an episode, by the metrics' names and the users' names.
  private static final Map<String, String> PROGRESS =
      ordered("0_25", "0–25 %", "25_50", "25–50 %", "50_75", "50–75 %", "75_100", "75–100 %");

  /// In display order.
  static final List<ChartKind> ALL =
      List.of(
          ChartKind.of("scores", wording("ChartKinds.score_by_trial"), "", ChartKinds::scores)
              .within(0, 1)
              .wide(2),
          ChartKind.of("gain", wording("ChartKinds.gain_last_trial_first"), "", ChartKinds::gain)
              .within(0, 0.1),
          ChartKind.of(
                  "evaluation", wording("ChartKinds.evaluated_scores"), "", ChartKinds::evaluated)
              .within(0, 1)
              .wide(2),
          both("return", wording("ChartKinds.return_of_an_episode"), UpdateReport.RETURN, "return"),
          both("length", wording("ChartKinds.length_of_an_episode"), "episode/length", "length"),
          single("policy", wording("ChartKinds.policy_loss"), "", LEARNING),
          single("value", wording("ChartKinds.value_loss"), "", "losses/value_loss"),
          single("critic", wording("ChartKinds.critic_loss"), "", "losses/critic_loss"),
          single("entropy", "Entropy", "nats", "losses/entropy"),
          single("temperature", "Temperature", "", "sac/alpha"),
          ChartKind.of("kl", wording("ChartKinds.kl_divergence"), "nats", ChartKinds::divergence),
          single("clip", wording("ChartKinds.clip_fraction"), "", "losses/clipfrac")
              .within(0, 0.05),
          single(
                  "explained",
                  wording("ChartKinds.explained_variance"),
                  "",
                  "losses/explained_variance")
              .within(0, 1),
          ChartKind.of(
              "byTrial", wording("ChartKinds.value_loss_by_trial"), "", ChartKinds::byTrial),
          ChartKind.of(
              "byProgress", wording("ChartKinds.value_loss_by_part_of_the"), "", ChartKinds::parts),
          ChartKind.of(
                  "explainedByProgress",
                  wording("ChartKinds.explained_variance_by_part_of_the"),
                  "",
                  ChartKinds::explained)
              .within(0, 1),
          single("gradient", wording("ChartKinds.gradient_norm"), "", "losses/gradient_norm"),
          single("clipped", wording("ChartKinds.clipped_rewards"), "", "reward/clipped")
              .within(0, 0.01),
          single(
                  "illegal",
                  wording("ChartKinds.illegal_actions"),
                  "",
                  "behavior/invalid_action_rate")
              .within(0, 0.01),
          single("rate", wording("ChartKinds.learning_rate"), "", "learning_rate"),
          single(
              "entropyCoef", wording("ChartKinds.entropy_coefficient"), "", "sched/entropy_coef"),
          single("reward", wording("ChartKinds.mean_reward"), "", "train/reward"),
          group("rewardParts", wording("ChartKinds.parts_of_the_reward"), "reward/", "clipped"),
          group("ends", wording("ChartKinds.ends_per_step"), "train/.*_rate", "").within(0, 0.01),
          single(
                  "episodeProgress",
                  wording("ChartKinds.episode_progress"),
                  "",
                  "train/episode_progress")
              .within(0, 1),
          group("behaviour", wording("ChartKinds.behaviour"), "behavior/", "invalid_action_rate")
              .within(0, 0.1)
              .wide(2),
          group("task", wording("ChartKinds.progress_of_the_task"), "progress/", "").within(0, 1),
          group("evaluatedRates", wording("ChartKinds.evaluated_rates"), "eval/.*_rate", "")
              .within(0, 1),
          group("evaluatedReturns", wording("ChartKinds.evaluated_returns"), "eval/.*return.*", "")
              .wide(2),
          single(
              "rewardPerStep",
              wording("ChartKinds.evaluated_reward_per_step"),
              "",
              "eval/reward_per_step"),
          single(
              "maxStepReward",
              wording("ChartKinds.evaluated_largest_reward"),
              "",
              "eval/max_step_reward"),
          group(
              "perEnvironment",
              wording("ChartKinds.evaluated_per_environment"),
              "eval/.*_per_env",
              ""),
          group("evaluatedActions", wording("ChartKinds.evaluated_actions"), "eval/action_.*", "")
              .within(0, 1),
          single(
              "successLength",
              wording("ChartKinds.evaluated_length_of_successes"),
              "",
              "eval/success_length"),
          ChartKind.of(
                  "speed", wording("ChartKinds.agent_steps_per_second"), "1/s", ChartKinds::speed)
              .within(0, 1),
          ChartKind.of(
                  "split", wording("ChartKinds.time_of_an_update_by_phase"), "s", ChartKinds::split)
              .within(0, 0.01));

  private ChartKinds() {}

  /// Whether an update has learned, so that what it did not measure will never be measured.
  static boolean learned(UpdateReport report) {
    return report.metrics().containsKey(LEARNING);
  }

  /// The groups of an environment's own counts that an update has: `environment/goals`. Names that
  /// differ only in a number, such as that of a trial, are one group.
  static Stream<String> counts(UpdateReport report) {
    return report.metrics().keySet().stream()
        .filter(name -> name.startsWith(COUNT))
        .map(ChartKinds::group)
        .distinct();
  }

  /// The chart of a group of counts: while it trains, and in its evaluations.
  ///
  /// @param group one of [#counts]
  static ChartKind count(String group) {
    String name = group.substring(COUNT.length());
    String title = Sentences.capitalised(name.replace("#", "").replaceAll("_+", " ").strip());
    if (!group.contains("#")) {
      return both(group, title, group, name);
    }
    return ChartKind.of(
        group,
        title,
        "",
        report ->
            report.metrics().entrySet().stream()
                .filter(metric -> group(metric.getKey()).equals(group))
                .map(metric ->
                    new ChartValue(
                        metric.getKey().substring(COUNT.length()).replace('_', ' '),
                        metric.getValue()))
                .toList());
  }

  private static String group(String metric) {
    return metric.replaceAll("\\d+", "#");
  }

  /// All metrics of a name, one line each, without those that have a chart of their own.
  ///
  /// @param names begin of the names, or a pattern of whole names
  /// @param except the end of a name; empty for none
  private static ChartKind group(String id, String title, String names, String except) {
    Pattern wanted = Pattern.compile(names.endsWith("/") ? names + "[a-z_]+" : names);
    return ChartKind.of(
        id,
        title,
        "",
        report ->
            report.metrics().entrySet().stream()
                .filter(metric -> wanted.matcher(metric.getKey()).matches())
                .filter(metric -> except.isEmpty() || !metric.getKey().endsWith("/" + except))
                .sorted(Map.Entry.comparingByKey())
                .map(metric -> new ChartValue(line(metric.getKey()), metric.getValue()))
                .toList());
  }

  /// The last word of a metric's name: `dig success rate`.
  private static String line(String metric) {
    return metric.substring(metric.lastIndexOf('/') + 1).replace('_', ' ');
  }

  /// A measurement of the episodes in training and in evaluations.
  ///
  /// @param evaluated its name among the totals of an evaluation
  private static ChartKind both(String id, String title, String metric, String evaluated) {
    String line = title.toLowerCase(Locale.ROOT);
    return ChartKind.of(
        id,
        title,
        "",
        report -> {
          List<ChartValue> readings = new ArrayList<>(List.of(reading(report, line, metric)));
          Double value = report.metrics().get(PolicyScores.PREFIX + evaluated);
          if (value != null) {
            readings.add(new ChartValue(wording("ChartKinds.evaluated"), value));
          }
          return readings;
        });
  }

  private static List<ChartValue> evaluated(UpdateReport report) {
    return PolicyScores.of(report.metrics()).map(PolicyScores::trialScores).stream()
        .flatMap(scores ->
            IntStream.range(0, scores.size())
                .mapToObj(k -> new ChartValue(wording("ChartKinds.trial", k + 1), scores.get(k))))
        .toList();
  }

  private static ChartKind single(String id, String title, String unit, String metric) {
    String line = title.toLowerCase(Locale.ROOT);
    return ChartKind.of(id, title, unit, report -> List.of(reading(report, line, metric)));
  }

  private static ChartValue reading(UpdateReport report, String line, String metric) {
    return new ChartValue(line, report.metrics().getOrDefault(metric, Double.NaN));
  }

  private static List<ChartValue> scores(UpdateReport report) {
    return IntStream.range(0, report.trialScores().size())
        .mapToObj(
            k -> new ChartValue(wording("ChartKinds.trial", k + 1), report.trialScores().get(k)))
        .toList();
  }

  private static List<ChartValue> gain(UpdateReport report) {
    List<ChartValue> readings = new ArrayList<>();
    if (report.trialScores().size() > 1) {
      readings.add(new ChartValue("gain", report.gain()));
    }
    PolicyScores.of(report.metrics())
        .filter(scores -> scores.trialScores().size() > 1)
        .ifPresent(
            scores -> readings.add(new ChartValue(wording("ChartKinds.evaluated"), scores.gain())));
    return readings;
  }

  private static List<ChartValue> divergence(UpdateReport report) {
    return List.of(
        reading(report, "approximate", "losses/approx_kl"),
        reading(report, "plain", "losses/old_approx_kl"));
  }

  private static List<ChartValue> byTrial(UpdateReport report) {
    List<ChartValue> readings = new ArrayList<>();
    report
        .metrics()
        .forEach((name, _) -> {
          Matcher matcher = BY_TRIAL.matcher(name);
          if (matcher.matches()) {
            readings.add(
                counted(report, wording("ChartKinds.trial", matcher.group(2)), matcher.group(1)));
          }
        });
    return readings;
  }

  /// Always four curves: a quarter without ticks is included and says so.
  private static List<ChartValue> parts(UpdateReport report) {
    return PROGRESS.entrySet().stream()
        .map(part -> counted(report, part.getValue(), "progress_" + part.getKey()))
        .toList();
  }

  private static List<ChartValue> explained(UpdateReport report) {
    return PROGRESS.entrySet().stream()
        .map(part ->
            counted(report, "explained_variance/", part.getValue(), "progress_" + part.getKey()))
        .toList();
  }

  private static ChartValue counted(UpdateReport report, String line, String part) {
    return counted(report, "value_loss/", line, part);
  }

  private static ChartValue counted(UpdateReport report, String metric, String line, String part) {
    double value = report.metrics().getOrDefault(metric + part, Double.NaN);
    double count = report.metrics().getOrDefault("value_count/" + part, 0.0);
    return Double.isNaN(value) || count == 0
        ? new ChartValue(line, Double.NaN, wording("ChartKinds.no_data"))
        : new ChartValue(line, value, String.format(Locale.ROOT, "%,d", (long) count));
  }

  private static List<ChartValue> speed(UpdateReport report) {
    double seconds = split(report).stream().mapToDouble(ChartValue::value).sum();
    return List.of(
        new ChartValue(
            wording("ChartKinds.agent_steps_per_second_2"), report.agentSteps() / seconds));
  }

  private static List<ChartValue> split(UpdateReport report) {
    return List.of(
        reading(report, "simulate", "performance/simulate"),
        reading(report, "forward", "performance/forward"),
        reading(report, "learn", "performance/learn"));
  }

  private static Map<String, String> ordered(String... pairs) {
    Map<String, String> map = new java.util.LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
