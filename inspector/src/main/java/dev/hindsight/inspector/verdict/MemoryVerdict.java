package dev.hindsight.inspector.verdict;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.counterfactual.MemoryControl;
import dev.hindsight.trainer.study.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Whether a policy remembered from trial to trial: the results of the same episodes under each
/// control, and the conclusion. Immutable.
///
/// @param rows one for each control, in the order of [MemoryControl]
/// @param episodes number of samples: the same for every row
/// @param trials K
/// @param departs the first tick at which the unchanged run does not repeat the recording
/// @param conclusion the conclusion
/// @param sentence the same in words, with its uncertainty
/// @param reasons why the rows differ, one sentence each
public record MemoryVerdict(
    List<Row> rows,
    int episodes,
    int trials,
    OptionalInt departs,
    Conclusion conclusion,
    String sentence,
    List<String> reasons) {
  /// Possible conclusions.
  public enum Conclusion {
    /// The score rises over the trials, and that of the last trial falls with the memory wiped.
    REMEMBERED,
    /// The score rises, but no fall with the memory wiped is shown.
    NOT_BY_MEMORY,
    /// No rise is shown.
    NO_GAIN,
    /// One episode proves nothing about a policy.
    ONE_EPISODE,
    /// The policy has no memory.
    NO_MEMORY,
    /// No episode ended.
    NOTHING
  }

  /// The results under one control.
  ///
  /// @param control what is closed
  /// @param missing why it does not apply; everything else is empty then
  /// @param scores by trial; empty if a trial never ended
  /// @param gain last trial minus first, of the same episode
  /// @param change of the last trial's score against [MemoryControl#RECORDED], of the same episode;
  ///   empty for that row itself
  public record Row(
      MemoryControl control,
      Optional<String> missing,
      List<Optional<Interval>> scores,
      Optional<Interval> gain,
      Optional<Interval> change) {
    /// Copies the list.
    public Row {
      scores = List.copyOf(scores);
    }
  }

  private static final Interval.Range SCORE = Interval.Range.UNIT;

  /// Copies the lists.
  public MemoryVerdict {
    rows = List.copyOf(rows);
    reasons = List.copyOf(reasons);
  }

  /// The same with one more reason why numbers differ.
  MemoryVerdict because(String reason) {
    return new MemoryVerdict(
        rows,
        episodes,
        trials,
        departs,
        conclusion,
        sentence,
        Stream.concat(reasons.stream(), Stream.of(reason)).toList());
  }

  /// Concludes from the scores under all controls.
  ///
  /// @param all one for each control, of the same episodes in the same order
  static MemoryVerdict of(List<ControlScores> all, int trials) {
    ControlScores recorded = of(all, MemoryControl.RECORDED);
    List<Row> rows = new ArrayList<>();
    for (ControlScores one : all) {
      rows.add(
          new Row(
              one.control(),
              one.missing(),
              one.missing().isPresent()
                  ? List.of()
                  : IntStream.range(0, trials)
                      .mapToObj(k -> mean(one.episodes(), own -> own[k]))
                      .toList(),
              differences(one, own -> own[trials - 1], one, own -> own[0]),
              one.equals(recorded)
                  ? Optional.empty()
                  : differences(one, own -> own[trials - 1], recorded, own -> own[trials - 1])));
    }
    int episodes = recorded.episodes().size();
    Evidence evidence = new Evidence(rows, all, trials, recorded.departs());
    Conclusion conclusion = evidence.conclusion();
    return new MemoryVerdict(
        rows,
        episodes,
        trials,
        recorded.departs(),
        conclusion,
        evidence.departed() + evidence.sentence(conclusion),
        evidence.reasons());
  }

  private static Optional<Interval> mean(
      List<double[]> episodes, ToDoubleFunction<double[]> number) {
    double[] samples =
        episodes.stream().mapToDouble(number).filter(value -> !Double.isNaN(value)).toArray();
    return samples.length == 0 ? Optional.empty() : Optional.of(Interval.ofMean(samples, SCORE));
  }

  /// One minus the other, episode by episode.
  private static Optional<Interval> differences(
      ControlScores one,
      ToDoubleFunction<double[]> of,
      ControlScores other,
      ToDoubleFunction<double[]> from) {
    double[] samples =
        IntStream.range(0, Math.min(one.episodes().size(), other.episodes().size()))
            .mapToDouble(i ->
                of.applyAsDouble(one.episodes().get(i))
                    - from.applyAsDouble(other.episodes().get(i)))
            .filter(value -> !Double.isNaN(value))
            .toArray();
    return samples.length == 0
        ? Optional.empty()
        : Optional.of(Interval.ofDifferences(samples, SCORE));
  }

  /// A signed number with its interval: `-0.55 (95 % between -0.66 and -0.43)`.
  public static String words(Interval interval) {
    return NumberWords.scoreDifference(interval.mean())
        + " ("
        + interval.words(NumberWords::scoreDifference, "episode")
        + ")";
  }

  private static ControlScores of(List<ControlScores> all, MemoryControl control) {
    return all.stream().filter(one -> one.control() == control).findFirst().orElseThrow();
  }

  /// The evidence for the conclusion.
  private record Evidence(
      List<Row> rows, List<ControlScores> all, int trials, OptionalInt departs) {
    private Row row(MemoryControl control) {
      return rows.stream().filter(row -> row.control() == control).findFirst().orElseThrow();
    }

    private Conclusion conclusion() {
      Optional<Interval> gain = row(MemoryControl.RECORDED).gain();
      Optional<Interval> wiped = row(MemoryControl.WIPED).change();
      if (gain.isEmpty()) {
        return Conclusion.NOTHING;
      }
      if (row(MemoryControl.WIPED).missing().isPresent() || wiped.isEmpty()) {
        return Conclusion.NO_MEMORY;
      }
      if (gain.get().count() < 2) {
        return Conclusion.ONE_EPISODE;
      }
      if (!(gain.get().excludes(0) && gain.get().mean() > 0)) {
        return Conclusion.NO_GAIN;
      }
      return loses(wiped.get()) ? Conclusion.REMEMBERED : Conclusion.NOT_BY_MEMORY;
    }

    private static boolean loses(Interval change) {
      return change.excludes(0) && change.mean() < 0;
    }

    private String departed() {
      return departs.isEmpty()
          ? ""
          : wording("MemoryVerdict.run_again_unchanged_it_does_not", departs.getAsInt());
    }

    private String sentence(Conclusion conclusion) {
      return switch (conclusion) {
        case NOTHING -> wording("MemoryVerdict.no_episode_finished_both_its_first");
        case NO_MEMORY -> wording("MemoryVerdict.its_policy_has_no_memory_whatever", gained());
        case ONE_EPISODE -> oneEpisode();
        case REMEMBERED -> wording("MemoryVerdict.it_remembered", gained(), wiped(), left());
        case NOT_BY_MEMORY -> wording("MemoryVerdict.this_is_not_shown_to_be", gained(), wiped());
        case NO_GAIN ->
            wording(
                "MemoryVerdict.no_gain_is_shown",
                gained(),
                wiped(),
                loses(change(MemoryControl.WIPED))
                    ? wording("MemoryVerdict.it_uses_its_memory_but_ends")
                    : wording("MemoryVerdict.these_episodes_do_not_show_whether"));
      };
    }

    private Interval change(MemoryControl control) {
      return row(control).change().orElseThrow();
    }

    private String gained() {
      return row(MemoryControl.RECORDED)
          .gain()
          .map(gain ->
              wording(
                  "MemoryVerdict.over_the_last_trial_scores_against", gain.count(), words(gain)))
          .orElse("");
    }

    private String wiped() {
      return wording(
          "MemoryVerdict.with_its_memory_wiped_the_last", words(change(MemoryControl.WIPED)));
    }

    /// Describes the gain without memory.
    private String left() {
      return row(MemoryControl.WIPED)
          .gain()
          .filter(gain -> gain.excludes(0) && gain.mean() > 0)
          .map(gain -> wording("MemoryVerdict.with_memory_wiped_it_still_gains", words(gain)))
          .orElse("");
    }

    private String oneEpisode() {
      double first = score(MemoryControl.RECORDED, 0);
      double last = score(MemoryControl.RECORDED, trials - 1);
      double without = score(MemoryControl.WIPED, trials - 1);
      return wording(
          "MemoryVerdict.run_more_episodes_for_a_conclusion",
          String.format(
                  Locale.ROOT,
                  wording("MemoryVerdict.one_episode_proves_nothing_about"),
                  NumberWords.score(first),
                  NumberWords.score(last),
                  NumberWords.score(without))
              + (without == last
                  ? wording("MemoryVerdict.here_memory_made_no_difference")
                  : wording("MemoryVerdict.here_memory_made_that_difference")));
    }

    private double score(MemoryControl control, int trial) {
      return row(control).scores().get(trial).map(Interval::mean).orElse(Double.NaN);
    }

    private List<String> reasons() {
      List<String> reasons = new ArrayList<>();
      closed().ifPresent(reasons::add);
      alone(
              MemoryControl.POSITIONS_RESTARTED,
              wording("MemoryVerdict.positions_alone"),
              wording("MemoryVerdict.the_position_within_the_episode"))
          .ifPresent(reasons::add);
      alone(
              MemoryControl.PREVIOUS_HIDDEN,
              wording("MemoryVerdict.last_action_and_reward_alone"),
              wording("MemoryVerdict.a_reward_that_ends_a_trial"))
          .ifPresent(reasons::add);
      if (row(MemoryControl.EARLIER_TRIALS_CLOSED).missing().isEmpty()) {
        reasons.add(wording("MemoryVerdict.credit_by_trial_can_be_0"));
      }
      return reasons;
    }

    /// Compares closing with wiping.
    private Optional<String> closed() {
      ControlScores closed = of(all, MemoryControl.EARLIER_TRIALS_CLOSED);
      ControlScores wiped = of(all, MemoryControl.WIPED);
      return differences(closed, own -> own[trials - 1], wiped, own -> own[trials - 1])
          .map(apart -> {
            String begin =
                wording("MemoryVerdict.closed_to_attention_instead_of_wiped", words(apart));
            boolean differs = apart.known() ? apart.excludes(0) : apart.mean() != 0;
            if (!differs) {
              return begin
                  + (apart.known()
                      ? wording("MemoryVerdict.no_difference_between_the_two_is")
                      : wording("MemoryVerdict.the_two_agree_in_this_episode"));
            }
            return apart.mean() > 0
                ? wording("MemoryVerdict.it_need_not_look_back_positions", begin)
                : wording("MemoryVerdict.less_than_without_any_memory_is", begin);
          });
    }

    private Optional<String> alone(MemoryControl control, String what, String why) {
      return row(control)
          .change()
          .map(change -> {
            boolean differs = change.known() ? change.excludes(0) : change.mean() != 0;
            return wording(
                "MemoryVerdict.memory_intact_the_last_trial_changes",
                what,
                words(change),
                differs
                    ? "; " + why + "."
                    : change.known()
                        ? wording("MemoryVerdict.a_change_is_not_shown")
                        : wording("MemoryVerdict.no_change_here"));
          });
    }
  }
}
