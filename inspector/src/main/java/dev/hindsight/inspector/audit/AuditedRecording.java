package dev.hindsight.inspector.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.BuiltInEnvironments;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.record.Recipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// What audits of columns read of a recording: its columns by agent, with the row after the last
/// tick where that is kept; the knobs it declares; what was changed in it by hand. Reading
/// allocates nothing.
final class AuditedRecording {
  private final Rollout rollout;
  private final int agents;
  private final boolean ours;
  private final boolean current;
  private final Optional<AgentColumn> removed;
  private final Optional<AgentColumn> event;
  private final Optional<AgentColumn> terminal;
  private final Optional<AgentColumn> truncation;
  private final Optional<AgentColumn> ended;
  private final Optional<Channel> trial;
  private final Optional<Channel> trialTick;
  private final Optional<NpyArray> ego;
  private final Set<Integer> moved = new HashSet<>();
  private final Set<Long> seen = new HashSet<>();
  private final Set<Long> acted = new HashSet<>();

  /// A column with some numbers for each agent.
  ///
  /// @param last row T, empty where the recording does not keep it
  /// @param each numbers of an agent
  record AgentColumn(Channel channel, Optional<NpyArray> last, int ticks, int each) {
    /// A number of an agent.
    ///
    /// @param tick up to T, if there is such a row
    double at(int tick, int agent, int index) {
      return tick < ticks
          ? channel.value(tick, agent * each + index)
          : last.orElseThrow().value(agent * each + index);
    }

    /// The only number of an agent.
    double at(int tick, int agent) {
      return at(tick, agent, 0);
    }

    /// Whether there is a row of a tick.
    boolean has(int tick) {
      return tick < ticks || (tick == ticks && last.isPresent());
    }
  }

  AuditedRecording(Rollout rollout) {
    this.rollout = rollout;
    agents = rollout.manifest().agents();
    var world = rollout.manifest().environment();
    ours = rollout.manifest().producer().equals("hindsight");
    current =
        ours
            && BuiltInEnvironments.all().stream()
                .anyMatch(type ->
                    type.id().equals(world.id()) && type.codeVersion().equals(world.codeVersion()));
    removed = column("removed", 1);
    event = column("event", 1);
    terminal = column("terminal", 1);
    truncation = column("truncation", 1);
    ended = column("trial_ended", 1);
    trial = rollout.channel("trial").filter(c -> c.rowLength() == 1);
    trialTick = rollout.channel("trial_tick").filter(c -> c.rowLength() == 1);
    ego = rollout.fixed("ego").filter(array -> array.length() == agents);
    for (Edit edit : Recipe.edits(rollout).all()) {
      note(edit);
    }
  }

  private void note(Edit edit) {
    switch (edit) {
      case Edit.Pose _, Edit.Presence _ -> moved.add(edit.tick());
      case Edit.Observation e -> seen.add(key(e.tick(), e.agent()));
      case Edit.Action e -> acted.add(key(e.tick(), e.agent()));
      case Edit.Stretch e -> {
        for (int t = 0; t < e.choices().size(); t++) {
          acted.add(key(e.tick() + t, e.agent()));
        }
      }
      case Edit.Wipe _, Edit.Slot _, Edit.Ablate _, Edit.Checkpoint _ -> {}
    }
  }

  private static long key(int tick, int agent) {
    return (long) tick << 32 | agent;
  }

  Rollout rollout() {
    return rollout;
  }

  int agents() {
    return agents;
  }

  int ticks() {
    return rollout.ticks();
  }

  /// A column with so many numbers for each agent.
  Optional<AgentColumn> column(String name, int each) {
    return rollout
        .channel(name)
        .filter(c -> agents > 0 && c.spec().perAgent() && c.rowLength() == agents * each)
        .map(c ->
            new AgentColumn(
                c,
                rollout.last(name).filter(array -> array.length() == agents * each),
                rollout.ticks(),
                each));
  }

  /// The environment of this program it was made in; empty where that is another one.
  String world() {
    return ours ? rollout.manifest().environment().id() : "";
  }

  /// Whether this program made it.
  boolean ours() {
    return ours;
  }

  /// Whether this very version of an environment made it, so that its rules of today were the rules
  /// then.
  boolean current() {
    return current;
  }

