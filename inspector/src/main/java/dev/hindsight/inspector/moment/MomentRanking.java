package dev.hindsight.inspector.moment;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.inspector.version.VersionOutputs;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.RecordedActionBound;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// The ticks of one or several recordings that are most worth looking at, by one kind or several
/// that take turns: the best of each, then the second best of each, and so on. A tick whose
/// surroundings overlap those of a moment already taken in its recording is left out. Immutable.
///
/// @param moments the best first
/// @param omitted a sentence for each kind that could not be measured
public record MomentRanking(List<RankedMoment> moments, List<String> omitted) {
  /// Copies the lists.
  public MomentRanking {
    moments = List.copyOf(moments);
    omitted = List.copyOf(omitted);
  }

  /// What to rank.
  ///
  /// @param kinds at least one
  /// @param agent whose ticks; empty for all egos
  /// @param versions checkpoints that may disagree: two, or one that is compared with the recorded
  ///   outputs
  /// @param top the most moments
  public record Request(
      List<MomentKind> kinds, Optional<Integer> agent, List<String> versions, int top) {
    /// Copies the lists.
    public Request {
      kinds = List.copyOf(kinds);
      versions = List.copyOf(versions);
    }
  }

  /// The scores of an agent of one of the recordings.
  ///
  /// @param recording its index
  /// @param around the surroundings of a tick
  record Scored(int recording, MomentScores scores, IntFunction<Span> around) {}

  /// One tick of an agent by one kind.
  private record Candidate(Scored scored, int tick) {
    private MomentScores scores() {
      return scored.scores;
    }

    private float rank() {
      return scores().ranks()[tick];
    }

    private Span span() {
      return scored.around.apply(tick);
    }
  }

  /// Ranks a recording. For a background thread.
  ///
  /// @throws Problem if a kind was requested alone and cannot be measured
  public static MomentRanking of(
      Rollout rollout, Request request, Progress progress, Cancellation cancellation) {
    return of(List.of(rollout), request, progress, cancellation);
  }

  /// Ranks the ticks of several recordings together. For a background thread.
  ///
  /// @throws Problem if a kind was requested alone and cannot be measured in any of them, or if
  ///   none has a tick
  public static MomentRanking of(
      List<Rollout> rollouts, Request request, Progress progress, Cancellation cancellation) {
    if (!rollouts.isEmpty() && rollouts.stream().allMatch(rollout -> rollout.ticks() == 0)) {
      throw new Problem(
          wording("MomentRanking.it_holds_no_tick"),
          rollouts.getFirst().file().toString(),
          wording("MomentRanking.give_a_recording_with_ticks"));
    }
    List<Scored> scores = new ArrayList<>();
    Map<MomentKind, List<Problem>> omitted = new EnumMap<>(MomentKind.class);
    for (int recording = 0; recording < rollouts.size(); recording++) {
      Rollout rollout = rollouts.get(recording);
      int window = window(rollout);
      int[] agents = agents(rollout, request);
      for (MomentKind kind : request.kinds) {
        progress.report(recording, rollouts.size(), "recordings");
        try {
          for (int agent : agents) {
            cancellation.throwIfCancelled();
            scores.add(
                new Scored(
                    recording,
                    measure(rollout, kind, agent, request, cancellation),
                    tick -> around(rollout, tick, window)));
          }
        } catch (Problem problem) {
          omitted.computeIfAbsent(kind, _ -> new ArrayList<>()).add(problem);
        }
      }
    }
    if (scores.isEmpty() && request.kinds.size() == 1 && !omitted.isEmpty()) {
      throw omitted.values().iterator().next().getFirst();
    }
    List<String> sentences = new ArrayList<>();
    omitted.forEach((kind, problems) -> sentences.add(words(kind, problems, rollouts.size())));
    return new MomentRanking(select(scores, request.top), sentences);
  }

  /// Why a kind is missing: the first reason, and in how many recordings.
  private static String words(MomentKind kind, List<Problem> problems, int recordings) {
    String why = String.valueOf(problems.getFirst().getMessage());
    return recordings == 1
        ? wording("MomentRanking.not_by", kind.title(), why)
        : wording("MomentRanking.not_by_in_some", kind.title(), problems.size(), recordings, why);
  }

  private static int[] agents(Rollout rollout, Request request) {
    List<Side> sides = Side.of(rollout);
    return IntStream.range(0, sides.size())
        .filter(agent ->
            request.agent.map(wanted -> wanted == agent).orElse(sides.get(agent) == Side.EGO))
        .toArray();
  }

  private static MomentScores measure(
      Rollout rollout, MomentKind kind, int agent, Request request, Cancellation cancellation) {
    return switch (kind) {
      case SURPRISE -> MomentScores.surprise(rollout, agent, Progress.SILENT, cancellation);
      case DISAGREEMENT -> disagreement(rollout, agent, request.versions, cancellation);
      case ATTENTION_SHIFT ->
          MomentScores.attentionShift(
              rollout, agent, Optional.<Path>empty(), Progress.SILENT, cancellation);
      case NEAR_MISS -> NearMisses.of(rollout, agent, window(rollout), cancellation);
      case NOVELTY -> Novelty.of(rollout, agent, cancellation);
    };
  }

