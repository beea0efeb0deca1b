package dev.hindsight.trainer.record;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.edit.Edits;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.StateHashChain;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/// Records tick by tick: observe, run the policy, choose, step, write. One owner thread; nothing is
/// allocated per tick without edits.
final class TickRecorder {
  private static final String ENVIRONMENT_STEPS = "environment_steps";
  private static final String AGENT_STEPS = "agent_steps";
  private static final String ILLEGAL_ACTIONS = "illegal_actions";

  private final Environment environment;
  private final Optional<TickPolicy> policy;
  private final ActionSelector selector;
  private final RecordedColumns columns;
  private final RolloutWriter writer;
  private final StateHashChain chain;
  private final IntUnaryOperator policyUpdate;
  private final PolicyOutput output;
  private final PolicyOutput finalOutput;
  private final Actions actions;
  private final float[] logProb;
  private final float[] finalValue;
  private final byte[] ended;

  /// Which agents were in limbo before the step.
  private final byte[] waiting;

  private final ObservationLayout layout;
  private final Optional<FinalObservationRows> finalRows;

  /// The numbers of the environment's buffer.
  private final FloatBuffer observation;

  /// What agents would have observed next; for one agent until a time limit ends an episode.
  private StepBuffer last = new StepBuffer(1, 1);

  private long environmentSteps;
  private long agentSteps;
  private long illegalActions;

  /// How many actions were refused at ticks that were copied.
  private long copiedRefusals;

  /// The policy that acts at a tick.
  interface TickPolicy {
    /// Fills logits and values for all agents.
    void think(int tick, StepBuffer seen, PolicyOutput output);

    /// Fills the values of final observations before time limits. The memory stays as it was.
    void value(StepBuffer last, PolicyOutput output);

    /// Writes an intermediate result.
    void tap(Column column, ByteBuffer row);
  }

  /// @param environment before the first recorded tick
  /// @param chain its value after the previous tick
  /// @param policyUpdate the version that acts at a tick; asked if it is recorded
  TickRecorder(
      Environment environment,
      Optional<TickPolicy> policy,
      ActionSelector selector,
      RecordedColumns columns,
      RolloutWriter writer,
      StateHashChain chain,
      IntUnaryOperator policyUpdate) {
    EnvironmentShape shape = environment.shape();
    this.environment = environment;
    this.policy = policy;
    this.selector = selector;
    this.columns = columns;
    this.writer = writer;
    this.chain = chain;
    this.policyUpdate = policyUpdate;
    output = new PolicyOutput(shape);
    finalOutput = new PolicyOutput(shape);
    actions = new Actions(shape);
    logProb = new float[shape.agents()];
    finalValue = new float[shape.agents()];
    ended = new byte[shape.agents()];
    waiting = new byte[shape.agents()];
    layout = shape.observation();
    observation = FloatBuffer.wrap(environment.buffer().observation);
    finalRows = FinalObservationRows.of(writer.manifest());
  }

  /// Records one tick.
  ///
  /// @param edits of the tick
  /// @return whether the episodes of all agents have ended with it
  boolean tick(int tick, Edits edits) {
    try {
      return record(tick, edits);
    } catch (Problem problem) {
      throw problem.named(environment.agentNames()::titled);
    }
  }

