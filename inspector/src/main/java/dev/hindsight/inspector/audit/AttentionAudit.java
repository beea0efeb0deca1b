package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.env.NeighbourTable;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks that stored attention weights are shares of 1 and fall on no future and no garbage slots;
/// that cache positions count the ticks since the cache was wiped; and that weights between agents
/// fall on neighbours that are present.
final class AttentionAudit implements Audit {
  @Override
  public String id() {
    return "attention";
  }

  @Override
  public String title() {
    return wording("AttentionAudit.stored_attention");
  }

  @Override
  public String help() {
    return wording("AttentionAudit.stored_weights_sum_to_1_fall");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    boolean any =
        rollout.channels().stream()
            .map(channel -> channel.spec().name())
            .anyMatch(name ->
                name.startsWith("attention/layer")
                    || name.startsWith(EdgeTrace.CHANNEL)
                    || name.equals("cache_position")
                    || name.equals("cache_garbage"));
    return any
        ? Optional.empty()
        : Optional.of(wording("AttentionAudit.the_recording_stores_no_weights"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), rollout);
    AuditedRecording recording = new AuditedRecording(rollout);
    new Cache(recording, auditFindings).check(cancellation);
    new Edges(recording, auditFindings).check(cancellation);
    progress.report(1, 1, "weights");
    return auditFindings.report(
        wording("AttentionAudit.stored_weights_are_valid_shares"),
        wording("AttentionAudit.the_stored_arrays_do_not_have"));
  }

  /// How far rounding may move a sum of weights.
  private static double slack(Channel channel) {
    return channel.spec().type() == Dtype.F2 ? 1e-2 : 1e-3;
  }

  /// Weights over the slots of a cache, their positions, and which slots hold garbage. One owner
  /// thread.
  private static final class Cache {
    private final AuditedRecording recording;
    private final AuditFindings auditFindings;
    private final List<Channel> layers;
    private final Optional<AgentColumn> position;
    private final Optional<Channel> garbage;
    private final int[] since;

    /// Rows of ticks that had other slots to attend to, and those with weight on the tick's own.
    private long open;

    private long onItself;

    Cache(AuditedRecording recording, AuditFindings auditFindings) {
      this.recording = recording;
      this.auditFindings = auditFindings;
      int agents = recording.agents();
      layers =
          recording.rollout().channels().stream()
              .filter(c -> c.spec().name().startsWith("attention/layer"))
              .filter(c -> c.rowShape().length == 3 && c.rowShape()[0] == agents)
              .toList();
      position = recording.column("cache_position", 1);
      garbage =
          recording
              .rollout()
              .channel("cache_garbage")
              .filter(c -> c.rowShape().length == 2 && c.rowShape()[0] == agents);
      since = new int[agents];
    }

    void check(Cancellation cancellation) {
      for (int tick = 0; tick < recording.ticks(); tick++) {
        cancellation.throwIfCancelled();
        for (int agent = 0; agent < recording.agents(); agent++) {
          begin(tick, agent);
          counts(tick, agent);
          marks(tick, agent);
          for (Channel layer : layers) {
            weights(tick, agent, layer);
          }
        }
      }
      if (open > 0 && onItself == 0) {
        auditFindings.remark(wording("AttentionAudit.no_tick_ever_attends_to_itself"));
      }
    }

    /// The ticks since the cache was wiped equal those since the agent's episode began; a full
    /// cache starts over.
    private void begin(int tick, int agent) {
      int slots = slots();
      boolean wiped = tick == 0 || recording.over(tick - 1, agent);
      boolean full = slots > 0 && tick - since[agent] == slots;
      boolean positionRestarts =
          tick > 0
              && position.isPresent()
              && position.get().value(tick, agent) == 0
              && position.get().value(tick - 1, agent) != 0
              && recording.stops(tick - 1, agent);
      since[agent] = wiped || full || positionRestarts ? tick : since[agent];
      if (positionRestarts
          && !wiped
          && !full
          && recording.trial(tick) > recording.trial(tick - 1)) {
        auditFindings.add(
            tick,
            agent,
            "cache_position",
            position.get().value(tick - 1, agent) + 1,
            wording("AttentionAudit.the_cache_is_wiped_between_trials"));
      }
    }

