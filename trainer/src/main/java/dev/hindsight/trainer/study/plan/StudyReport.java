package dev.hindsight.trainer.study.plan;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.study.Difference;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.RunScores;
import dev.hindsight.trainer.study.StratifiedBootstrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/// The numbers of a study, computed from its scores alone. Immutable.
///
/// A task is a world of the evaluation: a scenario with a partner. A run's score on a task is the
/// mean over its episodes there; a run's score is the mean over tasks.
///
/// Where no episode has a score, returns take the place of scores; what needs scores between 0 and
/// 1 or several trials is left out.
///
/// @param arms in order
/// @param comparisons of each arm with each later one
/// @param bootstrap how its intervals were drawn
public record StudyReport(
    List<ArmReport> arms, List<ArmComparison> comparisons, StratifiedBootstrap bootstrap) {
  /// Resamples of a bootstrap, and its seed.
  public static final StratifiedBootstrap BOOTSTRAP = new StratifiedBootstrap(2000, 0);

  /// The score an arm could reach, for the optimality gap.
  private static final double TARGET = 1;

  private static final Interval.Range GAINS = Interval.Range.UNIT.ofDifferences();
  private static final int STEPS = 20;

  /// Copies the lists.
  public StudyReport {
    arms = List.copyOf(arms);
    comparisons = List.copyOf(comparisons);
  }

  /// Whether episodes have scores.
  public boolean scored() {
    return arms.stream().allMatch(ArmReport::scored);
  }

  /// One run, averaged over tasks.
  ///
  /// @param score of the last trial; NaN if no episode has one
  /// @param gain last trial minus first; NaN if no episode has a score
  /// @param earned return of an episode
  /// @param ticks length of an episode
  public record RunResult(long seed, double score, double gain, double earned, double ticks) {}

  /// The results of one arm.
  ///
  /// @param title of the arm
  /// @param runs one per seed
  /// @param trials score of trial 1, 2, ..., K: mean over runs; empty without scores
  /// @param score of the last trial: mean over runs; NaN without scores
  /// @param gain mean over runs; NaN without scores
  /// @param earned return: mean over runs
  /// @param median over tasks: of the score, or without scores of the return
  /// @param interquartileMean of the last trial's score, or without scores of the return, over runs
  ///   and tasks
  /// @param interquartileGain of the gain; NaN without scores
  /// @param optimalityGap to a score of 1; NaN without scores
  /// @param profile part of the runs whose last trial scores above 0, 0.05, ..., 1; empty without
  ///   scores
  public record ArmReport(
      String title,
      List<RunResult> runs,
      List<Interval> trials,
      Interval score,
      Interval gain,
      Interval earned,
      Interval median,
      Interval interquartileMean,
      Interval interquartileGain,
      Interval optimalityGap,
      List<Interval> profile) {
    /// Copies the lists.
    public ArmReport {
      runs = List.copyOf(runs);
      trials = List.copyOf(trials);
      profile = List.copyOf(profile);
    }

    /// Whether its episodes have scores.
    public boolean scored() {
      return !Double.isNaN(score.mean());
    }
  }

  /// Two arms.
  ///
  /// @param score difference between the mean scores of the last trial, or without scores between
  ///   the mean returns: other minus baseline
  /// @param gain difference between the mean gains; NaN without scores
  /// @param improvement probability that a run of the other scores higher than one of the baseline,
  ///   or without scores has a higher return
  public record ArmComparison(Difference score, Difference gain, Interval improvement) {
    /// Whether their episodes have scores.
    public boolean scored() {
      return !Double.isNaN(gain.interval().mean());
    }

    /// Whether they differ, in a sentence.
    public String sentence() {
      return score.sentence(
          scored()
              ? wording("StudyReport.the_score_of_the_last_trial")
              : wording("StudyReport.the_return"),
          wording("StudyReport.runs_of_each", score.interval().count()),
          wording("StudyReport.run"));
    }

    /// Whether one gains more over the trials, in a sentence; only with scores.
    public String gainSentence() {
      return gain.sentence(
          wording("StudyReport.the_gain_from_the_first_trial"),
          wording("StudyReport.runs_of_each", gain.interval().count()),
          wording("StudyReport.run"));
    }
  }

  /// The thresholds of profiles.
  public static List<Double> thresholds() {
    List<Double> thresholds = new ArrayList<>();
    for (int step = 0; step <= STEPS; step++) {
      thresholds.add((double) step / STEPS);
    }
    return thresholds;
  }

  /// Sums of one run in one world.
  private static final class WorldSums {
    private final Map<Integer, double[]> byEpisode = new LinkedHashMap<>();
    private double earned;
    private double ticks;

    /// Mean over episodes of a function of an episode's scores by trial.
    double mean(ToDoubleFunction<double[]> of) {
      return byEpisode.values().stream().mapToDouble(of).average().orElseThrow();
    }

    int trials() {
      return byEpisode.values().stream().mapToInt(scores -> scores.length).min().orElseThrow();
    }
  }

  /// The runs of an arm, each with the worlds that it was evaluated in.
  private static final class ArmSums {
    private final Map<Long, Map<EvaluationReport.World, WorldSums>> runs = new LinkedHashMap<>();

    /// The tasks, in the order of the first run that has each.
    Set<EvaluationReport.World> worlds() {
      Set<EvaluationReport.World> worlds = new LinkedHashSet<>();
      runs.values().forEach(run -> worlds.addAll(run.keySet()));
      return worlds;
    }

    /// For each task the number of each run.
    RunScores scores(ToDoubleFunction<WorldSums> number) {
      return scores(number, worlds());
    }

    /// For each of some tasks the number of each run.
    RunScores scores(ToDoubleFunction<WorldSums> number, Set<EvaluationReport.World> worlds) {
      List<List<Double>> byTask = new ArrayList<>();
      for (EvaluationReport.World world : worlds) {
        byTask.add(
            runs.values().stream()
                .filter(run -> run.containsKey(world))
                .map(run -> number.applyAsDouble(run.get(world)))
                .toList());
      }
      return RunScores.of(byTask);
    }

    /// For each run its mean over tasks.
    double[] byRun(ToDoubleFunction<WorldSums> number) {
      return runs.values().stream()
          .mapToDouble(run -> run.values().stream().mapToDouble(number).average().orElseThrow())
          .toArray();
    }

    int trials() {
      return runs.values().stream()
          .flatMap(run -> run.values().stream())
          .mapToInt(WorldSums::trials)
          .min()
          .orElseThrow();
    }
  }

  /// Computes the report.
  public static StudyReport of(StudyScores scores) {
    boolean scored = scores.scored();
    Map<String, ArmSums> arms = sums(scores, scored);
    List<ArmReport> reports = new ArrayList<>();
    arms.forEach((title, arm) -> reports.add(scored ? arm(title, arm) : unscored(title, arm)));
    List<ArmComparison> comparisons = new ArrayList<>();
    List<String> titles = List.copyOf(arms.keySet());
    for (int i = 0; i < titles.size(); i++) {
      for (int j = i + 1; j < titles.size(); j++) {
        comparisons.add(compared(titles.get(i), titles.get(j), arms, scored));
      }
    }
    return new StudyReport(reports, comparisons, BOOTSTRAP);
  }

  /// @param scored whether any episode has a score: those without one are then left out; otherwise
  ///   the return of each stands for the score of its only trial
  private static Map<String, ArmSums> sums(StudyScores scores, boolean scored) {
    int score = scores.column(scored ? "score" : "return");
    int earned = scores.column("return");
    int length = scores.column("length");
    Map<String, ArmSums> arms = new LinkedHashMap<>();
    for (StudyScores.Row row : scores.rows()) {
      if (scored && row.trial() == 0) {
        continue;
      }
      WorldSums world =
          arms.computeIfAbsent(row.arm().title(), _ -> new ArmSums())
              .runs
              .computeIfAbsent(row.seed(), _ -> new LinkedHashMap<>())
              .computeIfAbsent(row.world(), _ -> new WorldSums());
      world.byEpisode.merge(
          row.episode(), new double[] {row.values().get(score)}, StudyReport::joined);
      world.earned += row.values().get(earned);
      world.ticks += row.values().get(length);
    }
    return arms;
  }

  private static double[] joined(double[] before, double[] next) {
    double[] all = Arrays.copyOf(before, before.length + 1);
    all[before.length] = next[0];
    return all;
  }

  private static double last(WorldSums world) {
    return world.mean(scores -> scores[scores.length - 1]);
  }

  private static double gain(WorldSums world) {
    return world.mean(scores -> scores[scores.length - 1] - scores[0]);
  }

  private static double earned(WorldSums world) {
    return world.earned / world.byEpisode.size();
  }

  private static double ticks(WorldSums world) {
    return world.ticks / world.byEpisode.size();
  }

  private static ArmReport arm(String title, ArmSums arm) {
    double[] scores = arm.byRun(StudyReport::last);
    double[] gains = arm.byRun(StudyReport::gain);
    double[] earned = arm.byRun(StudyReport::earned);
    double[] ticks = arm.byRun(StudyReport::ticks);
    List<Long> seeds = List.copyOf(arm.runs.keySet());
    List<RunResult> runs = new ArrayList<>();
    for (int i = 0; i < seeds.size(); i++) {
      runs.add(new RunResult(seeds.get(i), scores[i], gains[i], earned[i], ticks[i]));
    }
    List<Interval> trials = new ArrayList<>();
    for (int k = 0; k < arm.trials(); k++) {
      int trial = k;
      trials.add(
          Interval.ofRuns(arm.byRun(world -> world.mean(own -> own[trial])), Interval.Range.UNIT));
    }
    RunScores last = arm.scores(StudyReport::last);
    return new ArmReport(
        title,
        runs,
        trials,
        Interval.ofRuns(scores, Interval.Range.UNIT),
        Interval.ofRuns(gains, GAINS),
        Interval.ofRuns(earned, Interval.Range.ANY),
        BOOTSTRAP.of(last, RunScores::median),
        BOOTSTRAP.of(last, RunScores::interquartileMean),
        BOOTSTRAP.of(arm.scores(StudyReport::gain), RunScores::interquartileMean),
        BOOTSTRAP.of(last, drawn -> drawn.optimalityGap(TARGET)),
        thresholds().stream()
            .map(threshold -> BOOTSTRAP.of(last, drawn -> drawn.above(threshold)))
            .toList());
  }

  private static ArmReport unscored(String title, ArmSums arm) {
    double[] earned = arm.byRun(StudyReport::earned);
    double[] ticks = arm.byRun(StudyReport::ticks);
    List<Long> seeds = List.copyOf(arm.runs.keySet());
    List<RunResult> runs = new ArrayList<>();
    for (int i = 0; i < seeds.size(); i++) {
      runs.add(new RunResult(seeds.get(i), Double.NaN, Double.NaN, earned[i], ticks[i]));
    }
    RunScores returns = arm.scores(StudyReport::earned);
    Interval none = Interval.notMeasured(seeds.size());
    return new ArmReport(
        title,
        runs,
        List.of(),
        none,
        none,
        Interval.ofRuns(earned, Interval.Range.ANY),
        BOOTSTRAP.of(returns, RunScores::median),
        BOOTSTRAP.of(returns, RunScores::interquartileMean),
        none,
        none,
        List.of());
  }

  private static ArmComparison compared(
      String baseline, String other, Map<String, ArmSums> arms, boolean scored) {
    ArmSums one = arms.getOrDefault(baseline, new ArmSums());
    ArmSums two = arms.getOrDefault(other, new ArmSums());
    return new ArmComparison(
        new Difference(
            baseline,
            other,
            Interval.ofTwoArms(
                two.byRun(StudyReport::last),
                one.byRun(StudyReport::last),
                scored ? Interval.Range.UNIT : Interval.Range.ANY)),
        new Difference(
            baseline,
            other,
            scored
                ? Interval.ofTwoArms(
                    two.byRun(StudyReport::gain), one.byRun(StudyReport::gain), GAINS)
                : Interval.notMeasured(Math.min(one.runs.size(), two.runs.size()))),
        improvement(one, two));
  }

  /// Runs are compared task by task, or by their means if the arms were evaluated in different
  /// ones, as where each arm met the partners of its training.
  private static Interval improvement(ArmSums one, ArmSums two) {
    Set<EvaluationReport.World> worlds = one.worlds();
    boolean same = worlds.equals(two.worlds());
    return BOOTSTRAP.of(
        same ? two.scores(StudyReport::last, worlds) : means(two),
        same ? one.scores(StudyReport::last, worlds) : means(one),
        RunScores::improvementOver);
  }

  private static RunScores means(ArmSums arm) {
    return RunScores.of(List.of(Arrays.stream(arm.byRun(StudyReport::last)).boxed().toList()));
  }
}
