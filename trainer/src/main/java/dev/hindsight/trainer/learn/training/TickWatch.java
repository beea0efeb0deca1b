package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.learn.net.Actor;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.run.Lookout;
import dev.hindsight.trainer.run.TickHit;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks armed conditions of every agent that learns, once a tick, and tells of the first that
/// begins to hold. Without any it costs nothing; asking allocates nothing. One owner thread.
public final class TickWatch {
  private final Fleet fleet;
  private final Actor actor;
  private final ActionLog log;
  private final TickSignals signals;
  private Optional<Lookout> lookout = Optional.empty();
  private Armed[] armed = {};

  /// A condition, made ready for every number of agents there is.
  ///
  /// @param asked by the environment
  /// @param held `[E][A]` whether it held at the tick before
  private record Armed(String text, Condition.Asked[] asked, boolean[][] held) {}

  public TickWatch(
      Fleet fleet, Actor actor, Trajectories into, PolicyOutput output, ActionLog log) {
    this.fleet = fleet;
    this.actor = actor;
    this.log = log;
    this.signals = new TickSignals(fleet, actor, into, output, log);
  }

  /// Puts conditions in the place of those there were.
  ///
  /// @throws dev.hindsight.trainer.Problem if one is none
  public void arm(List<String> conditions, Lookout who) {
    actor.overlook();
    List<Armed> next = new ArrayList<>();
    for (String text : conditions) {
      Map<Integer, Condition> byAgents = new HashMap<>();
      Condition.Asked[] asked = new Condition.Asked[fleet.count()];
      boolean[][] held = new boolean[fleet.count()][];
      for (int e = 0; e < fleet.count(); e++) {
        int agents = fleet.first(e + 1) - fleet.first(e);
        Condition condition =
            byAgents.computeIfAbsent(
                agents, count -> Condition.of(text, signals.vocabulary(count)));
        asked[e] = condition.over(signals::open);
        held[e] = new boolean[condition.perAgent() ? agents : 1];
      }
      next.add(new Armed(text, asked, held));
    }
    armed = next.toArray(Armed[]::new);
    lookout = Optional.of(who);
  }

  /// Ticks are about to be lived through; where environments are new, nothing held before.
  public void begin() {
    if (log.ticks() == 0) {
      for (Armed one : armed) {
        for (boolean[] agents : one.held) {
          Arrays.fill(agents, false);
        }
      }
    }
  }

  /// An environment shows what will be acted on.
  public void look(int e) {
    signals.look(e);
  }

  /// An environment has lived through a tick.
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
      String title = who < 0 ? "" : AgentNames.of(fleet.environment(e)).titled(who);
      tell(new TickHit(armed[first].text, who, title, log.lived(fleet, e)));
    }
  }

  private void tell(TickHit hit) {
    lookout.ifPresent(someone -> someone.hit(hit));
  }
}
