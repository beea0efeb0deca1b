package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// A row of the table of trials: a name, and a cell for each trial.
sealed interface ScoreRow {
  /// The name of the agent or group.
  String who();

  /// The text of a trial's cell.
  ///
  /// @param trial `0..K-1`
  String words(TrialMeasure trialMeasure, int trial);

  /// The last trial minus the first; shows who improves.
  String gain(TrialMeasure trialMeasure);

  /// Where a click on a trial leads; empty if nowhere.
  default Optional<Target> target(int trial) {
    return Optional.empty();
  }

  /// A moment to go to.
  ///
  /// @param agent the agent to select, or [Moment#NO_AGENT]
  record Target(int tick, int agent) {}

  /// The mean over the episodes in which a trial ended.
  record Mean(ScoreReport book, Side side) implements ScoreRow {
    @Override
    public String who() {
      String mean =
          side == Side.EGO ? wording("ScoreRow.egos_mean") : wording("ScoreRow.co_players_mean");
      return book.sheet().episodes().size() == 1 ? mean : counted(mean, book.sheet());
    }

    /// A name with the number of episodes that the means are of.
    static String counted(String mean, ScoreSheet sheet) {
      List<Long> ended =
          IntStream.range(0, sheet.trials())
              .mapToObj(number ->
                  sheet.episodes().stream()
                      .flatMap(episode -> episode.trial(number).stream())
                      .filter(trial -> trial.ending().ended())
                      .count())
              .toList();
      long most = ended.stream().mapToLong(Long::longValue).max().orElse(0);
      boolean same = ended.stream().allMatch(count -> count == most);
      return same
          ? wording("ScoreRow.of_episodes", mean, most)
          : wording("ScoreRow.of_up_to_episodes", mean, most);
    }

    @Override
    public String words(TrialMeasure trialMeasure, int trial) {
      return book.means(side, trialMeasure)
          .get(trial)
          .map(interval -> TrialMeasure.words(interval.mean()))
          .orElse("–");
    }

    @Override
    public String gain(TrialMeasure trialMeasure) {
      return trialMeasure.equals(TrialMeasure.SCORE)
          ? book.gain(side).map(delta -> NumberWords.scoreDifference(delta.mean())).orElse("–")
          : "";
    }
  }

  /// The mean of the egos over all episodes with one partner.
  ///
  /// @param scores of these episodes alone
  record PartnerMean(String partner, ScoreReport scores) implements ScoreRow {
    @Override
    public String who() {
      return Mean.counted(wording("ScoreRow.egos_with", partner), scores.sheet());
    }

    @Override
    public String words(TrialMeasure trialMeasure, int trial) {
      return new Mean(scores, Side.EGO).words(trialMeasure, trial);
    }

    @Override
    public String gain(TrialMeasure trialMeasure) {
      return new Mean(scores, Side.EGO).gain(trialMeasure);
    }
  }

  /// The mean of the egos of one episode.
  record EpisodeMean(ScoreSheet sheet, ScoreSheet.Episode episode) implements ScoreRow {
    @Override
    public String who() {
      String name = wording("ScoreRow.episode", episode.number() + 1);
      return episode
          .partner()
          .map(partner -> wording("ScoreRow.episode_with", name, partner))
          .orElse(name);
    }

    @Override
    public String words(TrialMeasure trialMeasure, int trial) {
      return episode
          .trial(trial)
          .map(found ->
              found.agents().size() == 1
                  ? trialMeasure.words(found, found.agents().getFirst())
                  : trialMeasure.words(found, Side.EGO))
          .orElse("");
    }

    @Override
    public String gain(TrialMeasure trialMeasure) {
      return trialMeasure.equals(TrialMeasure.SCORE)
          ? difference(sheet, episode, t -> t.score(Side.EGO))
          : "";
    }

    @Override
    public Optional<Target> target(int trial) {
      return episode
          .trial(trial)
          .map(found ->
              found.agents().size() == 1
                  ? moment(found, found.agents().getFirst())
                  : new Target(found.start(), Moment.NO_AGENT));
    }
  }

  /// One agent in one episode.
  ///
  /// @param names the names of agents
  record Agent(ScoreSheet sheet, ScoreSheet.Episode episode, int agent, AgentNames names)
      implements ScoreRow {
    @Override
    public String who() {
      return "A"
          + names.titled(agent).substring(1)
          + (sheet.sides().get(agent) == Side.EGO ? "" : " · " + Side.CO_PLAYER.word());
    }

    @Override
    public String words(TrialMeasure trialMeasure, int trial) {
      return episode
          .trial(trial)
          .map(found -> trialMeasure.words(found, found.agents().get(agent)))
          .orElse("");
    }

    @Override
    public String gain(TrialMeasure trialMeasure) {
      return trialMeasure.equals(TrialMeasure.SCORE)
          ? difference(sheet, episode, t -> t.agents().get(agent).score())
          : "";
    }

    @Override
    public Optional<Target> target(int trial) {
      return episode.trial(trial).map(found -> moment(found, found.agents().get(agent)));
    }
  }

  /// The tick at which it reached its goal, or else the trial's first tick.
  private static Target moment(Trial trial, AgentTrial agent) {
    boolean reached = agent.reachedAt() != AgentTrial.NEVER;
    return new Target(reached ? agent.reachedAt() : trial.start(), agent.agent());
  }

  private static String difference(
      ScoreSheet sheet, ScoreSheet.Episode episode, ToDoubleFunction<Trial> score) {
    Optional<Double> first = episode.trial(0).map(score::applyAsDouble);
    Optional<Double> last = episode.trial(sheet.trials() - 1).map(score::applyAsDouble);
    return sheet.trials() < 2 || first.isEmpty() || last.isEmpty()
        ? "–"
        : NumberWords.scoreDifference(last.get() - first.get());
  }
}