  private static MomentScores disagreement(
      Rollout rollout, int agent, List<String> checkpoints, Cancellation cancellation) {
    if (checkpoints.isEmpty() || checkpoints.size() > 2) {
      throw new Problem(
          wording("MomentRanking.versions_cannot_disagree", checkpoints.size()),
          rollout.file().toString(),
          wording("MomentRanking.give_one_or_two_checkpoints"));
    }
    Span all = Span.all(rollout.ticks());
    List<VersionOutputs> versions = new ArrayList<>();
    if (checkpoints.size() == 1) {
      versions.add(recorded(rollout, agent));
    }
    for (String checkpoint : checkpoints) {
      versions.add(
          VersionOutputs.of(rollout, agent, checkpoint, all, Progress.SILENT, cancellation));
    }
    return MomentScores.disagreement(
        new VersionComparison(rollout, agent, versions),
        versions.stream()
            .map(version -> version.checkpoint().replaceAll(".*[/\\\\]", ""))
            .toArray(String[]::new));
  }

  /// The recorded outputs as a version.
  private static VersionOutputs recorded(Rollout rollout, int agent) {
    int agents = rollout.manifest().agents();
    Channel logits =
        rollout
            .channel("logits")
            .filter(c -> agents > 0 && c.rowLength() % agents == 0)
            .orElseThrow(() ->
                new Problem(
                    wording("MomentRanking.it_holds_no_logits"),
                    rollout.file().toString(),
                    wording("MomentRanking.give_two_checkpoints")));
    int width = logits.rowLength() / agents;
    float[] all = new float[rollout.ticks() * width];
    float[] row = new float[width];
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      logits.read(tick, agent * width, row, width);
      System.arraycopy(row, 0, all, tick * width, width);
    }
    return new VersionOutputs(
        wording("MomentRanking.the_recorded_policy"),
        "",
        Span.all(rollout.ticks()),
        new Outputs(all, new float[rollout.ticks()]),
        Optional.empty(),
        new RecordedActionBound(rollout).at(0, agent));
  }

  /// A second of the world, in ticks, but at least 2 and at most 20.
  static int window(Rollout rollout) {
    return Math.clamp(Math.round(1 / rollout.manifest().tickSeconds()), 2, 20);
  }

  private static Span around(Rollout rollout, int tick, int window) {
    TrialIndex trials = rollout.trials();
    int from = 0;
    int to = rollout.ticks();
    if (trials.count() > 0) {
      int stretch = trials.stretchAt(tick);
      from = trials.start(stretch);
      to = Math.min(to, trials.end(stretch));
    }
    return new Span(Math.max(from, tick - window), Math.min(to, tick + window + 1));
  }

  /// Takes the best of each kind in turns.
  static List<RankedMoment> select(List<Scored> scores, int top) {
    Map<MomentKind, List<Candidate>> byKind = new EnumMap<>(MomentKind.class);
    for (Scored each : scores) {
      MomentScores own = each.scores;
      List<Candidate> candidates = byKind.computeIfAbsent(own.kind(), _ -> new ArrayList<>());
      for (int tick = 0; tick < own.ranks().length; tick++) {
        if (Float.isFinite(own.ranks()[tick]) && own.sizes()[tick] > 0) {
          candidates.add(new Candidate(each, tick));
        }
      }
    }
    byKind
        .values()
        .forEach(candidates ->
            candidates.sort(
                Comparator.comparingDouble((Candidate candidate) -> -candidate.rank())
                    .thenComparingInt(candidate -> candidate.scored.recording)
                    .thenComparingInt(Candidate::tick)
                    .thenComparingInt(candidate -> candidate.scores().agent())));
    List<RankedMoment> taken = new ArrayList<>();
    List<List<Candidate>> left = new ArrayList<>(byKind.values());
    int[] next = new int[left.size()];
    boolean any = true;
    while (any && taken.size() < top) {
      any = false;
      for (int kind = 0; kind < next.length && taken.size() < top; kind++) {
        while (next[kind] < left.get(kind).size()) {
          Candidate candidate = left.get(kind).get(next[kind]++);
          Span span = candidate.span();
          if (taken.stream()
              .noneMatch(moment -> moment.overlaps(candidate.scored.recording, span))) {
            taken.add(moment(candidate, span));
            any = true;
            break;
          }
        }
      }
    }
    return taken;
  }

  private static RankedMoment moment(Candidate candidate, Span span) {
    MomentScores scores = candidate.scores();
    int tick = candidate.tick;
    return new RankedMoment(
        candidate.scored.recording,
        scores.kind(),
        scores.agent(),
        tick,
        scores.sizes()[tick],
        span,
        scores.reason().apply(tick));
  }
}