    private int slots() {
      return layers.isEmpty()
          ? garbage.map(c -> c.rowShape()[1]).orElse(0)
          : layers.getFirst().rowShape()[2];
    }

    private void counts(int tick, int agent) {
      if (position.isEmpty()) {
        return;
      }
      auditFindings.compared("position", 1);
      double recorded = position.get().value(tick, agent);
      double right = tick - since[agent];
      if (recorded != right) {
        auditFindings.add(
            tick,
            agent,
            "cache_position",
            Math.abs(recorded - right),
            wording("AttentionAudit.the_position_is_not_the_number"));
      }
    }

    /// A slot holds garbage if its tick was in limbo. The query's own slot is marked after the
    /// check.
    private void marks(int tick, int agent) {
      if (garbage.isEmpty() || !recording.hasLimbo()) {
        return;
      }
      int width = garbage.get().rowShape()[1];
      int own = tick - since[agent];
      for (int slot = 0; slot < Math.min(width, own); slot++) {
        boolean marked = garbage.get().value(tick, agent * width + slot) != 0;
        boolean right = recording.limbo(since[agent] + slot, agent);
        auditFindings.compared("mark", 1);
        if (marked != right) {
          auditFindings.add(
              tick,
              agent,
              "cache_garbage[" + slot + "]",
              1,
              right
                  ? wording("AttentionAudit.a_slot_of_limbo_is_not")
                  : wording("AttentionAudit.a_slot_is_marked_as_garbage"));
          return;
        }
      }
    }

    private void weights(int tick, int agent, Channel layer) {
      int heads = layer.rowShape()[1];
      int slots = layer.rowShape()[2];
      int own = tick - since[agent];
      WeightRow row = new WeightRow(slack(layer), recording.limbo(tick, agent));
      for (int head = 0; head < heads; head++) {
        row.begin();
        open += own > 0 && !recording.limbo(tick, agent) ? 1 : 0;
        for (int slot = 0; slot < slots; slot++) {
          double weight = layer.value(tick, (agent * heads + head) * slots + slot);
          row.add(weight);
          onItself += slot == own && own > 0 && weight != 0 ? 1 : 0;
          if (slot > own) {
            row.astray(Astray.AHEAD, weight);
          } else if (slot < own && recording.limbo(since[agent] + slot, agent)) {
            row.astray(Astray.LIMBO, weight);
          }
        }
        row.judge(
            auditFindings,
            tick,
            agent,
            wording("AttentionAudit.head", layer.spec().name(), head + 1));
      }
    }
  }

  /// Weights of agents on their neighbours. One owner thread.
  private static final class Edges {
    private final AuditedRecording recording;
    private final AuditFindings auditFindings;
    private final List<Channel> layers = new ArrayList<>();
    private final Optional<NeighbourTable> graph;
    private final int size;

    Edges(AuditedRecording recording, AuditFindings auditFindings) {
      this.recording = recording;
      this.auditFindings = auditFindings;
      Rollout rollout = recording.rollout();
      size =
          AgentColumn.observation(rollout).isPresent()
              ? AgentColumn.widthOf(rollout, "observation")
              : 0;
      graph = size == 0 ? Optional.empty() : NeighbourTable.of(rollout.manifest().observation());
      graph.ifPresent(table ->
          rollout.channels().stream()
              .filter(c -> c.spec().name().startsWith(EdgeTrace.CHANNEL))
              .filter(c -> c.rowShape().length == 3 && c.rowShape()[0] == recording.agents())
              .filter(c -> c.rowShape()[2] == table.rows() + 1)
              .forEach(layers::add));
    }

    void check(Cancellation cancellation) {
      if (layers.isEmpty()) {
        return;
      }
      Channel observation = recording.rollout().channel("observation").orElseThrow();
      for (int tick = 0; tick < recording.ticks(); tick++) {
        cancellation.throwIfCancelled();
        for (int agent = 0; agent < recording.agents(); agent++) {
          for (Channel layer : layers) {
            weights(tick, agent, layer, observation);
          }
        }
      }
    }

