package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Losses of separation in an hour flown, policy by policy, on the same sectors: the table in
/// docs/airspace-policy.md.
///
/// Arguments: `POLICIES SEEDS FIRST argmax|sample [SETTING=VALUE ...]`, policies with commas
/// between.
public final class AirspaceScorecard {
  private static final double HALF_WIDTH = 1.96;

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
    double exits = 0;
    double clean = 0;
    try (OpenedPolicy opened = BuiltInPolicies.open(name, factory.shape())) {
      for (int i = 0; i < seeds; i++) {
        Environment environment = factory.create(first + i);
        fly(opened, environment, new ActionSelector(how, factory.shape(), first + i));
        Map<String, Double> totals = environment.totals();
        losses[i] = totals.getOrDefault("losses", 0.0);
        hours[i] = totals.getOrDefault("flight_hours", 0.0);
        exits += totals.getOrDefault("goals", 0.0);
        clean += environment.trialScores().getFirst();
      }
    }
    double flown = Arrays.stream(hours).sum();
    double rate = Arrays.stream(losses).sum() / flown;
    System.out.printf(
        Locale.ROOT,
        "%s: %d sectors, %.1f h flown, %.2f losses an hour (+- %.2f), %.1f %% reach their exit,"
            + " %.1f %% without a loss%n",
        name,
        seeds,
        flown,
        rate,
        HALF_WIDTH * error(losses, hours, rate),
        100 * exits / seeds / factory.shape().agents(),
        100 * clean / seeds);
  }

  /// Standard error of a ratio of sums.
  private static double error(double[] losses, double[] hours, double rate) {
    double squares = 0;
    for (int i = 0; i < losses.length; i++) {
      squares += Math.pow(losses[i] - rate * hours[i], 2);
    }
    return Math.sqrt(squares) / Arrays.stream(hours).sum();
  }

  private static void fly(OpenedPolicy opened, Environment environment, ActionSelector selector) {
    PolicyOutput output = new PolicyOutput(environment.shape());
    Actions actions = new Actions(environment.shape());
    float[] logProb = new float[environment.shape().agents()];
    opened.policy().reset();
    boolean over = false;
    for (int tick = 0; !over; tick++) {
      opened.policy().act(environment.buffer(), output);
      selector.choose(output, tick, actions, logProb);
      environment.step(actions);
      over = environment.buffer().trialEnded[0] != 0;
    }
  }
}
