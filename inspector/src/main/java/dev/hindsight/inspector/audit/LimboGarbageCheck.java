package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.recompute.ObservedSegments;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Locale;

/// Overwrites the observations in limbo with garbage and checks that no output outside limbo
/// changes by a single bit.
final class LimboGarbageCheck {
  private final Rollout rollout;
  private final AuditFindings auditFindings;
  private final GarbageObservations garbage;
  private double throughState;

  LimboGarbageCheck(Rollout rollout, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.auditFindings = auditFindings;
    this.garbage = new GarbageObservations(rollout);
  }

  /// For a network that treats each agent alone.
  void check(TrainingAndActingForms forms, Progress progress, Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    boolean state = forms.remembers() == MemoryKind.STATE;
    long segments = 0;
    for (int agent = 0; agent < agents && garbage.possible(); agent++) {
      ObservedSegments observedSegments = new ObservedSegments(rollout, agent, forms.horizon());
      for (Span segment : observedSegments.segments()) {
        cancellation.throwIfCancelled();
        if (observedSegments.limbo(segment)) {
          segments++;
          segment(forms, agent, observedSegments.seen(segment));
        }
      }
      progress.report(
          agent + 1L, agents, wording("LimboGarbageCheck.agents_with_garbage_in_limbo"));
    }
    if (state) {
      auditFindings.remark(
          String.format(
              Locale.ROOT,
              wording("LimboGarbageCheck.a_recurrent_state_has_no_mask"),
              NumberWords.significant(throughState, 2)));
    } else {
      auditFindings.compared(wording("LimboGarbageCheck.segment_with_garbage_in_limbo"), segments);
    }
  }

  private void segment(
      TrainingAndActingForms forms, int agent, ObservationSequence observationSequence) {
    ObservationSequence disturbed = garbage.disturbed(observationSequence);
    Outputs before = forms.learned(observationSequence, MemoryRules.RIGHT);
    Outputs after = forms.learned(disturbed, MemoryRules.RIGHT);
    if (forms.remembers() == MemoryKind.STATE) {
      throughState =
          Math.max(throughState, before.from(after, observationSequence.passage()).size());
      return;
    }
    held(agent, observationSequence, before, after, wording("LimboGarbageCheck.the_training_form"));
    held(
        agent,
        observationSequence,
        forms.acted(observationSequence, MemoryRules.RIGHT),
        forms.acted(disturbed, MemoryRules.RIGHT),
        wording("LimboGarbageCheck.the_acting_form"));
  }

  private void held(
      int agent,
      ObservationSequence observationSequence,
      Outputs before,
      Outputs after,
      String form) {
    Outputs.Difference apart = before.from(after, observationSequence.passage());
    if (apart.size() > 0) {
      int first = before.firstApart(after, observationSequence.passage(), 0);
      auditFindings.add(
          observationSequence.from() + first,
          agent,
          apart.number(),
          apart.size(),
          wording("LimboGarbageCheck.limbo_slots_left_open_in_garbage", form));
    }
  }

  /// For a network whose agents attend to each other: those in limbo must not be attended to.
  void check(
      EdgeIntrospection network,
      ObservedNeighbours seen,
      Progress progress,
      Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    long ticks = 0;
    for (int tick = 0; tick < rollout.ticks() && garbage.possible(); tick++) {
      cancellation.throwIfCancelled();
      byte[] removed = seen.removed(tick);
      float[] observation = seen.observation(tick);
      int size = observation.length / agents;
      boolean limbo = false;
      boolean live = false;
      float[] disturbed = observation.clone();
      for (int agent = 0; agent < agents; agent++) {
        live |= removed[agent] == 0;
        if (removed[agent] != 0) {
          limbo = true;
          System.arraycopy(garbage.row(tick + agent), 0, disturbed, agent * size, size);
        }
      }
      if (limbo && live) {
        ticks++;
        EdgeTrace before = network.look(observation, removed);
        held(tick, removed, before, network.look(disturbed, removed));
      }
      progress.report(
          tick + 1L, rollout.ticks(), wording("LimboGarbageCheck.ticks_with_garbage_in_limbo"));
    }
    auditFindings.compared(wording("LimboGarbageCheck.garbage_filled_limbo_tick"), ticks);
  }

  private void held(int tick, byte[] removed, EdgeTrace before, EdgeTrace after) {
    int actions = before.logits().length / removed.length;
    for (int agent = 0; agent < removed.length; agent++) {
      Outputs one = outputs(before, agent, actions);
      Outputs other = outputs(after, agent, actions);
      for (int i = 0; removed[agent] == 0 && i <= actions; i++) {
        float was = i < actions ? one.logits()[i] : one.values()[0];
        float is = i < actions ? other.logits()[i] : other.values()[0];
        if (Float.compare(was, is) != 0) {
          auditFindings.add(
              tick,
              agent,
              i < actions ? wording("LimboGarbageCheck.logit", i) : "value",
              Math.abs((double) was - is),
              wording("LimboGarbageCheck.an_agent_in_limbo_gets_attention"));
          break;
        }
      }
    }
  }

  private static Outputs outputs(EdgeTrace trace, int agent, int actions) {
    float[] logits = new float[actions];
    System.arraycopy(trace.logits(), agent * actions, logits, 0, actions);
    return new Outputs(logits, new float[] {trace.values()[agent]});
  }
}