  private boolean record(int tick, Edits edits) {
    StepBuffer buffer = environment.buffer();
    if (!edits.all().isEmpty()) {
      edits.world(tick, environment);
      edits.seen(tick, buffer.observation, environment.shape().observation().size());
    }
    writeWorld();
    writer.row(RecordedColumns.STATE_HASH).putLong(chain.next(environment.stateHash()));
    if (policy.isPresent()) {
      policy.get().think(tick, buffer, output);
    }
    if (columns.policyUpdate() >= 0) {
      writer.row(columns.policyUpdate()).putInt(policyUpdate.applyAsInt(tick));
    }
    if (columns.thinks()) {
      writer.put(RecordedColumns.LOGITS, output.logits);
      writer.put(RecordedColumns.VALUE, output.value);
    }
    if (columns.squashed() >= 0) {
      writer.put(columns.squashed(), output.squashed);
    }
    for (int tap = 0; policy.isPresent() && tap < columns.taps().size(); tap++) {
      policy.get().tap(columns.taps().get(tap), writer.row(columns.firstTap() + tap));
    }
    selector.choose(buffer, output, tick, actions, logProb);
    if (!edits.all().isEmpty()) {
      BitSet changed = edits.actions(tick, actions);
      for (int agent = changed.nextSetBit(0); agent >= 0; agent = changed.nextSetBit(agent + 1)) {
        logProb[agent] = selector.logProbability(output, actions, agent);
        selector.guard().overrule(agent);
      }
    }
    writer.put(RecordedColumns.LOG_PROB, logProb);
    if (actions.continuous.length > 0) {
      writer.put(RecordedColumns.ACTION, actions.continuous);
    } else {
      writer.put(RecordedColumns.ACTION, actions.joint);
    }
    count(buffer);
    System.arraycopy(buffer.removed, 0, waiting, 0, waiting.length);
    environment.step(actions);
    noteRefused(buffer);
    writer.put(RecordedColumns.REWARD, buffer.reward);
    writeEnds(tick, buffer);
    writer.put(RecordedColumns.TRUNCATION, buffer.truncation);
    writer.put(RecordedColumns.TRIAL_ENDED, buffer.trialEnded);
    writer.put(RecordedColumns.EVENT, buffer.packedEvents());
    writer.put(RecordedColumns.TRIAL_SCORE, buffer.trialScore);
    for (int f = 0; f < columns.figures(); f++) {
      writer.put(columns.firstFigure() + f, buffer.figures[f]);
    }
    writer.endTick();
    return allOver(buffer);
  }

  private void count(StepBuffer buffer) {
    byte[] removed = buffer.removed;
    environmentSteps++;
    for (int agent = 0; agent < removed.length; agent++) {
      agentSteps += 1 - removed[agent];
      if (removed[agent] != 0) {
        // In limbo the choice does not matter.
        selector.guard().overrule(agent);
      } else if (actions.joint.length > 0 && !buffer.legal(agent, actions.joint[agent])) {
        illegalActions++;
      }
    }
  }

  /// Counts a tick that was copied into the recording instead of recorded here.
  ///
  /// @param acting how many agents were not in limbo
  /// @param illegal how many of them took an illegal action
  /// @param refused how many agents' actions were refused
  void countCopied(int acting, int illegal, int refused) {
    environmentSteps++;
    agentSteps += acting;
    illegalActions += illegal;
    copiedRefusals += refused;
  }

  private void writeEnds(int tick, StepBuffer buffer) {
    boolean limit = false;
    for (int agent = 0; agent < ended.length; agent++) {
      ended[agent] = (byte) (buffer.episodeEnded(agent) ? 1 : 0);
      limit |= buffer.timedOut(agent);
    }
    boolean reasons = columns.end() >= 0;
    writer.put(RecordedColumns.TERMINAL, reasons ? buffer.terminal : ended);
    if (reasons) {
      writer.put(columns.end(), buffer.end);
    }
    if (limit && finalRows.isPresent()) {
      writeFinals(tick, buffer, finalRows.get());
    }
    if (columns.finalValue() >= 0) {
      Arrays.fill(finalValue, Float.NaN);
      if (limit) {
        valueTimeLimits(buffer);
      }
      writer.put(columns.finalValue(), finalValue);
    }
  }

  private void writeFinals(int tick, StepBuffer buffer, FinalObservationRows rows) {
    for (int agent = 0; agent < ended.length; agent++) {
      if (buffer.timedOut(agent)) {
        byte[] row = rows.row(tick, agent, buffer.finalObservation(), agent * layout.size());
        writer.sparse(FinalObservationRows.NAME, row);
      }
    }
  }

