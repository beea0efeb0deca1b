package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Vocabulary;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.run.BreakpointHit;
import dev.hindsight.trainer.run.BreakpointListener;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Evaluates armed breakpoint conditions for every learning agent, once per tick, and reports the
/// first that begins to hold. Costs nothing without conditions; evaluation allocates nothing. One
/// owner thread.
public final class BreakpointWatch {
  private final VectorEnvironment vectorEnvironment;
  private final NetworkActor networkActor;
  private final ActionLog log;
  private final TickSignals signals;
  private Optional<BreakpointListener> listener = Optional.empty();
  private ArmedCondition[] armed = {};

  /// A condition, compiled for every number of agents.
  ///
  /// @param asked by environment
  /// @param held `[E][A]` whether it held at the previous tick
  private record ArmedCondition(String text, Condition.Evaluator[] asked, boolean[][] held) {}

  public BreakpointWatch(
      VectorEnvironment vectorEnvironment,
      NetworkActor networkActor,
      Trajectories into,
      PolicyOutput output,
      ActionLog log) {
    this.vectorEnvironment = vectorEnvironment;
    this.networkActor = networkActor;
    this.log = log;
    this.signals = new TickSignals(vectorEnvironment, networkActor, into, output, log);
  }

  /// Whether an acting network summarises its attention for conditions.
  public enum Attention {
    /// It does: `entropy` and `limbo_mass` are known.
    SUMMARISED,
    /// It has none, or none on its memory.
    NONE
  }

  /// Checks conditions for every environment of a task, before any of them exists.
  ///
  /// @throws dev.hindsight.trainer.Problem if a text is not a condition
  public static void check(TrainingTask task, Attention attention, List<String> conditions) {
    EnvironmentShape first = task.factories().getFirst().shape();
    int environments = task.settings().whole("num_envs");
    task.factories().stream()
        .limit(environments)
        .map(factory -> task.coPlayer().isPresent() ? factory.egos() : factory.shape().agents())
        .distinct()
        .forEach(agents -> {
          Vocabulary vocabulary = TickSignals.vocabulary(first, agents, attention);
          conditions.forEach(text -> Condition.of(text, vocabulary));
        });
  }

  /// Replaces the conditions.
  ///
  /// @throws dev.hindsight.trainer.Problem if a text is not a condition
  public void arm(List<String> conditions, BreakpointListener who) {
    networkActor.stopAttentionSummary();
    List<ArmedCondition> next = new ArrayList<>();
    for (String text : conditions) {
      Map<Integer, Condition> byAgents = new HashMap<>();
      Condition.Evaluator[] asked = new Condition.Evaluator[vectorEnvironment.count()];
      boolean[][] held = new boolean[vectorEnvironment.count()][];
      for (int e = 0; e < vectorEnvironment.count(); e++) {
        int agents = vectorEnvironment.first(e + 1) - vectorEnvironment.first(e);
        Condition condition =
            byAgents.computeIfAbsent(
                agents, count -> Condition.of(text, signals.vocabulary(count)));
        asked[e] = condition.evaluator(signals::open);
        held[e] = new boolean[condition.perAgent() ? agents : 1];
      }
      next.add(new ArmedCondition(text, asked, held));
    }
    armed = next.toArray(ArmedCondition[]::new);
    listener = Optional.of(who);
  }

  /// Called before ticks run; in new environments no condition held before.
  public void begin() {
    if (log.ticks() == 0) {
      for (ArmedCondition one : armed) {
        for (boolean[] agents : one.held) {
          Arrays.fill(agents, false);
        }
      }
    }
  }

  /// Called when an environment shows the observation to act on.
  public void look(int e) {
    signals.look(e);
  }

  /// Called after an environment has run a tick.
  ///
  /// @param t column of the trajectories
  public void tick(int e, int t) {
    if (armed.length == 0) {
      return;
    }
    signals.at(e, t);
    int first = -1;
    int who = -1;
    for (int c = 0; c < armed.length; c++) {
      boolean[] held = armed[c].held[e];
      for (int agent = 0; agent < held.length; agent++) {
        boolean holds = armed[c].asked[e].holds(t, agent);
        if (holds && !held[agent] && first < 0) {
          first = c;
          who = armed[c].asked[e].condition().perAgent() ? agent : -1;
        }
        held[agent] = holds;
      }
    }
    if (first >= 0) {
      String title = who < 0 ? "" : vectorEnvironment.environment(e).agentNames().titled(who);
      tell(new BreakpointHit(armed[first].text, who, title, log.history(vectorEnvironment, e)));
    }
  }

  private void tell(BreakpointHit hit) {
    listener.ifPresent(someone -> someone.hit(hit));
  }
}
