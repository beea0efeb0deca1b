package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.record.ReplayCause.Certainty;
import dev.hindsight.trainer.record.ReplayCause.Kind;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.StateHashChain;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Searches for another value of one knob, or another small seed, that explains why a recording
/// does not repeat: simulates it with each in turn until every recorded number repeats. Used for
/// recordings whose summary has no digests, which would reveal a changed configuration at once.
///
/// @param recipe of the recording
/// @param type of its environment
record KnobSearch(SimulationRecipe recipe, EnvironmentType type)
    implements Job<Optional<ReplayCause>> {
  /// The most worlds to create.
  private static final int WORLDS = 160;

  /// The most agent steps to simulate in all worlds together: some seconds.
  private static final long STEPS = 400_000;

  /// Number of seeds to try, from 0.
  private static final int SEEDS = 64;

  /// Number of recorded trial lengths to try for whole numbers.
  private static final int LENGTHS = 6;

  /// A knob with another value than recorded.
  private record Other(Setting knob, String recorded, String value) {}

  @Override
  public Optional<ReplayCause> run(Progress progress, Cancellation cancellation) {
    long left = STEPS;
    Set<String> comparable = new WorldCheck(recipe.rollout(), recipe.create()).comparable();
    List<Other> others = others();
    for (Other other : others.subList(0, Math.min(WORLDS, others.size()))) {
      cancellation.throwIfCancelled();
      Optional<Environment> world = world(other);
      if (world.isPresent() && left > 0) {
        Tried tried = replay(world.get(), comparable, cancellation);
        left -= tried.steps();
        if (tried.whole()) {
          return Optional.of(
              cause(
                  Kind.CONFIGURATION,
                  wording("KnobSearch.knob_at", other.knob().name(), other.value()),
                  other.recorded()));
        }
      }
    }
    long recorded = recipe.rollout().manifest().seed();
    for (long seed = 0; seed < SEEDS && left > 0; seed++) {
      cancellation.throwIfCancelled();
      if (seed != recorded) {
        Tried tried = replay(recipe.factory().create(seed), comparable, cancellation);
        left -= tried.steps();
        if (tried.whole()) {
          return Optional.of(
              cause(Kind.SEED, wording("KnobSearch.seed", seed), Long.toString(recorded)));
        }
      }
    }
    return Optional.empty();
  }

  private static ReplayCause cause(Kind kind, String what, String recorded) {
    return new ReplayCause(
        kind,
        Certainty.SHOWN,
        wording("KnobSearch.with_instead_of_the_recorded_every", what, recorded));
  }

  private Optional<Environment> world(Other other) {
    try {
      return Optional.of(recipe.with(Map.of(other.knob().name(), other.value()), type).create());
    } catch (Problem _) {
      // That value gives no world, or one with other agents: it is not the cause.
      return Optional.empty();
    }
  }

  /// Candidates, the likeliest first: knobs with non-default values; then words and flags, which
  /// have few values; then numbers.
  private List<Other> others() {
    if (type.program(recipe.factory().effective()).isPresent()) {
      // Each value would start another program.
      return List.of();
    }
    List<Other> defaults = new ArrayList<>();
    List<Other> words = new ArrayList<>();
    List<Other> numbers = new ArrayList<>();
    Map<String, JsonNode> config = recipe.rollout().manifest().environment().config();
    for (Setting knob : type.settings().all()) {
      JsonNode node = config.get(knob.name());
      String recorded = node == null ? knob.defaultText() : node.asText();
      if (!same(recorded, knob.defaultText())) {
        defaults.add(new Other(knob, recorded, knob.defaultText()));
      }
      List<Other> list =
          knob instanceof Setting.Flag || knob instanceof Setting.Choice ? words : numbers;
      for (String value : near(knob, recorded)) {
        if (!same(value, recorded) && !same(value, knob.defaultText())) {
          list.add(new Other(knob, recorded, value));
        }
      }
    }
    defaults.addAll(words);
    defaults.addAll(numbers);
    return defaults;
  }

  private static boolean same(String one, String other) {
    try {
      return Double.parseDouble(one) == Double.parseDouble(other);
    } catch (NumberFormatException _) {
      return one.equals(other);
    }
  }

  private Set<String> near(Setting knob, String recorded) {
    Set<String> values = new LinkedHashSet<>();
    switch (knob) {
      case Setting.Flag _ -> values.addAll(List.of("true", "false"));
      case Setting.Choice choice -> values.addAll(choice.choices());
      case Setting.Text _ -> {
        // Another text has no neighbours.
      }
      case Setting.Whole whole -> {
        long value = whole(recorded, whole.fallback());
        for (long near : new long[] {value - 1, value + 1, 2 * value, value / 2}) {
          values.add(Long.toString(near));
        }
        lengths().forEach(length -> values.add(Integer.toString(length)));
      }
      case Setting.Real real -> {
        double value = real(recorded, real.fallback());
        for (double near : new double[] {2 * value, value / 2, 10 * value, value / 10, 0, -value}) {
          values.add(Double.toString(near));
        }
      }
    }
    return values;
  }

  private static long whole(String text, long fallback) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException _) {
      return fallback;
    }
  }

  private static double real(String text, double fallback) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException _) {
      return fallback;
    }
  }

  /// Lengths of trials, one of which may have been the time limit.
  private Set<Integer> lengths() {
    TrialIndex trials = recipe.rollout().trials();
    Set<Integer> lengths = new LinkedHashSet<>();
    for (int i = 0; i < trials.count() && lengths.size() < LENGTHS; i++) {
      int end = i + 1 < trials.count() ? trials.start(i + 1) : recipe.rollout().ticks();
      lengths.add(end - trials.start(i));
    }
    return lengths;
  }

  /// The result of an attempt.
  ///
  /// @param whole whether every recorded number repeats
  /// @param steps agent steps it took
  private record Tried(boolean whole, long steps) {}

  /// @param comparable what the world has to show of the recording: one that, for example, observes
  ///   fewer numbers repeats the others only because none is compared
  private Tried replay(Environment environment, Set<String> comparable, Cancellation cancellation) {
    Rollout rollout = recipe.rollout();
    WorldCheck check = new WorldCheck(rollout, environment);
    if (!check.comparable().containsAll(comparable)) {
      return new Tried(false, 0);
    }
    RecordedActions stored = new RecordedActions(rollout);
    Actions actions = new Actions(environment.shape());
    StateHashChain chain = new StateHashChain();
    int size = environment.shape().observation().size();
    boolean same = check.fixed().isEmpty();
    int tick = 0;
    for (; same && tick < rollout.ticks(); tick++) {
      cancellation.throwIfCancelled();
      recipe.edits().world(tick, environment);
      recipe.edits().seen(tick, environment.buffer().observation, size);
      same =
          check.hash(tick, chain.next(environment.stateHash())).isEmpty()
              && check.state(tick).isEmpty()
              && check.parts(tick).isEmpty();
      if (same) {
        try {
          // A world that takes other actions refuses the recorded ones.
          stored.read(tick, actions);
          environment.step(actions);
          same = check.results(tick).isEmpty();
        } catch (Problem _) {
          same = false;
        }
      }
    }
    boolean whole = same && check.last().isEmpty();
    return new Tried(whole, (long) tick * rollout.manifest().agents());
  }
}
