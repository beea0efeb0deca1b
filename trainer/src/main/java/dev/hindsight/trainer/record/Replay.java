package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.record.ReplayCause.Certainty;
import dev.hindsight.trainer.record.ReplayCause.Kind;
import dev.hindsight.trainer.record.ReplayReport.Difference;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.Integrity.Concern;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.StateHashChain;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Simulates a recording again from its content (configuration, scenario, seed, actions) and
/// compares every bit of the environment's output: static arrays, observations, flags, rewards, its
/// own columns, the hash chain, its counters. Replay checks only the simulator; the policy is not
/// run.
///
/// After a difference it continues as long as the state agrees, so that it can tell wrong recorded
/// numbers from a different world. Then it searches for the cause: it undoes possible changes and
/// names the one that explains the whole difference.
public final class Replay implements Job<ReplayReport> {
  private static final String ACTION = "action";

  /// The most parts of the state to name.
  private static final int PARTS = 6;

  private final Rollout rollout;
  private final List<EnvironmentType> types;

  /// Replays a recording of one of the built-in environments.
  public Replay(Rollout rollout) {
    this(rollout, BuiltInEnvironments.recordable());
  }

  Replay(Rollout rollout, List<EnvironmentType> types) {
    this.rollout = rollout;
    this.types = types;
  }

  /// The result of a pass over all ticks.
  ///
  /// @param first the first difference
  /// @param lost the tick from which on the state differs; empty if it never does
  /// @param unseen whether no column shows that
  /// @param parts of the state that differ there, by their recorded digests
  /// @param at the tick at which the pass stopped
  /// @param hashes ticks at which only the recorded digest differs
  /// @param channels that differ although the state agrees
  /// @param ticks number of ticks at which they do
  private record PassResult(
      Optional<Difference> first,
      Optional<Difference> lost,
      boolean unseen,
      List<Difference> parts,
      int at,
      List<Integer> hashes,
      Set<String> channels,
      int ticks) {}

  /// Runs to the end, or to the first tick whose state differs. Edits of a branch are applied
  /// again.
  ///
  /// @throws dev.hindsight.trainer.Problem if the recording lacks data that a replay needs
  @Override
  public ReplayReport run(Progress progress, Cancellation cancellation) {
    List<Integrity.Fault> faults = Integrity.whole(rollout, Progress.SILENT, cancellation).faults();
    SimulationRecipe simulationRecipe = recipe(faults);
    try {
      Environment environment = simulationRecipe.create();
      PassResult passResult = pass(simulationRecipe, environment, progress, cancellation);
      int ticks =
          passResult
              .first()
              .map(first -> Math.min(first.tick() + 1, rollout.ticks()))
              .orElse(rollout.ticks());
      List<ReplayCause> causes =
          passResult.first().isEmpty()
              ? List.of()
              : causes(simulationRecipe, environment, passResult, faults, cancellation);
      return new ReplayReport(ticks, passResult.first(), simulationRecipe.code(), causes, faults);
    } catch (Problem problem) {
      throw problem.named(AgentNames.of(rollout)::titled);
    }
  }

  /// If a replaced scenario gives no matching environment, the scenario is the cause.
  private SimulationRecipe recipe(List<Integrity.Fault> faults) {
    try {
      return SimulationRecipe.unchecked(rollout, types);
    } catch (Problem problem) {
      throw faults.stream()
          .filter(fault -> fault.concern() == Concern.RECIPE)
          .findFirst()
          .map(fault -> SimulationRecipe.changed(rollout, fault))
          .orElse(problem);
    }
  }

