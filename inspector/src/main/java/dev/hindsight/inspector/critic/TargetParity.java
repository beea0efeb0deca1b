package dev.hindsight.inspector.critic;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.critic.PlainSteps.Discounts;
import dev.hindsight.inspector.critic.PlainTargets.PlainTarget;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.critic.LearnedTarget;
import dev.hindsight.trainer.critic.RecordedSteps;
import dev.hindsight.trainer.critic.TargetRule;
import dev.hindsight.trainer.learn.sac.CheckpointCritics;
import dev.hindsight.trainer.learn.sac.CheckpointLearner;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Compares the targets that learning's own code computes from a recording with those recomputed
/// apart from it in double precision. Where they differ, it looks for the mistake that explains
/// every difference.
///
/// @param compared targets that both computed
/// @param differences where they differ by more than rounding
/// @param without steps whose final observation was not recorded
/// @param meanError mean over the steps of how far the critics are off, in units of reward
/// @param cause the mistake that explains all differences; empty if none does
public record TargetParity(
    int compared,
    List<Difference> differences,
    int without,
    double meanError,
    Optional<String> cause) {
  /// Copies the list.
  public TargetParity {
    differences = List.copyOf(differences);
  }

  /// Computes the targets of learning. Tests substitute broken ones here.
  @FunctionalInterface
  public interface Learning {
    /// The targets by decision maker and tick.
    List<LearnedTarget> targets(CheckpointLearner learner, RecordedSteps steps, TargetRule rule);

    /// The program's own.
    Learning BUILT_IN = CheckpointLearner::targets;
  }

  /// A number that differs.
  ///
  /// @param agent first member of the group
  /// @param number for people: `target`
  /// @param size of the difference, in units of reward; NaN if only one of the two has the step
  public record Difference(int tick, int agent, String number, double size) {}

  /// Compares all steps of a recording; empty if the networks are more than linear layers.
  public static Optional<TargetParity> of(
      CheckpointLearner learner,
      RecordedSteps steps,
      Learning learning,
      Cancellation cancellation) {
    return PlainTargets.of(learner)
        .map(plain -> new Comparison(learner, steps, plain, cancellation).against(learning));
  }

  /// One comparison.
  private record Comparison(
      CheckpointLearner learner,
      RecordedSteps steps,
      PlainTargets plain,
      Cancellation cancellation) {
    private TargetParity against(Learning learning) {
      TargetRule rule = learner.rule();
      Map<Integer, Map<Integer, LearnedTarget>> learned = new HashMap<>();
      for (LearnedTarget each : learning.targets(learner, steps, rule)) {
        learned.computeIfAbsent(each.decider(), _ -> new TreeMap<>()).put(each.tick(), each);
      }
      List<Difference> differences = new ArrayList<>();
      int compared = 0;
      int without = 0;
      double errors = 0;
      for (int decider = 0; decider < deciders().size(); decider++) {
        cancellation.throwIfCancelled();
        Map<Integer, LearnedTarget> own = new TreeMap<>(learned.getOrDefault(decider, Map.of()));
        for (PlainTarget right : plain.of(decider, steps, rule, Discounts.OWN)) {
          Optional<LearnedTarget> other = Optional.ofNullable(own.remove(right.tick()));
          if (Double.isNaN(right.target())) {
            without++;
            continue;
          }
          compared++;
          errors += error(right);
          difference(decider, right, other).ifPresent(differences::add);
        }
        for (int tick : own.keySet()) {
          differences.add(
              new Difference(tick, first(decider), wording("TargetParity.step"), Double.NaN));
        }
      }
      return new TargetParity(
          compared,
          differences,
          without,
          compared == 0 ? Double.NaN : errors / compared,
          differences.isEmpty() ? Optional.empty() : cause(learned, rule));
    }

    private List<List<Integer>> deciders() {
      return learner.critics().deciders();
    }

    private int first(int decider) {
      return deciders().get(decider).getFirst();
    }

    private static double error(PlainTarget target) {
      double sum = 0;
      for (double value : target.values().values()) {
        sum += Math.abs(value - target.target());
      }
      return sum / target.values().values().length;
    }

    private Optional<Difference> difference(
        int decider, PlainTarget right, Optional<LearnedTarget> other) {
      if (other.isEmpty()) {
        return Optional.of(
            new Difference(right.tick(), first(decider), wording("TargetParity.step"), Double.NaN));
      }
      double apart = Math.abs(other.get().target() - right.target());
      if (!(apart <= right.targetError())) {
        return Optional.of(
            new Difference(right.tick(), first(decider), wording("TargetParity.target"), apart));
      }
      for (int q = 0; q < right.values().values().length; q++) {
        double off = Math.abs(other.get().values()[q] - right.values().values()[q]);
        if (!(off <= right.values().errors()[q])) {
          return Optional.of(new Difference(right.tick(), first(decider), "Q" + (q + 1), off));
        }
      }
      return Optional.empty();
    }

    /// The first mistake with which every target agrees.
    private Optional<String> cause(
        Map<Integer, Map<Integer, LearnedTarget>> learned, TargetRule rule) {
      for (TargetMistake mistake : mistakes(learned, rule)) {
        if (explains(mistake, learned)) {
          return Optional.of(mistake.words());
        }
      }
      return Optional.empty();
    }

    private boolean explains(
        TargetMistake mistake, Map<Integer, Map<Integer, LearnedTarget>> learned) {
      for (int decider = 0; decider < deciders().size(); decider++) {
        cancellation.throwIfCancelled();
        Map<Integer, LearnedTarget> own = new TreeMap<>(learned.getOrDefault(decider, Map.of()));
        for (PlainTarget wrong :
            plain.of(decider, mistake.steps(), mistake.rule(), mistake.discounts())) {
          Optional<LearnedTarget> other = Optional.ofNullable(own.remove(wrong.tick()));
          if (!Double.isNaN(wrong.target()) && difference(decider, wrong, other).isPresent()) {
            return false;
          }
        }
        if (!own.isEmpty()) {
          return false;
        }
      }
      return true;
    }

    private List<TargetMistake> mistakes(
        Map<Integer, Map<Integer, LearnedTarget>> learned, TargetRule rule) {
      List<TargetMistake> all = new ArrayList<>();
      all.add(
          new TargetMistake(
              wording("TargetParity.a_value_follows_true_ends"),
              AlteredSteps.withoutTerminals(steps),
              rule));
      all.add(
          new TargetMistake(
              wording("TargetParity.no_value_follows_time_limits"),
              steps,
              rule.withTimeouts(TimeoutRule.END)));
      CheckpointCritics critics = learner.critics();
      for (int m = 0; critics.members() > 1 && m < critics.members(); m++) {
        int place = m;
        List<Integer> kept = deciders().stream().map(each -> each.get(place)).toList();
        all.add(
            new TargetMistake(
                wording("TargetParity.the_reward_is_of_one_member", m),
                AlteredSteps.withRewardsOf(steps, kept),
                rule));
        all.add(
            new TargetMistake(
                wording("TargetParity.the_log_probability_is_of_one_member", m),
                steps,
                rule.withAlphas(alone(rule.alphas(), m))));
      }
      gamma(learned, rule)
          .ifPresent(gamma ->
              all.add(
                  new TargetMistake(
                      gammaWords(gamma, rule), steps, rule.withGamma(gamma), Discounts.COMMON)));
      return all;
    }

    private String gammaWords(double gamma, TargetRule rule) {
      String another = NumberWords.significant(gamma, 4);
      return plain.ownDiscounts()
          ? wording("TargetParity.gamma_is_the_same_for_all", another)
          : wording(
              "TargetParity.gamma_is_another", another, NumberWords.significant(rule.gamma(), 4));
    }

    private static List<List<Double>> alone(List<List<Double>> alphas, int member) {
      List<List<Double>> all = new ArrayList<>();
      for (List<Double> each : alphas) {
        List<Double> own = new ArrayList<>();
        for (int m = 0; m < each.size(); m++) {
          own.add(m == member ? each.get(m) : 0.0);
        }
        all.add(own);
      }
      return all;
    }

    /// The discount factor that the targets of single steps imply, from the one that tells it best.
    private Optional<Double> gamma(
        Map<Integer, Map<Integer, LearnedTarget>> learned, TargetRule rule) {
      double most = 0;
      Optional<Double> gamma = Optional.empty();
      for (int decider = 0; rule.steps() == 1 && decider < deciders().size(); decider++) {
        for (PlainTarget right : plain.of(decider, steps, rule, Discounts.OWN)) {
          Optional<LearnedTarget> other =
              Optional.ofNullable(learned.getOrDefault(decider, Map.of()).get(right.tick()));
          double later = right.target() - right.reward();
          if (other.isPresent() && Math.abs(later) > most) {
            most = Math.abs(later);
            gamma = Optional.of(right.discount() * (other.get().target() - right.reward()) / later);
          }
        }
      }
      return gamma;
    }
  }

  /// A mistake as what learning would have read.
  private record TargetMistake(
      String words, RecordedSteps steps, TargetRule rule, Discounts discounts) {
    TargetMistake(String words, RecordedSteps steps, TargetRule rule) {
      this(words, steps, rule, Discounts.OWN);
    }
  }
}
