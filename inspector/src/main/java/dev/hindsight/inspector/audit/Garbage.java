package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.attention.MemoryRules;
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
  private static final double SCALE = 3;

  private final Rollout rollout;
  private final BothForms forms;
  private final Findings findings;
  private double throughState;

  Garbage(Rollout rollout, BothForms forms, Findings findings) {
    this.rollout = rollout;
    this.forms = forms;
    this.findings = findings;
  }

  void look(Progress progress, Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    long segments = 0;
    for (int agent = 0; agent < agents; agent++) {
      Sightings sightings = new Sightings(rollout, agent, forms.horizon());
      for (Span segment : sightings.segments()) {
        cancellation.throwIfCancelled();
        if (sightings.limbo(segment)) {
          segments++;
          segment(agent, sightings.seen(segment));
        }
      }
      progress.report(agent + 1L, agents, "agents with garbage in limbo");
    }
    if (forms.remembers() == Remembers.STATE) {
      findings.remark(
          String.format(
              Locale.ROOT,
              "a recurrent state has no mask: garbage in limbo moves later outputs by up to %.2g",
              throughState));
    } else {
      findings.remark(
          String.format(Locale.ROOT, "garbage written into limbo in %d segments", segments));
    }
  }

  private void segment(int agent, Seen seen) {
    Seen disturbed = seen.disturbedInLimbo(SCALE);
    held(
        agent,
        seen,
        forms.learned(seen, MemoryRules.RIGHT),
        forms.learned(disturbed, MemoryRules.RIGHT),
        "the form that learns");
    held(
        agent,
        seen,
        forms.acted(seen, MemoryRules.RIGHT),
        forms.acted(disturbed, MemoryRules.RIGHT),
        "the form that acts");
  }

  private void held(int agent, Seen seen, Outputs before, Outputs after, String form) {
    Outputs.Difference apart = before.from(after, seen.passage());
    if (forms.remembers() == Remembers.STATE) {
      throughState = Math.max(throughState, apart.size());
    } else if (apart.size() > 0) {
      int first = before.firstApart(after, seen.passage(), 0);
      findings.add(
          seen.from() + first,
          agent,
          apart.number(),
          apart.size(),
          "limbo slots left open in " + form + ": garbage written into limbo moves it");
    }
  }
}
