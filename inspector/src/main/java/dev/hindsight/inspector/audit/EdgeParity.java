package dev.hindsight.inspector.audit;

import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Locale;
import java.util.Optional;

/// Parity where agents look at each other: all of a world at a tick, by the form that learns,
/// against what was recorded by the form that acted. It remembers nothing, so that ticks stand
/// alone.
final class EdgeParity {
  private final Rollout rollout;
  private final EdgeIntrospection network;
  private final Findings findings;
  private double most;
  private long compared;

  EdgeParity(Rollout rollout, EdgeIntrospection network, Findings findings) {
    this.rollout = rollout;
    this.network = network;
    this.findings = findings;
  }

  AuditReport run(Progress progress, Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    int size = agents * rollout.manifest().observation().size();
    Optional<Channel> seen = rollout.channel("observation").filter(c -> c.rowLength() == size);
    float[] observation = new float[size];
    for (int tick = 0; tick < rollout.ticks() && seen.isPresent(); tick++) {
      cancellation.throwIfCancelled();
      seen.get().read(tick, 0, observation, size);
      byte[] removed = removed(tick, agents);
      EdgeTrace told = network.look(observation, removed);
      compare(tick, removed, "logits", told.logits());
      compare(tick, removed, "value", told.values());
      progress.report(tick + 1L, rollout.ticks(), "ticks");
    }
    findings.compared("output", compared);
    String words =
        String.format(
            Locale.ROOT,
            "The form that learns says what was recorded within %.2g over %d ticks of %d agents.",
            most,
            rollout.ticks(),
            agents);
    return findings.report(words);
  }

  private byte[] removed(int tick, int agents) {
    byte[] removed = new byte[agents];
    Optional<Channel> limbo = rollout.channel("removed").filter(c -> c.rowLength() == agents);
    for (int agent = 0; agent < agents && limbo.isPresent(); agent++) {
      removed[agent] = (byte) limbo.get().value(tick, agent);
    }
    return removed;
  }

  private void compare(int tick, byte[] removed, String name, float[] told) {
    Optional<Channel> recorded =
        rollout.channel(name).filter(c -> c.rowLength() == told.length && told.length > 0);
    int each = told.length / Math.max(1, removed.length);
    for (int i = 0; i < told.length && recorded.isPresent(); i++) {
      if (removed[i / each] == 0) {
        compared++;
        double apart = Math.abs(recorded.get().value(tick, i) - told[i]);
        apart = Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart;
        most = Math.max(most, apart);
        if (apart > ParityAudit.ROUNDING) {
          findings.add(
              tick,
              i / each,
              each == 1 ? name : name + " " + i % each,
              apart,
              "it is not what these weights say of these observations");
        }
      }
    }
  }
}