    private void weights(int tick, int agent, Channel layer, Channel observation) {
      int rows = layer.rowShape()[2];
      int heads = layer.rowShape()[1];
      WeightRow row = new WeightRow(slack(layer), recording.limbo(tick, agent));
      for (int head = 0; head < heads; head++) {
        row.begin();
        for (int at = 0; at < rows; at++) {
          double weight = layer.value(tick, (agent * heads + head) * rows + at);
          row.add(weight);
          if (at < rows - 1 && weight != 0) {
            int slot = (int) observation.value(tick, agent * size + graph.orElseThrow().slotAt(at));
            boolean gone = slot >= 0 && slot < recording.agents() && recording.limbo(tick, slot);
            if (slot < 0) {
              row.astray(Astray.NO_NEIGHBOUR, weight);
            } else if (gone || slot == agent) {
              row.astray(Astray.GONE, weight);
            }
          }
        }
        row.judge(
            auditFindings,
            tick,
            agent,
            wording("AttentionAudit.head", layer.spec().name(), head + 1));
      }
    }
  }

  /// Kinds of keys that must get no weight.
  private enum Astray {
    AHEAD(wording("AttentionAudit.weight_on_slots_that_no_tick")),
    LIMBO(wording("AttentionAudit.weight_on_slots_of_limbo")),
    NO_NEIGHBOUR(wording("AttentionAudit.weight_on_an_empty_neighbour_row")),
    GONE(wording("AttentionAudit.weight_on_a_neighbour_in_limbo"));

    private final String words;

    Astray(String words) {
      this.words = words;
    }
  }

  /// One row of weights while it is read: it must consist of shares of 1, none on a forbidden key.
  /// One owner thread.
  private static final class WeightRow {
    /// The part of the sum's tolerance that rounding may put on a forbidden key.
    private static final double TRACE = 0.1;

    private final double slack;
    private final boolean limbo;
    private final Map<Astray, Double> astray = new EnumMap<>(Astray.class);
    private double sum;
    private boolean share;

    /// @param limbo whether the agent is in limbo, where it may attend to nothing or to anything
    WeightRow(double slack, boolean limbo) {
      this.slack = slack;
      this.limbo = limbo;
    }

    void begin() {
      sum = 0;
      share = true;
      astray.clear();
    }

    void add(double weight) {
      sum += weight;
      share &= weight >= 0 && weight <= 1 + slack;
    }

    void astray(Astray where, double weight) {
      astray.merge(where, Math.abs(weight), Double::sum);
    }

    private boolean strays(Astray where) {
      return astray.getOrDefault(where, 0.0) > slack * TRACE;
    }

    /// Notes the first fault of the row.
    void judge(AuditFindings auditFindings, int tick, int agent, String name) {
      auditFindings.compared(wording("AttentionAudit.weight_row"), 1);
      boolean nothing = limbo && sum == 0;
      if (Double.isNaN(sum)) {
        auditFindings.add(
            tick, agent, name, Double.NaN, wording("AttentionAudit.a_weight_is_not_a_number"));
      } else if (!share) {
        auditFindings.add(
            tick, agent, name, Double.NaN, wording("AttentionAudit.a_weight_is_not_between_0"));
      } else if (strays(Astray.AHEAD) && !nothing) {
        stray(auditFindings, tick, agent, name, Astray.AHEAD);
      } else if (!nothing && Math.abs(sum - 1) > slack) {
        auditFindings.add(
            tick,
            agent,
            name,
            Math.abs(sum - 1),
            wording("AttentionAudit.the_weights_do_not_sum_to"));
      } else if (!limbo) {
        astray.keySet().stream()
            .filter(this::strays)
            .findFirst()
            .ifPresent(where -> stray(auditFindings, tick, agent, name, where));
      }
    }

    private void stray(
        AuditFindings auditFindings, int tick, int agent, String name, Astray where) {
      auditFindings.add(tick, agent, name, astray.getOrDefault(where, 0.0), where.words);
    }
  }
}