  private PassResult pass(
      SimulationRecipe simulationRecipe,
      Environment environment,
      Progress progress,
      Cancellation cancellation) {
    WorldCheck check = new WorldCheck(rollout, environment);
    RecordedActions stored = new RecordedActions(rollout);
    Actions actions = new Actions(environment.shape());
    int size = environment.shape().observation().size();
    boolean chained = rollout.channel(WorldCheck.STATE_HASH).isPresent();
    StateHashChain chain = new StateHashChain();
    List<Integer> hashes = new ArrayList<>();
    Set<String> channels = new TreeSet<>();
    Optional<Difference> first = check.fixed();
    first.ifPresent(difference -> channels.add(difference.channel()));
    Optional<Difference> doubted = Optional.empty();
    List<Difference> parts = List.of();
    Optional<Difference> results = Optional.empty();
    BitSet at = new BitSet();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      cancellation.throwIfCancelled();
      simulationRecipe.edits().world(tick, environment);
      simulationRecipe.edits().seen(tick, environment.buffer().observation, size);
      Optional<Difference> hash = check.hash(tick, chain.next(environment.stateHash()));
      Optional<Difference> state = check.state(tick);
      List<Difference> apart = check.parts(tick);
      Optional<Difference> part = apart.stream().findFirst();
      first = first.or(() -> state).or(() -> part).or(() -> hash);
      boolean other = chained ? hash.isPresent() : state.isPresent() || part.isPresent();
      boolean shown = state.isPresent() || part.isPresent();
      if (other && (doubted.isPresent() || shown || tick + 1 == rollout.ticks())) {
        Optional<Difference> lost = doubted.or(() -> state).or(() -> part).or(() -> hash);
        boolean unseen = doubted.isPresent() || state.isEmpty();
        List<Difference> hidden = doubted.isPresent() ? parts : apart;
        return new PassResult(
            first, lost, unseen, hidden, tick, hashes, channels, at.cardinality());
      }
      // Results of an action belong to the next state: if that state agrees, the results themselves
      // are wrong.
      results.ifPresent(difference -> channels.add(difference.channel()));
      state.or(() -> part).ifPresent(difference -> channels.add(difference.channel()));
      if (results.isPresent()) {
        at.set(tick - 1);
      }
      at.set(tick, shown);
      // The columns agree, the digest does not: the next tick shows whether the state was
      // different.
      if (doubted.isPresent()) {
        hashes.add(tick - 1);
      }
      doubted = hash;
      parts = apart;
      stored.read(tick, actions);
      try {
        environment.step(actions);
      } catch (Problem refused) {
        Difference impossible = impossible(environment, tick, actions, refused);
        Optional<Difference> earliest = first.or(() -> Optional.of(impossible));
        return new PassResult(
            earliest,
            Optional.of(impossible),
            false,
            List.of(),
            tick,
            hashes,
            channels,
            at.cardinality());
      }
      Optional<Difference> came = check.results(tick);
      results = came;
      first = first.or(() -> came);
      progress.report(tick + 1L, rollout.ticks(), "ticks");
    }
    results.ifPresent(difference -> channels.add(difference.channel()));
    Optional<Difference> last = check.last();
    last.ifPresent(difference -> channels.add("final/" + difference.channel()));
    // Another version of the code may count differently.
    Optional<Difference> closing =
        simulationRecipe.code().words().isEmpty() ? check.summary() : Optional.empty();
    closing.ifPresent(difference -> channels.add(difference.channel()));
    if (results.isPresent() || last.isPresent() || closing.isPresent()) {
      at.set(rollout.ticks() - 1);
    }
    return new PassResult(
        first.or(() -> last).or(() -> closing),
        Optional.empty(),
        false,
        List.of(),
        rollout.ticks(),
        hashes,
        channels,
        at.cardinality());
  }

  /// Reports a recorded action that is impossible, with the nearest possible one.
  ///
  /// @throws Problem the refusal, if it has another reason
  private static Difference impossible(
      Environment environment, int tick, Actions actions, Problem refused) {
    switch (environment.shape().actions()) {
      case ActionSpace.Discrete discrete -> {
        for (int agent = 0; agent < actions.joint.length; agent++) {
          long action = actions.joint[agent];
          long nearest = Math.clamp(action, 0, discrete.count() - 1);
          if (action != nearest) {
            return new Difference(tick, ACTION, agent, agent, action, nearest, 1, "");
          }
        }
      }
      case ActionSpace.Continuous space -> {
        for (int i = 0; i < actions.continuous.length; i++) {
          double number = actions.continuous[i];
          double nearest = Double.isNaN(number) ? 0 : Math.clamp(number, -1, 1);
          if (number != nearest) {
            return new Difference(
                tick, ACTION, i / space.names().size(), i, number, nearest, 1, "");
          }
        }
      }
    }
    throw refused;
  }

  private List<ReplayCause> causes(
      SimulationRecipe simulationRecipe,
      Environment environment,
      PassResult passResult,
      List<Integrity.Fault> faults,
      Cancellation cancellation) {
    List<ReplayCause> causes = new ArrayList<>();
    passResult
        .hashes()
        .forEach(tick ->
            causes.add(shown(Kind.HASH, wording("Replay.of_tick_the_recorded_hash_alone", tick))));
    if (!passResult.channels().isEmpty()) {
      causes.add(
          shown(
              Kind.NUMBERS,
              wording(
                  "Replay.the_state_agrees_and_yet_at",
                  passResult
                      .lost()
                      .map(lost -> wording("Replay.until_tick", lost.tick()))
                      .orElse(wording("Replay.at_all", CountWords.of(rollout.ticks(), "tick"))),
                  CountWords.of(Math.max(1, passResult.ticks()), "tick"),
                  String.join(", ", passResult.channels()))));
    }
    if (passResult.lost().isEmpty()) {
      // A difference at a single tick cannot come from a knob.
      if (passResult.ticks() > 1) {
        new KnobSearch(simulationRecipe, type())
            .run(Progress.SILENT, cancellation)
            .ifPresent(causes::add);
      }
      return causes;
    }
    Difference lost = passResult.lost().get();
    for (Integrity.Fault fault : faults) {
      if (fault.concern() == Concern.RECIPE) {
        causes.add(new ReplayCause(kind(fault), Certainty.POSSIBLE, fault.words()));
      }
    }
    if (lost.channel().equals(ACTION)) {
      String there =
          switch (environment.shape().actions()) {
            case ActionSpace.Discrete discrete ->
                wording("Replay.there_are_0_to", discrete.count() - 1);
            case ActionSpace.Continuous _ -> wording("Replay.numbers_go_from_1_to_1");
          };
      causes.add(
          shown(
              Kind.ACTIONS,
              wording("Replay.the_recorded_action_does_not_exist", lost.stored(), there)));
      return causes;
    }
    if (passResult.unseen()) {
      causes.add(unseen(simulationRecipe, environment, passResult, lost));
    }
    Optional<ReplayCause> cause =
        new ActionSearch(simulationRecipe, lost.tick())
            .run(Progress.SILENT, cancellation)
            .or(() -> new KnobSearch(simulationRecipe, type()).run(Progress.SILENT, cancellation));
    cause.ifPresent(causes::add);
    if (cause.isEmpty()) {
      causes.add(unknown(simulationRecipe, lost, faults));
    }
    return causes;
  }

  private EnvironmentType type() {
    return SimulationRecipe.type(rollout, types);
  }

  /// Describes a difference of the state that no column shows: the part of the state, if the
  /// recording holds digests of the parts, and the tick at which it becomes visible.
  private ReplayCause unseen(
      SimulationRecipe simulationRecipe,
      Environment environment,
      PassResult passResult,
      Difference lost) {
    String agree =
        wording(
            "Replay.all_recorded_columns_of_the_state",
            new WorldCheck(rollout, environment).columns(),
            lost.tick());
    List<String> names = passResult.parts().stream().map(Difference::field).toList();
    String what =
        names.isEmpty()
            ? wording("Replay.a_part_of_it_that_no", lost.storedWords(), lost.hereWords())
            : wording(
                "Replay.what_differs_is_a_part_of",
                String.join(", ", names.subList(0, Math.min(PARTS, names.size()))),
                names.size() > PARTS ? wording("Replay.and_more", names.size() - PARTS) : "");
    String seen =
        firstSeen(simulationRecipe, environment, passResult.at())
            .map(difference ->
                wording(
                    "Replay.if_the_recorded_actions_go_on", difference.tick(), difference.place()))
            .orElse(wording("Replay.no_column_ever_shows_it"));
    return shown(Kind.UNRECORDED_STATE, agree + what + seen);
  }

  /// The first recorded number that differs after the state does.
  ///
  /// @param environment the world before the action of the tick, after the tick's edits
  private Optional<Difference> firstSeen(
      SimulationRecipe simulationRecipe, Environment environment, int from) {
    WorldCheck check = new WorldCheck(rollout, environment);
    RecordedActions stored = new RecordedActions(rollout);
    Actions actions = new Actions(environment.shape());
    int size = environment.shape().observation().size();
    for (int tick = from; tick < rollout.ticks(); tick++) {
      if (tick > from) {
        simulationRecipe.edits().world(tick, environment);
        simulationRecipe.edits().seen(tick, environment.buffer().observation, size);
      }
      Optional<Difference> state = check.state(tick);
      if (state.isPresent()) {
        return state;
      }
      stored.read(tick, actions);
      try {
        environment.step(actions);
      } catch (Problem _) {
        return Optional.empty();
      }
      Optional<Difference> results = check.results(tick);
      if (results.isPresent()) {
        return results;
      }
    }
    return check.last().filter(difference -> !difference.channel().equals(StateParts.COLUMN));
  }

  private static ReplayCause shown(Kind kind, String words) {
    return new ReplayCause(kind, Certainty.SHOWN, words);
  }

  private static Kind kind(Integrity.Fault fault) {
    if (fault.member().endsWith(" seed")) {
      return Kind.SEED;
    }
    return fault.member().startsWith("static/") ? Kind.SCENARIO : Kind.CONFIGURATION;
  }

  /// The cause to report if nothing that was tried explains the difference.
  private ReplayCause unknown(
      SimulationRecipe simulationRecipe, Difference lost, List<Integrity.Fault> faults) {
    Optional<String> code = simulationRecipe.code().words();
    if (code.isPresent()) {
      return new ReplayCause(Kind.CODE, Certainty.POSSIBLE, wording("Replay.it_was", code.get()));
    }
    boolean changed = faults.stream().anyMatch(fault -> fault.concern() == Concern.RECIPE);
    String tried =
        lost.tick() == 0
            ? wording("Replay.the_world_differs_before_the_first")
            : wording("Replay.no_other_action_of_one_agent", lost.tick() - 1);
    return new ReplayCause(
        changed ? Kind.CONFIGURATION : Kind.UNKNOWN,
        Certainty.POSSIBLE,
        tried + (changed ? "" : wording("Replay.the_cause_is_not_known")));
  }
}
