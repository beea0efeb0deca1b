package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.study.Interval;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Losses of separation in an hour flown and what it costs to have so few, policy by policy, on the
/// same sectors: the tables in docs/airspace-policy.md.
///
/// Arguments: `POLICIES SEEDS FIRST argmax|sample [SETTING=VALUE ...]`, policies with commas
/// between.
public final class AirspaceScorecard {
  /// With decisions every 5 s.
  private static final double DECISIONS_AN_HOUR = 720;

  private AirspaceScorecard() {}

  /// Prints a line a policy.
  public static void main(String[] words) {
    Map<String, String> typed = new LinkedHashMap<>();
    for (String setting : Arrays.copyOfRange(words, 4, words.length)) {
      String[] parts = setting.split("=", 2);
      typed.put(parts[0], parts[1]);
    }
    EnvironmentType type = BuiltInEnvironments.named("airspace");
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(typed, "scorecard"), Optional.empty());
    ActionSelection how =
        words[3].equals("argmax") ? new ActionSelection.Argmax() : new ActionSelection.Sample();
    for (String policy : words[0].split(",", -1)) {
      measure(policy, factory, Integer.parseInt(words[1]), Long.parseLong(words[2]), how);
    }
  }

  private static void measure(
      String name, EnvironmentFactory factory, int seeds, long first, ActionSelection how) {
    double[] losses = new double[seeds];
    double[] hours = new double[seeds];
    Map<String, Double> sums = new LinkedHashMap<>();
    double clean = 0;
    double told = 0;
    double decisions = 0;
    try (OpenedPolicy opened = BuiltInPolicies.open(name, factory.shape())) {
      for (int i = 0; i < seeds; i++) {
        Environment environment = factory.create(first + i);
        told += fly(opened, environment, new ActionSelector(how, factory.shape(), first + i));
        Map<String, Double> totals = environment.totals();
        totals.forEach((total, value) -> sums.merge(total, value, Double::sum));
        losses[i] = totals.getOrDefault("losses", 0.0);
        hours[i] = totals.getOrDefault("flight_hours", 0.0);
        decisions += hours[i] * DECISIONS_AN_HOUR;
        clean += environment.trialScores().getFirst();
      }
    }
    double flown = Arrays.stream(hours).sum();
    double rate = Arrays.stream(losses).sum() / flown;
    Interval interval = interval(losses, hours, rate);
    double flights = (double) seeds * factory.shape().agents();
    System.out.printf(
        Locale.ROOT,
        "%s: %d sectors, %.1f h flown, %.2f losses an hour (%s; %s), %.1f %% reach their exit,"
            + " %.1f %% without a loss; an hour: %.1f conflicts, %.1f s of loss; %.1f %% of decisions"
            + " tell something; %.2f minutes a flight%n",
        name,
        seeds,
        flown,
        rate,
        interval.words(NumberWords::score, "sector"),
        interval.method().id(),
        100 * sums.getOrDefault("goals", 0.0) / flights,
        100 * clean / seeds,
        sums.getOrDefault("conflicts", 0.0) / flown,
        sums.getOrDefault("loss_seconds", 0.0) / flown,
        100 * told / decisions,
        60 * flown / flights);
  }

  /// Of a ratio of sums: that of the mean of its linear parts, one a sector, whose mean it is.
  private static Interval interval(double[] losses, double[] hours, double rate) {
    double each = Arrays.stream(hours).average().orElseThrow();
    double[] parts = new double[losses.length];
    Arrays.setAll(parts, i -> rate + (losses[i] - rate * hours[i]) / each);
    return Interval.ofMean(parts, Interval.Range.COUNT);
  }

  /// How many times an aircraft was told something.
  private static long fly(OpenedPolicy opened, Environment environment, ActionSelector selector) {
    PolicyOutput output = new PolicyOutput(environment.shape());
    Actions actions = new Actions(environment.shape());
    float[] logProb = new float[environment.shape().agents()];
    opened.policy().reset();
    int neutral = ((ActionSpace.Discrete) environment.shape().actions()).neutral();
    long told = 0;
    boolean over = false;
    for (int tick = 0; !over; tick++) {
      opened.policy().act(environment.buffer(), output);
      selector.choose(environment.buffer(), output, tick, actions, logProb);
      for (int agent = 0; agent < actions.joint.length; agent++) {
        boolean flying = environment.buffer().removed[agent] == 0;
        told += flying && actions.joint[agent] != neutral ? 1 : 0;
      }
      environment.step(actions);
      over = environment.buffer().trialEnded[0] != 0;
    }
    return told;
  }
}
