package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the numbers of an observation that tell trials apart by design, in the recording of an
/// environment that is not known here: those that follow from the tick before (its action, reward
/// or ends) or from the number of the trial, at every tick of every agent. One owner thread.
final class TrialMarks {
  /// Where each of the numbers that are said to follow from occurs on average at least this often:
  /// fewer would follow from anything.
  private static final int OFTEN = 8;

  private static final int NONE = -1;

  /// Numbers from which a number of an observation may follow.
  @FunctionalInterface
  private interface Source {
    double at(int tick, int agent);
  }

  /// Which tick before an observation it may show.
  private enum Before {
    LAST,
    LAST_ACTED
  }

  /// Takes a tick of an agent and the tick before.
  @FunctionalInterface
  private interface Visitor {
    /// @return whether to go on
    boolean visit(int tick, int agent, int before);
  }

  private final Rollout rollout;
  private final AgentColumn observation;
  private final Optional<AgentColumn> removed;
  private final EpisodeEnds ends;
  private final TrialIndex trials;
  private final Cancellation cancellation;

  private TrialMarks(Rollout rollout, AgentColumn observation, Cancellation cancellation) {
    this.rollout = rollout;
    this.cancellation = cancellation;
    this.observation = observation;
    removed = AgentColumn.of(rollout, "removed");
    ends = new EpisodeEnds(rollout);
    trials = rollout.trials();
  }

  /// `[D]`, marks these numbers; only those that change from trial to trial are looked at.
  static BitSet of(Rollout rollout, Cancellation cancellation) {
    return AgentColumn.observation(rollout)
        .map(observation -> new TrialMarks(rollout, observation, cancellation).found())
        .orElseGet(BitSet::new);
  }

  private BitSet found() {
    BitSet marks = changing();
    List<Source> before = new ArrayList<>();
    for (String name : List.of("trial_ended", "terminal", "truncation", "action")) {
      AgentColumn.of(rollout, name).ifPresent(column -> before.add(column::value));
    }
    List<Source> same =
        Stream.concat(
                AgentColumn.of(rollout, "reward").stream().<Source>map(each -> each::value),
                AgentColumn.ofAnyWidth(rollout, "action").stream().flatMap(TrialMarks::numbers))
            .toList();
    for (int number = marks.nextSetBit(0); number >= 0; number = marks.nextSetBit(number + 1)) {
      cancellation.throwIfCancelled();
      int index = number;
      boolean explained =
          Stream.of(Before.values())
                  .anyMatch(which ->
                      before.stream().anyMatch(source -> follows(index, source, which))
                          || same.stream().anyMatch(source -> repeats(index, source, which)))
              || numbersTrials(index);
      marks.set(number, explained);
    }
    return marks;
  }

  private static Stream<Source> numbers(AgentColumn action) {
    List<Source> all = new ArrayList<>();
    for (int i = 0; i < action.width(); i++) {
      int number = i;
      all.add((tick, agent) -> action.value(tick, agent, number));
    }
    return all.stream();
  }

  /// The numbers that differ for some agent where a later trial begins.
  private BitSet changing() {
    BitSet changing = new BitSet();
    int first = 0;
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      int begin = trials.start(stretch);
      first = trials.trial(stretch) == 0 ? begin : first;
      for (int agent = 0; agent < observation.agents(); agent++) {
        for (int i = 0; i < observation.width(); i++) {
          if (observation.value(begin, agent, i) != observation.value(first, agent, i)) {
            changing.set(i);
          }
        }
      }
    }
    return changing;
  }

  /// Calls back for every tick at which an agent is on the map and its observation is recorded,
  /// with the tick before, unless its episode begins there, until the visitor has seen enough.
  ///
  /// @param which the tick before that counts: the last one, or the last at which the agent acted,
  ///   which is another one after limbo
  private void scan(Before which, Visitor visitor) {
    int[] before = new int[observation.agents()];
    Arrays.fill(before, NONE);
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      for (int agent = 0; agent < before.length; agent++) {
        boolean away = removed.isPresent() && removed.get().is(tick, agent);
        if (!away
            && before[agent] != NONE
            && !observation.absent(tick, agent)
            && !visitor.visit(tick, agent, before[agent])) {
          return;
        }
        boolean counts = which == Before.LAST || !away;
        before[agent] = ends.ended(tick, agent) ? NONE : counts ? tick : before[agent];
      }
    }
  }

  /// Whether a number is the same wherever the tick before was.
  private boolean follows(int number, Source source, Before which) {
    Map<Double, Double> seen = new HashMap<>();
    int[] places = {0, 0};
    // With more sources, each would occur too seldom, and numbers that never repeat would fill the
    // memory.
    long most = (long) rollout.ticks() * observation.agents() / OFTEN;
    scan(
        which,
        (tick, agent, before) -> {
          double value = observation.value(tick, agent, number);
          Double known = seen.putIfAbsent(source.at(before, agent), value);
          places[0]++;
          places[1] += known != null && known != value ? 1 : 0;
          return places[1] == 0 && seen.size() <= most;
        });
    return places[1] == 0
        && seen.values().stream().distinct().count() > 1
        && places[0] >= OFTEN * seen.size();
  }

  /// Whether a number repeats one of the tick before.
  private boolean repeats(int number, Source source, Before which) {
    Set<Double> seen = new HashSet<>();
    int[] others = {0};
    scan(
        which,
        (tick, agent, before) -> {
          double value = observation.value(tick, agent, number);
          if (seen.size() < 2) {
            seen.add(value);
          }
          others[0] += value == source.at(before, agent) ? 0 : 1;
          return others[0] == 0;
        });
    return others[0] == 0 && seen.size() > 1;
  }

  /// Whether a number is one of the trial: the same for all agents in all ticks of a trial, and
  /// either the same again in another episode or growing by the same step from trial to trial.
  private boolean numbersTrials(int number) {
    Map<Integer, Double> seen = new HashMap<>();
    int again = 0;
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      Double known = seen.get(trials.trial(stretch));
      again += known != null && trials.trial(stretch) > 0 ? 1 : 0;
      for (int tick = trials.start(stretch); tick < trials.end(stretch); tick++) {
        for (int agent = 0; agent < observation.agents(); agent++) {
          boolean away =
              (removed.isPresent() && removed.get().is(tick, agent))
                  || observation.absent(tick, agent);
          double value = observation.value(tick, agent, number);
          known = known == null && !away ? Double.valueOf(value) : known;
          if (known != null && !away && known != value) {
            return false;
          }
        }
      }
      if (known != null) {
        seen.put(trials.trial(stretch), known);
      }
    }
    return again > 0 || grows(seen);
  }

  private static boolean grows(Map<Integer, Double> seen) {
    double step = seen.getOrDefault(1, Double.NaN) - seen.getOrDefault(0, Double.NaN);
    for (int trial = 2; trial < seen.size(); trial++) {
      double next = seen.getOrDefault(trial, Double.NaN) - seen.getOrDefault(trial - 1, Double.NaN);
      if (!(Math.abs(next - step) <= 1e-6 * (1 + Math.abs(step)))) {
        return false;
      }
    }
    return seen.size() > 2 && step != 0;
  }
}
