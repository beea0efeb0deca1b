package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.parity.BothForms;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Precision;
import dev.hindsight.trainer.parity.Remembers;
import dev.hindsight.trainer.parity.Seen;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Lays what a network says in its two forms beside each other and beside what was recorded, agent
/// by agent. One owner thread.
final class Parity {
  /// Furthest from 1 that rounding takes an importance ratio.
  private static final double NEAR_ONE = 1e-3;

  /// Segments whose fault is searched for; that of later ones is taken to be the same.
  private static final int ENOUGH = 6;

  private final Rollout rollout;
  private final BothForms forms;
  private final Function<Precision, Optional<BothForms>> opening;
  private final Findings findings;
  private final Cancellation cancellation;
  private final Optional<Channel> action;
  private final Optional<Channel> drawn;
  private String cause = "";
  private int bisected;
  private double betweenForms;
  private double fromRecorded;
  private double furthestRatio;
  private double limboGradient;
  private long ticks;
  private long ratios;
  private long recordedTicks;
  private int left;
  private boolean gradientsTaken = true;

  Parity(
      Rollout rollout,
      BothForms forms,
      Function<Precision, Optional<BothForms>> opening,
      Findings findings,
      Cancellation cancellation) {
    this.rollout = rollout;
    this.forms = forms;
    this.opening = opening;
    this.findings = findings;
    this.cancellation = cancellation;
    boolean byPolicy = !rollout.manifest().policy().actionSelection().equals("random");
    action = AgentRows.of(rollout, "action").filter(_ -> byPolicy);
    drawn = AgentRows.of(rollout, "log_prob").filter(_ -> byPolicy);
  }

  /// Looks at all segments of an agent.
  void look(int agent) {
    Sightings sightings = new Sightings(rollout, agent, forms.horizon());
    left += sightings.left();
    for (Span segment : sightings.segments()) {
      cancellation.throwIfCancelled();
      segment(agent, segment, sightings);
    }
  }

  private void segment(int agent, Span segment, Sightings sightings) {
    Seen seen = sightings.seen(segment);
    Outputs learned = forms.learned(seen, MemoryRules.RIGHT);
    Outputs acted = forms.acted(seen, MemoryRules.RIGHT);
    Optional<Outputs> recorded = sightings.recorded(segment, learned.actions());
    Outputs.Difference apart = learned.from(acted, seen.passage());
    betweenForms = Math.max(betweenForms, apart.size());
    ticks += segment.ticks();
    Bisection bisection = new Bisection(forms, opening, seen, cancellation);
    boolean known = bisected >= ENOUGH;
    boolean agree = apart.size() <= ParityAudit.ROUNDING;
    if (!agree) {
      cause = known ? cause : bisection.ofForms(learned, acted);
      found(agent, seen, learned, acted, apart);
    }
    recorded.ifPresent(then -> {
      recordedTicks += segment.ticks();
      Outputs.Difference since = learned.from(then, seen.passage());
      fromRecorded = Math.max(fromRecorded, since.size());
      if (agree && since.size() > ParityAudit.ROUNDING) {
        cause = known ? cause : bisection.ofRecording(then);
        found(agent, seen, learned, then, since);
      }
      ratios(agent, seen, learned, agree && since.size() <= ParityAudit.ROUNDING);
    });
    if (forms.remembers() != Remembers.STATE && sightings.limbo(segment)) {
      gradient(agent, seen);
    }
  }

  private void found(int agent, Seen seen, Outputs one, Outputs other, Outputs.Difference most) {
    bisected++;
    int first = one.firstApart(other, seen.passage(), ParityAudit.ROUNDING);
    findings.add(seen.from() + first, agent, most.number(), most.size(), cause);
  }

  /// In the first minibatch nothing has been learned yet: every ratio is 1.
  ///
  /// @param agree whether logits are what they were, so that a ratio has a cause of its own
  private void ratios(int agent, Seen seen, Outputs learned, boolean agree) {
    for (int t = 0; action.isPresent() && drawn.isPresent() && t < seen.ticks(); t++) {
      int tick = seen.from() + t;
      double then = drawn.get().value(tick, agent);
      double now = learned.logProb(t, (int) action.get().integer(tick, agent));
      if (!seen.passage().live(t) || Double.isNaN(then)) {
        continue;
      }
      double off = Math.abs(Math.exp(now - then) - 1);
      off = Double.isNaN(off) ? Double.POSITIVE_INFINITY : off;
      ratios++;
      furthestRatio = Math.max(furthestRatio, off);
      if (agree && off > NEAR_ONE) {
        findings.add(
            tick,
            agent,
            "log_prob",
            off,
            "the importance ratio of the first minibatch is not 1: the log-probability stored is not"
                + " that of the action stored");
      }
    }
  }

  private void gradient(int agent, Seen seen) {
    Optional<float[]> taken = forms.gradient(seen);
    gradientsTaken &= taken.isPresent();
    taken.ifPresent(gradient -> {
      for (int t = 0; t < gradient.length; t++) {
        if (!seen.passage().live(t) && gradient[t] != 0) {
          limboGradient = Math.max(limboGradient, gradient[t]);
          findings.add(
              seen.from() + t,
              agent,
              "gradient",
              gradient[t],
              "the loss moves with what was seen in limbo: the form that learns leaves limbo open");
        }
      }
    });
  }

  /// What was measured.
  void sum() {
    findings.compared("agent tick", ticks);
    findings.leftOut("agent tick", left, "of episodes longer than " + Sightings.LONGEST + " ticks");
    findings.remark(
        String.format(
            Locale.ROOT,
            "learning against acting: %.2g at most, over %d ticks",
            betweenForms,
            ticks));
    if (recordedTicks > 0) {
      findings.remark(
          String.format(
              Locale.ROOT,
              "learning against what was recorded: %.2g at most, over %d ticks",
              fromRecorded,
              recordedTicks));
      findings.remark(
          String.format(
              Locale.ROOT,
              "importance ratios of the first minibatch: %d, %.2g from 1 at most",
              ratios,
              furthestRatio));
    }
    if (forms.remembers() == Remembers.STATE) {
      findings.remark("a recurrent state takes limbo in: gradients there are not asked for");
    } else {
      findings.remark(
          gradientsTaken
              ? String.format(Locale.ROOT, "gradient at limbo inputs: %.2g at most", limboGradient)
              : "gradients were not taken while a training runs in this process");
    }
  }

  /// Where nothing is wrong.
  String words() {
    return String.format(
        Locale.ROOT,
        "Both forms say the same within %.2g over %d ticks%s.",
        betweenForms,
        ticks,
        recordedTicks > 0
            ? String.format(Locale.ROOT, ", and what was recorded within %.2g", fromRecorded)
            : "");
  }
}