  /// Computes the values of the final observations of episodes that ended at their time limit.
  private void valueTimeLimits(StepBuffer buffer) {
    int agents = ended.length;
    if (last.removed.length < agents || last.observation.length < buffer.observation.length) {
      last = new StepBuffer(agents, buffer.observation.length / agents);
    }
    System.arraycopy(buffer.finalObservation(), 0, last.observation, 0, last.observation.length);
    for (int agent = 0; agent < agents; agent++) {
      // Agents whose episode ended for good have left the world.
      last.removed[agent] = (byte) (buffer.timedOut(agent) ? 0 : 1);
    }
    policy.orElseThrow().value(last, finalOutput);
    for (int agent = 0; agent < agents; agent++) {
      if (buffer.timedOut(agent)) {
        finalValue[agent] = finalOutput.value[agent];
      }
    }
  }

  private void noteRefused(StepBuffer buffer) {
    if (columns.refused() >= 0) {
      byte[] refused = selector.guard().refused();
      writer.put(columns.refused(), refused);
      writer.put(columns.refused() + 1, selector.guard().raw());
      for (int agent = 0; agent < refused.length; agent++) {
        buffer.event[agent] |= refused[agent] * EventBits.REFUSED;
      }
    }
  }

  /// The counters by name: environment steps, agent steps outside limbo, illegal actions if the
  /// environment says which are, and refused actions if actions can be refused.
  Map<String, Double> counted() {
    Map<String, Double> counted = new LinkedHashMap<>();
    counted.put(ENVIRONMENT_STEPS, (double) environmentSteps);
    counted.put(AGENT_STEPS, (double) agentSteps);
    if (columns.actionMask() >= 0) {
      counted.put(ILLEGAL_ACTIONS, (double) illegalActions);
    }
    if (columns.refused() >= 0) {
      counted.put(RecordedColumns.REFUSED, (double) (copiedRefusals + selector.guard().count()));
    }
    return counted;
  }

  /// Those of agents in the world end with the tick; those that ended before have waited in limbo
  /// for it, which a truncation marks.
  private boolean allOver(StepBuffer buffer) {
    boolean all = true;
    boolean any = false;
    boolean waited = true;
    for (int agent = 0; agent < ended.length; agent++) {
      boolean ends = ended[agent] != 0;
      all &= ends;
      any |= ends;
      waited &= ends || (waiting[agent] != 0 && buffer.truncation[agent] != 0);
    }
    // The limbo of an agent that enters is cut too, perhaps as the last of the others leaves.
    return all || (any && waited && buffer.trialTick == 0);
  }

  /// Writes the observations and the world.
  private void writeWorld() {
    StepBuffer buffer = environment.buffer();
    writeObservation(buffer);
    writer.put(RecordedColumns.REMOVED, buffer.removed);
    if (columns.actionMask() >= 0) {
      writer.put(columns.actionMask(), buffer.actionMask);
    }
    writer.row(RecordedColumns.TRIAL).putInt(buffer.trial);
    writer.row(RecordedColumns.TRIAL_TICK).putInt(buffer.trialTick);
    int own = environment.shape().stateColumns().size();
    for (int c = 0; c < own; c++) {
      environment.writeState(c, writer.row(columns.firstOfEnvironment() + c));
    }
  }

  private void writeObservation(StepBuffer buffer) {
    if (layout.inOneColumn()) {
      writer.put(RecordedColumns.OBSERVATION, buffer.observation);
      return;
    }
    for (int s = 0; s < layout.segments().size(); s++) {
      ObservationLayout.Segment segment = layout.segments().get(s);
      ByteBuffer row = writer.row(columns.segment(s));
      for (int agent = 0; agent < ended.length; agent++) {
        int from = agent * layout.size() + segment.offset();
        segment.type().put(observation, from, segment.length(), row);
      }
    }
  }

  /// Writes row T of the environment's own columns: the world after the last action.
  void writeLastRows() {
    for (int c = 0; c < environment.shape().stateColumns().size(); c++) {
      environment.writeState(c, writer.last(columns.firstOfEnvironment() + c));
    }
  }
}
