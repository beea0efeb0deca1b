package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.recompute.FormsOpener;
import dev.hindsight.inspector.recompute.KnownOutputs;
import dev.hindsight.inspector.recompute.Recomputation.AgentSegment;
import dev.hindsight.inspector.recompute.RecordedSegments;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.parity.ActedPrefix;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.MemoryKind;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.task.ToolThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Overwrites the observations in limbo with garbage and checks that no output outside limbo
/// changes by a single bit.
final class LimboGarbageCheck {
  private final AuditSubject subject;
  private final Rollout rollout;
  private final AuditFindings auditFindings;
  private final GarbageObservations garbage;
  private double throughState;

  LimboGarbageCheck(AuditSubject subject, AuditFindings auditFindings) {
    this.subject = subject;
    this.rollout = subject.rollout();
    this.auditFindings = auditFindings;
    this.garbage = new GarbageObservations(rollout);
  }

  /// For a network that treats each agent alone.
  ///
  /// @param checkpoint its weights
  /// @param opening opens it again, for another thread
  /// @param forms the network, not closed with this
  void check(
      Path checkpoint,
      FormsOpener opening,
      TrainingAndActingForms forms,
      Progress progress,
      Cancellation cancellation) {
    RecordedSegments segments = new RecordedSegments(rollout, forms.horizon());
    List<List<AgentSegment>> groups =
        garbage.possible()
            ? segments.groups().stream()
                .filter(group -> group.stream().anyMatch(segments::limbo))
                .toList()
            : List.of();
    List<AgentSegment> parts = groups.stream().flatMap(List::stream).toList();
    long all = parts.stream().filter(segments::limbo).count();
    long agentTicks = parts.stream().mapToLong(part -> part.segment().ticks()).sum();
    long done = 0;
    List<DisturbedPart> disturbed = new ArrayList<>();
    try (ToolThreads<TrainingAndActingForms> threads =
        new ToolThreads<>(
            "limbo",
            subject.threadsFor(agentTicks),
            forms,
            () -> opening.open(rollout, checkpoint, Arithmetic.PLAIN).orElseThrow(),
            TrainingAndActingForms::close)) {
      GroupPasses passes =
          new GroupPasses(segments, subject.known().of(opening, checkpoint), threads, cancellation);
      for (List<AgentSegment> group : groups) {
        List<DisturbedPart> found = passes.of(group, garbage, forms.remembers());
        disturbed.addAll(found);
        done += found.size();
        progress.report(done, all, wording("LimboGarbageCheck.segments_with_garbage_in_limbo"));
      }
    }
    disturbed.sort(
        Comparator.<DisturbedPart>comparingInt(each -> each.part().agent())
            .thenComparingInt(each -> each.part().segment().from()));
    disturbed.forEach(each -> part(each, segments));
    if (forms.remembers() == MemoryKind.STATE) {
      auditFindings.remark(
          String.format(
              Locale.ROOT,
              wording("LimboGarbageCheck.a_recurrent_state_has_no_mask"),
              NumberWords.significant(throughState, 2)));
    } else {
      auditFindings.compared(wording("LimboGarbageCheck.segment_with_garbage_in_limbo"), all);
    }
  }

  /// The outputs of a form for a part as recorded, and with garbage in limbo.
  private record BothOutputs(Outputs before, Outputs after) {}

  /// The outputs of both forms for a part with limbo; empty for an acting form with a recurrent
  /// state, which has no mask.
  private record DisturbedPart(
      AgentSegment part, BothOutputs learned, Optional<BothOutputs> acted) {}

