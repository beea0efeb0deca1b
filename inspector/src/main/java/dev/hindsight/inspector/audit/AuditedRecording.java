package dev.hindsight.inspector.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.edit.EditedPlaces;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RecordedTicks;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.RewardRule;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What audits read of a recording: its columns by agent, with the row after the last tick if there
/// is one; the knobs it declares; and manual edits. Reading allocates nothing.
final class AuditedRecording implements RecordedTicks {
  private final Rollout rollout;
  private final int agents;
  private final boolean ours;
  private final boolean current;
  private final Optional<AgentColumn> observation;
  private final Optional<AgentColumn> removed;
  private final Optional<AgentColumn> event;
  private final Optional<AgentColumn> terminal;
  private final Optional<AgentColumn> truncation;
  private final Optional<AgentColumn> ended;
  private final EpisodeEnds ends;
  private final Optional<Channel> trial;
  private final Optional<Channel> trialTick;
  private final List<Side> sides;
  private final EditedPlaces byHand;
  private final Optional<EnvironmentType> type;
  private final RecordingRules rules;

  AuditedRecording(Rollout rollout) {
    this.rollout = rollout;
    agents = rollout.manifest().agents();
    var world = rollout.manifest().environment();
    ours = rollout.manifest().producer().equals("hindsight");
    type = BuiltInEnvironments.of(rollout);
    current =
        ours && type.filter(each -> each.codeVersion().equals(world.codeVersion())).isPresent();
    rules = BuiltInEnvironments.rulesOf(rollout);
    observation = AgentColumn.ofAnyWidth(rollout, "observation");
    removed = column("removed", 1);
    event = column("event", 1);
    terminal = column("terminal", 1);
    truncation = column("truncation", 1);
    ended = column("trial_ended", 1);
    ends = new EpisodeEnds(rollout);
    trial = rollout.channel("trial").filter(c -> c.rowLength() == 1);
    trialTick = rollout.channel("trial_tick").filter(c -> c.rowLength() == 1);
    sides = Side.of(rollout);
    byHand = new EditedPlaces(SimulationRecipe.edits(rollout));
  }

  @Override
  public Rollout rollout() {
    return rollout;
  }

  @Override
  public int agents() {
    return agents;
  }

  int ticks() {
    return rollout.ticks();
  }

  @Override
  public Optional<AgentColumn> column(String name, int each) {
    return AgentColumn.withLast(rollout, name, each);
  }

  /// The built-in environment that made it; empty if another program did.
  String world() {
    return ours ? rollout.manifest().environment().id() : "";
  }

  /// Whether it was a dataset: that need not say why an episode ended, and agents without limbo may
  /// end one by one, as those of vector environments do.
  boolean wasDataset() {
    return rollout.manifest().wasDataset();
  }

  /// Whether this program made it.
  boolean ours() {
    return ours;
  }

  /// Whether the current version of its environment made it, so that today's rules applied then.
  boolean current() {
    return current;
  }

  /// The rules that its environment declares for recordings of its configuration.
  RecordingRules rules() {
    return rules;
  }

  /// The environment's rewards, computed from the columns; empty for another version.
  Optional<RewardRule> rewardRule() {
    return type.filter(_ -> current).flatMap(each -> each.rewardRule(this));
  }

  @Override
  public OptionalDouble number(String knob) {
    JsonNode value = rollout.manifest().environment().config().get(knob);
    return value != null && value.isNumber()
        ? OptionalDouble.of(value.asDouble())
        : OptionalDouble.empty();
  }

  @Override
  public String word(String knob) {
    JsonNode value = rollout.manifest().environment().config().get(knob);
    return value == null ? "" : value.asText();
  }

  @Override
  public boolean limbo(int tick, int agent) {
    return removed.isPresent() && removed.get().hasRow(tick) && removed.get().is(tick, agent);
  }

  /// Whether what an agent observes at a tick is recorded as the world showed it: outside limbo,
  /// and not changed by hand.
  boolean observes(int tick, int agent) {
    return !limbo(tick, agent) && !byHand.seen(tick, agent) && !unrecorded(tick, agent);
  }

  /// Whether an agent's observation at a tick, outside limbo, is not recorded.
  boolean unrecorded(int tick, int agent) {
    return observation.isPresent() && !limbo(tick, agent) && observation.get().absent(tick, agent);
  }

  boolean hasLimbo() {
    return removed.isPresent();
  }

  @Override
  public int event(int tick, int agent) {
    return event.isPresent() ? (int) event.get().integer(tick, agent) : 0;
  }

  boolean hasEvents() {
    return event.isPresent();
  }

  @Override
  public boolean goal(int tick, int agent) {
    return (event(tick, agent) & EventBits.GOAL) != 0;
  }

  @Override
  public boolean contact(int tick, int agent) {
    return (event(tick, agent) & (EventBits.COLLISION | EventBits.OFFROAD)) != 0;
  }

  boolean terminal(int tick, int agent) {
    return terminal.isPresent() && terminal.get().is(tick, agent);
  }

  /// Whether an agent's episode ended with the action of a tick, for good or at its time limit.
  boolean over(int tick, int agent) {
    return ends.ended(tick, agent);
  }

  /// Whether an agent's episode ended at its time limit.
  boolean timedOut(int tick, int agent) {
    return ends.timedOut(tick, agent);
  }

  boolean hasTerminals() {
    return terminal.isPresent();
  }

  boolean truncation(int tick, int agent) {
    return truncation.isPresent() && truncation.get().is(tick, agent);
  }

  boolean hasTruncations() {
    return truncation.isPresent();
  }

  boolean ended(int tick, int agent) {
    return ended.isPresent() && ended.get().is(tick, agent);
  }

  boolean hasEnds() {
    return ended.isPresent();
  }

  /// Whether a trial or an episode ends for an agent with the action of a tick.
  boolean stops(int tick, int agent) {
    return ended(tick, agent) || terminal(tick, agent) || truncation(tick, agent);
  }

  @Override
  public boolean trialEnds(int tick) {
    return ended.isPresent() && ended.get().any(tick);
  }

  /// Whether all agents' episodes end with the action of a tick.
  boolean episodeEnds(int tick) {
    return ends.allEnded(tick);
  }

  /// Whether the clock restarts or jumps between a tick and the next.
  boolean restarts(int tick) {
    return trialTick.isPresent()
        && tick + 1 < ticks()
        && trialTick.get().integer(tick + 1, 0) != trialTick.get().integer(tick, 0) + 1;
  }

  /// Whether an episode begins with the world of a tick: the first one, or one after terminals of
  /// all agents or after the clock has returned to the first trial.
  boolean begins(int tick) {
    return tick == 0 || episodeEnds(tick - 1) || (restarts(tick - 1) && trial(tick) == 0);
  }

  boolean hasClock() {
    return trial.isPresent() && trialTick.isPresent();
  }

  @Override
  public int trial(int tick) {
    return trial.isPresent() ? (int) trial.get().integer(tick, 0) : 0;
  }

  int trialTick(int tick) {
    return trialTick.isPresent() ? (int) trialTick.get().integer(tick, 0) : 0;
  }

  /// Whether an agent's arrival can end a trial; without sides, every agent's can.
  boolean ego(int agent) {
    return sides.get(agent) == Side.EGO;
  }

  @Override
  public boolean moved(int tick) {
    return byHand.moved(tick);
  }

  /// The places of manual edits.
  EditedPlaces byHand() {
    return byHand;
  }
}
