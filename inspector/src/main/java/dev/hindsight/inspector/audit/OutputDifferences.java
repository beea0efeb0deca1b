package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.recompute.Discrepancy;
import dev.hindsight.inspector.recompute.Explanation;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Describes wrong outputs: where, how large, and why.
final class OutputDifferences {
  private OutputDifferences() {}

  /// The ticks of a part at which logits differ.
  static BitSet ofLogits(Optional<Discrepancy> found) {
    return found.map(each -> each.apart().ofLogits()).orElseGet(BitSet::new);
  }

  /// The cause, preceded by the head that differs if only one of the two does.
  static String words(List<Discrepancy> found, Explanation explanation) {
    if (!explanation.causes().isEmpty()) {
      return explanation.words();
    }
    boolean logits = found.stream().anyMatch(each -> !each.apart().ofLogits().isEmpty());
    boolean values = found.stream().anyMatch(each -> !each.apart().ofValues().isEmpty());
    String which =
        logits && values
            ? ""
            : values
                ? wording("OutputDifferences.only_the_value_head_differs_every")
                : wording("OutputDifferences.only_logits_differ_every_value_agrees");
    return which + explanation.words();
  }

  /// Notes all of them under one cause, earliest first, and says which agents and ticks are
  /// affected.
  static void add(
      AuditFindings auditFindings, Rollout rollout, List<Discrepancy> found, String cause) {
    found.stream()
        .sorted(Comparator.comparingInt(Discrepancy::first).thenComparingInt(Discrepancy::agent))
        .forEach(each -> {
          Outputs.Difference first = each.apart().first();
          auditFindings.add(each.first(), each.agent(), first.number(), first.size(), cause);
        });
    AgentNames names = AgentNames.of(rollout);
    List<Integer> agents = found.stream().map(Discrepancy::agent).distinct().sorted().toList();
    BitSet ticks = new BitSet();
    long count = 0;
    Discrepancy most = found.getFirst();
    for (Discrepancy each : found) {
      BitSet here = each.apart().ticks();
      count += here.cardinality();
      here.stream().forEach(t -> ticks.set(each.segment().from() + t));
      most = each.apart().worst().size() > most.apart().worst().size() ? each : most;
    }
    String who =
        agents.size() == rollout.manifest().agents()
            ? wording("OutputDifferences.of_every_agent")
            : wording(
                "OutputDifferences.of",
                agents.stream().limit(8).map(names::titled).collect(Collectors.joining(", ")),
                agents.size() > 8
                    ? wording("OutputDifferences.and_others", agents.size() - 8)
                    : "");
    auditFindings.remark(
        wording(
            "OutputDifferences.agent_ticks_differ_from_tick_to",
            count,
            who,
            ticks.nextSetBit(0),
            ticks.length() - 1,
            most.segment().from() + most.apart().worst().tick(),
            names.titled(most.agent()),
            most.apart().worst().number(),
            NumberWords.significant(most.apart().worst().size(), 3)));
  }
}