  /// A knob that is a number.
  OptionalDouble number(String knob) {
    JsonNode value = rollout.manifest().environment().config().get(knob);
    return value != null && value.isNumber()
        ? OptionalDouble.of(value.asDouble())
        : OptionalDouble.empty();
  }

  /// A knob as a word; empty where there is none.
  String word(String knob) {
    JsonNode value = rollout.manifest().environment().config().get(knob);
    return value == null ? "" : value.asText();
  }

  boolean limbo(int tick, int agent) {
    return removed.isPresent() && removed.get().has(tick) && removed.get().at(tick, agent) != 0;
  }

  boolean hasLimbo() {
    return removed.isPresent();
  }

  int event(int tick, int agent) {
    return event.isPresent() ? (int) event.get().at(tick, agent) : 0;
  }

  boolean hasEvents() {
    return event.isPresent();
  }

  boolean goal(int tick, int agent) {
    return (event(tick, agent) & StepBuffer.GOAL) != 0;
  }

  /// Whether something began to be touched, or an agent left its sector.
  boolean contact(int tick, int agent) {
    return (event(tick, agent) & (StepBuffer.COLLISION | StepBuffer.OFFROAD)) != 0;
  }

  boolean terminal(int tick, int agent) {
    return terminal.isPresent() && terminal.get().at(tick, agent) != 0;
  }

  boolean hasTerminals() {
    return terminal.isPresent();
  }

  boolean truncation(int tick, int agent) {
    return truncation.isPresent() && truncation.get().at(tick, agent) != 0;
  }

  boolean hasTruncations() {
    return truncation.isPresent();
  }

  boolean ended(int tick, int agent) {
    return ended.isPresent() && ended.get().at(tick, agent) != 0;
  }

  boolean hasEnds() {
    return ended.isPresent();
  }

  /// Whether anything ends for an agent with the action of a tick.
  boolean stops(int tick, int agent) {
    return ended(tick, agent) || terminal(tick, agent) || truncation(tick, agent);
  }

  /// Whether a trial ends for some agent with the action of a tick.
  boolean trialEnds(int tick) {
    for (int agent = 0; agent < agents; agent++) {
      if (ended(tick, agent)) {
        return true;
      }
    }
    return false;
  }

  /// Whether all agents' episodes end with the action of a tick.
  boolean episodeEnds(int tick) {
    for (int agent = 0; agent < agents; agent++) {
      if (!terminal(tick, agent)) {
        return false;
      }
    }
    return agents > 0 && hasTerminals();
  }

  /// Whether the clock begins again, or jumps, between a tick and the next.
  boolean restarts(int tick) {
    return trialTick.isPresent()
        && tick + 1 < ticks()
        && trialTick.get().integer(tick + 1, 0) != trialTick.get().integer(tick, 0) + 1;
  }

  /// Whether an episode begins with the world of a tick: the first, and those after all agents'
  /// terminals or after the clock has gone back to the first trial.
  boolean begins(int tick) {
    return tick == 0 || episodeEnds(tick - 1) || (restarts(tick - 1) && trial(tick) == 0);
  }

  boolean hasClock() {
    return trial.isPresent() && trialTick.isPresent();
  }

  int trial(int tick) {
    return trial.isPresent() ? (int) trial.get().integer(tick, 0) : 0;
  }

  int trialTick(int tick) {
    return trialTick.isPresent() ? (int) trialTick.get().integer(tick, 0) : 0;
  }

  /// Whether an agent's arrival ends a trial; without sides that of every agent does.
  boolean ego(int agent) {
    return ego.map(sides -> sides.value(agent) != 0).orElse(true);
  }

  /// Whether bodies were put elsewhere by hand before a tick was looked at.
  boolean moved(int tick) {
    return moved.contains(tick);
  }

  /// Whether anything was done to the world by hand at any tick.
  boolean everMoved() {
    return !moved.isEmpty();
  }

  /// Whether what an agent saw at a tick was changed by hand.
  boolean seenByHand(int tick, int agent) {
    return !seen.isEmpty() && seen.contains(key(tick, agent));
  }

  /// Whether an agent's action at a tick was chosen by hand.
  boolean actedByHand(int tick, int agent) {
    return !acted.isEmpty() && acted.contains(key(tick, agent));
  }
}
