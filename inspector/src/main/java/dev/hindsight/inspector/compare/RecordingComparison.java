package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.branch.BranchOrigin;
import dev.hindsight.trainer.branch.ControlResult;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Compares two recordings from beginning to end: every number that both have, at every pair of
/// ticks, bit by bit; static arrays and last rows; and their scores. They may differ in length,
/// number of agents, shapes and environment: it compares what both have and reports what it could
/// not compare.
///
/// @param one the first recording, "A"
/// @param other the second recording, "B"
/// @param rule pairs the ticks
public record RecordingComparison(Rollout one, Rollout other, AlignmentRule rule)
    implements Job<ComparisonReport> {

  /// Reads both recordings once.
  ///
  /// @throws Problem if the rule names an agent there is not
  @Override
  public ComparisonReport run(Progress progress, Cancellation cancellation) {
    AgentPairs agents = AgentPairs.of(one, other);
    requireAgent();
    Alignment alignment = Aligner.align(rule, one, other, agents, cancellation);
    List<String> left = new ArrayList<>(differentWorlds(agents));
    List<ChannelPair> pairs = pairs(agents, left);
    byte[] parted = new byte[one.ticks()];
    Arrays.fill(parted, Divergence.ALONE.level());
    alignment
        .spans()
        .forEach(span ->
            Arrays.fill(parted, span.one(), span.one() + span.length(), Divergence.SAME.level()));
    List<ChannelDifference> channels = new ArrayList<>();
    List<String> warnings = warnings(cancellation);
    for (int i = 0; i < pairs.size(); i++) {
      progress.report(i, pairs.size(), "channels");
      Divergence by = Divergence.by(pairs.get(i).one().spec().name());
      ChannelScan scan = new ChannelScan(pairs.get(i), alignment);
      channels.add(scan.run(cancellation, marking(parted, by)));
      scan.nanInBoth(one.manifest().observation()).ifPresent(warnings::add);
    }
    arrays(alignment, pairs, channels, left);
    ScoreComparison scores =
        new ScoreComparison(
            ScoreReader.read(one, Progress.SILENT, cancellation),
            ScoreReader.read(other, Progress.SILENT, cancellation),
            agents,
            AgentNames.of(one));
    progress.report(pairs.size(), pairs.size(), "channels");
    return new ComparisonReport(rule, alignment, agents, channels, warnings, left, parted, scores);
  }

  private static IntConsumer marking(byte[] parted, Divergence by) {
    return tick -> parted[tick] = Divergence.both(Divergence.of(parted[tick]), by).level();
  }

  private void requireAgent() {
    if (rule instanceof AlignmentRule.ByEvent event
        && event.agent().isPresent()
        && event.agent().getAsInt() >= one.manifest().agents()) {
      throw new Problem(
          wording("RecordingComparison.it_has_no_agent", event.agent().getAsInt()),
          one.file().toString(),
          wording("RecordingComparison.choose_from_0_to", one.manifest().agents() - 1));
    }
    if (rule instanceof AlignmentRule.ByEvent event
        && !(new TickEvents(one).isRecorded(event.kind())
            && new TickEvents(other).isRecorded(event.kind()))) {
      throw new Problem(
          wording(
              "RecordingComparison.one_of_the_two_records_no",
              event.kind().title().toLowerCase(java.util.Locale.ROOT)),
          "--align " + rule.id(),
          wording("RecordingComparison.align_by_tick_or_by_trial"));
    }
  }

  /// Compares static arrays, and last rows if the last ticks correspond.
  private void arrays(
      Alignment alignment,
      List<ChannelPair> pairs,
      List<ChannelDifference> channels,
      List<String> left) {
    for (ChannelSpec spec : one.manifest().fixed()) {
      Optional<NpyArray> mine = one.fixed(spec.name());
      Optional<NpyArray> theirs = other.fixed(spec.name());
      if (mine.isPresent() && theirs.isPresent()) {
        Optional<ChannelDifference> compared =
            ArrayComparison.fixed(spec, mine.get(), theirs.get());
        compared.ifPresent(channels::add);
        if (compared.isEmpty()) {
          left.add(
              wording(
                  "RecordingComparison.has_another_type_or_shape_in",
                  ArrayComparison.FIXED + spec.name()));
        }
      } else if (mine.isPresent()) {
        left.add(wording("RecordingComparison.only_a_has", ArrayComparison.FIXED, spec.name()));
      }
    }
    other.manifest().fixed().stream()
        .map(ChannelSpec::name)
        .filter(name -> one.fixed(name).isEmpty() && other.fixed(name).isPresent())
        .forEach(name ->
            left.add(wording("RecordingComparison.only_b_has", ArrayComparison.FIXED, name)));
    boolean together =
        one.ticks() > 0
            && alignment.paired(one.ticks() - 1).equals(OptionalInt.of(other.ticks() - 1));
    for (ChannelPair pair : pairs) {
      String name = pair.one().spec().name();
      Optional<NpyArray> mine = one.last(name);
      Optional<NpyArray> theirs = other.last(name);
      if (together && mine.isPresent() && theirs.isPresent()) {
        channels.add(
            ArrayComparison.last(
                pair,
                new ArrayComparison.LastRows(
                    mine.get(), theirs.get(), one.ticks(), other.ticks())));
      } else if (together && mine.isPresent() != theirs.isPresent()) {
        left.add(
            wording(
                "RecordingComparison.only_has",
                mine.isPresent() ? "A" : "B",
                ArrayComparison.FINAL,
                name));
      }
    }
  }

  /// Warns if a file is not as written, or if a branch's difference is not due to its edit; for two
  /// branches that do not repeat in the same way, warns once.
  private List<String> warnings(Cancellation cancellation) {
    List<String> warnings = new ArrayList<>();
    one.unfinished().ifPresent(note -> warnings.add(wording("RecordingComparison.of", "A", note)));
    other
        .unfinished()
        .ifPresent(note -> warnings.add(wording("RecordingComparison.of", "B", note)));
    damage("A", one, cancellation).ifPresent(warnings::add);
    damage("B", other, cancellation).ifPresent(warnings::add);
    Optional<String> own = uncredited(one, other);
    Optional<String> others = uncredited(other, one);
    if (own.isPresent() && own.equals(others)) {
      warnings.add(wording("RecordingComparison.a_and_b_are_branches", own.get()));
    } else {
      own.ifPresent(warning -> warnings.add(wording("RecordingComparison.a_is_a_branch", warning)));
      others.ifPresent(
          warning -> warnings.add(wording("RecordingComparison.b_is_a_branch", warning)));
    }
    return warnings;
  }

  private static Optional<String> damage(String name, Rollout rollout, Cancellation cancellation) {
    return Integrity.whole(rollout, Progress.SILENT, cancellation)
        .gravest()
        .map(fault -> wording("RecordingComparison.is_not_what_was_written", name, fault.words()));
  }

  /// Why a difference cannot be credited to the edit of a branch, if the other recording has the
  /// same origin.
  private static Optional<String> uncredited(Rollout rollout, Rollout beside) {
    @Nullable JsonNode branch = rollout.manifest().extra().get(SimulationRecipe.BRANCH);
    if (branch == null) {
      return Optional.empty();
    }
    String root = branch.path("of").path("hash").asText();
    @Nullable JsonNode another = beside.manifest().extra().get(SimulationRecipe.BRANCH);
    boolean related =
        root.equals(BranchOrigin.of(beside).hash())
            || (another != null && root.equals(another.path("of").path("hash").asText()));
    return related && !root.isEmpty()
        ? ControlResult.read(branch.path(ControlResult.KEY)).warning()
        : Optional.empty();
  }

  private List<String> differentWorlds(AgentPairs agents) {
    List<String> left = new ArrayList<>();
    String world = one.manifest().environment().id();
    String otherWorld = other.manifest().environment().id();
    if (!world.equals(otherWorld)) {
      left.add(wording("RecordingComparison.a_is_a_recording_of_b", world, otherWorld));
    }
    if (agents.pairs().size() < Math.max(agents.agents(), agents.others())) {
      left.add(
          wording(
              "RecordingComparison.a_has_agents_b_compared_are",
              agents.agents(),
              agents.others(),
              agents.pairs().size()));
    }
    return left;
  }

  private List<ChannelPair> pairs(AgentPairs agents, List<String> left) {
    List<ChannelPair> pairs = new ArrayList<>();
    List<String> mine = new ArrayList<>();
    for (Channel channel : one.channels()) {
      Optional<Channel> same = other.channel(channel.spec().name());
      if (same.isEmpty()) {
        mine.add(channel.spec().name());
        continue;
      }
      ChannelPair.Pairing pairing = ChannelPair.of(one, other, channel, same.get(), agents);
      pairing.pair().filter(pair -> pair.length() > 0).ifPresent(pairs::add);
      if (!pairing.left().isEmpty()) {
        left.add(pairing.left());
      }
    }
    List<String> theirs =
        other.channels().stream()
            .map(channel -> channel.spec().name())
            .filter(name -> one.channel(name).isEmpty())
            .toList();
    if (!mine.isEmpty()) {
      left.add(wording("RecordingComparison.only_a_has_2", String.join(", ", mine)));
    }
    if (!theirs.isEmpty()) {
      left.add(wording("RecordingComparison.only_b_has_2", String.join(", ", theirs)));
    }
    return pairs;
  }
}
