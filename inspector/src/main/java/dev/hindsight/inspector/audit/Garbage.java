package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.recompute.Sightings;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.SeenNeighbours;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Remembers;
import dev.hindsight.trainer.parity.Seen;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Locale;

/// Writes garbage over what was seen in limbo and looks whether any output outside limbo notices:
/// not by a single bit may it.
final class Garbage {
  private final Rollout rollout;
  private final Findings findings;
  private final LimboGarbage garbage;
  private double throughState;

  Garbage(Rollout rollout, Findings findings) {
    this.rollout = rollout;
    this.findings = findings;
    this.garbage = new LimboGarbage(rollout);
  }

  /// Of a network each of whose agents stands alone.
  void look(BothForms forms, Progress progress, Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    boolean state = forms.remembers() == Remembers.STATE;
    long segments = 0;
    for (int agent = 0; agent < agents && garbage.possible(); agent++) {
      Sightings sightings = new Sightings(rollout, agent, forms.horizon());
      for (Span segment : sightings.segments()) {
        cancellation.throwIfCancelled();
        if (sightings.limbo(segment)) {
          segments++;
          segment(forms, agent, sightings.seen(segment));
        }
      }
      progress.report(agent + 1L, agents, "agents with garbage in limbo");
    }
    if (state) {
      findings.remark(
          String.format(
              Locale.ROOT,
              "a recurrent state has no mask, which is no fault: garbage in limbo moves later outputs"
                  + " by up to %s",
              NumberWords.significant(throughState, 2)));
    } else {
      findings.compared("segment with garbage in limbo", segments);
    }
  }

  private void segment(BothForms forms, int agent, Seen seen) {
    Seen disturbed = garbage.disturbed(seen);
    Outputs before = forms.learned(seen, MemoryRules.RIGHT);
    Outputs after = forms.learned(disturbed, MemoryRules.RIGHT);
    if (forms.remembers() == Remembers.STATE) {
      throughState = Math.max(throughState, before.from(after, seen.passage()).size());
      return;
    }
    held(agent, seen, before, after, "the form that learns");
    held(
        agent,
        seen,
        forms.acted(seen, MemoryRules.RIGHT),
        forms.acted(disturbed, MemoryRules.RIGHT),
        "the form that acts");
  }

  private void held(int agent, Seen seen, Outputs before, Outputs after, String form) {
    Outputs.Difference apart = before.from(after, seen.passage());
    if (apart.size() > 0) {
      int first = before.firstApart(after, seen.passage(), 0);
      findings.add(
          seen.from() + first,
          agent,
          apart.number(),
          apart.size(),
          "limbo slots left open in " + form + ": garbage written into limbo moves it");
    }
  }

  /// Of a network whose agents look at each other: those in limbo must not be seen.
  void look(
      EdgeIntrospection network,
      SeenNeighbours seen,
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
      progress.report(tick + 1L, rollout.ticks(), "ticks with garbage in limbo");
    }
    findings.compared("tick with garbage in limbo", ticks);
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
          findings.add(
              tick,
              agent,
              i < actions ? "logit " + i : "value",
              Math.abs((double) was - is),
              "an agent in limbo is looked at: garbage written into limbo moves others' outputs");
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