  /// Passes through the network over the parts of a group, on all threads. One owner thread.
  private record GroupPasses(
      RecordedSegments segments,
      KnownOutputs.OfNetwork known,
      ToolThreads<TrainingAndActingForms> threads,
      Cancellation cancellation) {
    /// @param group has limbo in at least one part
    /// @return its parts with limbo, in order
    List<DisturbedPart> of(
        List<AgentSegment> group, GarbageObservations garbage, MemoryKind memory) {
      List<AgentSegment> parts = group.stream().filter(segments::limbo).toList();
      Map<AgentSegment, ObservationSequence> disturbed = new LinkedHashMap<>();
      parts.forEach(part -> disturbed.put(part, garbage.disturbed(segments.seen(part))));
      // Until the first tick in limbo, the agents act once for both: as recorded and with garbage.
      // Each task sets only its own elements.
      boolean masked = memory != MemoryKind.STATE;
      AtomicReference<ActedPrefix> prefix = new AtomicReference<>(ActedPrefix.NONE);
      List<Optional<BothOutputs>> learned =
          new ArrayList<>(Collections.nCopies(parts.size(), Optional.empty()));
      int first = masked ? 1 : 0;
      run(
          first + parts.size(),
          (forms, task) -> {
            if (task < first) {
              prefix.set(prefix(forms, group));
            } else {
              int i = task - first;
              ObservationSequence garbled = Objects.requireNonNull(disturbed.get(parts.get(i)));
              learned.set(i, Optional.of(learned(forms, parts.get(i), garbled)));
            }
          });
      List<List<Outputs>> acted = new ArrayList<>(Collections.nCopies(2, List.of()));
      if (masked) {
        run(
            2,
            (forms, task) ->
                acted.set(
                    task,
                    task == 0
                        ? acted(forms, group, prefix.get())
                        : acted(forms, group, disturbed, prefix.get())));
      }
      List<DisturbedPart> found = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        int place = group.indexOf(parts.get(i));
        found.add(
            new DisturbedPart(
                parts.get(i),
                learned.get(i).orElseThrow(),
                masked
                    ? Optional.of(new BothOutputs(acted.get(0).get(place), acted.get(1).get(place)))
                    : Optional.empty()));
      }
      return found;
    }

    private BothOutputs learned(
        TrainingAndActingForms forms, AgentSegment part, ObservationSequence disturbed) {
      return new BothOutputs(
          known.learned(part, 0, () -> forms.learned(segments.seen(part), MemoryRules.RIGHT)),
          forms.learned(disturbed, MemoryRules.RIGHT));
    }

    private void run(int tasks, ToolThreads.Part<TrainingAndActingForms> task) {
      threads.run(
          tasks,
          (forms, number) -> {
            cancellation.throwIfCancelled();
            task.run(forms, number);
          },
          Progress.SILENT,
          "segments");
    }

    /// What the agents computed before the first of them was in limbo.
    private ActedPrefix prefix(TrainingAndActingForms forms, List<AgentSegment> group) {
      int ticks = group.stream().mapToInt(part -> part.segment().ticks()).max().orElseThrow();
      for (AgentSegment part : group) {
        EpisodeFlags flags = segments.seen(part).passage();
        for (int t = 0; t < flags.ticks(); t++) {
          ticks = flags.live(t) ? ticks : Math.min(ticks, t);
        }
      }
      return forms.actedPrefix(seen(group, Map.of()), MemoryRules.RIGHT, ticks);
    }

    private List<Outputs> acted(
        TrainingAndActingForms forms, List<AgentSegment> group, ActedPrefix prefix) {
      return known.acted(group, () -> acted(forms, group, Map.of(), prefix));
    }

    /// The agents act together as in the recording, so that only the garbage differs.
    private List<Outputs> acted(
        TrainingAndActingForms forms,
        List<AgentSegment> group,
        Map<AgentSegment, ObservationSequence> disturbed,
        ActedPrefix prefix) {
      return forms.acted(seen(group, disturbed), MemoryRules.RIGHT, prefix);
    }

    private List<ObservationSequence> seen(
        List<AgentSegment> group, Map<AgentSegment, ObservationSequence> disturbed) {
      List<ObservationSequence> sequences = new ArrayList<>();
      for (AgentSegment part : group) {
        @Nullable ObservationSequence garbled = disturbed.get(part);
        sequences.add(garbled != null ? garbled : segments.seen(part));
      }
      return sequences;
    }
  }

  private void part(DisturbedPart disturbed, RecordedSegments segments) {
    AgentSegment part = disturbed.part();
    EpisodeFlags flags = segments.sightings(part.agent()).passage().part(part.segment());
    if (disturbed.acted().isEmpty()) {
      BothOutputs learned = disturbed.learned();
      throughState = Math.max(throughState, learned.before().from(learned.after(), flags).size());
      return;
    }
    held(part, flags, disturbed.learned(), wording("LimboGarbageCheck.the_training_form"));
    held(part, flags, disturbed.acted().get(), wording("LimboGarbageCheck.the_acting_form"));
  }

  private void held(AgentSegment part, EpisodeFlags flags, BothOutputs outputs, String form) {
    Outputs.Difference apart = outputs.before().from(outputs.after(), flags);
    if (apart.size() > 0) {
      int first = outputs.before().firstApart(outputs.after(), flags, 0);
      auditFindings.add(
          part.segment().from() + first,
          part.agent(),
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
