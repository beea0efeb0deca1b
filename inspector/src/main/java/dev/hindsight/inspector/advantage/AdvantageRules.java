package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.RecordedPartners.RecordedPartner;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The rules for the advantages of a recording's agents: the one that its policy was trained with,
/// and for agents that partners drive the one that all partners in the recording were trained with.
///
/// @param egos number of agents that the recording's policy drives; they come first
/// @param own for these
/// @param partners for the others; the policy's, with the reason, where that of the partners is not
///   known or not the same for all of them
record AdvantageRules(int egos, RecordedAdvantageRule own, RecordedAdvantageRule partners) {
  /// Searches for the checkpoints by their digests. Reads files: for a background thread.
  static AdvantageRules of(Rollout rollout) {
    return of(rollout, RunLedger.ofUser());
  }

  static AdvantageRules of(Rollout rollout, RunLedger runLedger) {
    RecordedAdvantageRule own = RecordedAdvantageRule.of(rollout, runLedger);
    return new AdvantageRules(
        RecordedPartners.drivenByPolicy(rollout.manifest()),
        own,
        RecordedPartners.of(rollout.manifest())
            .map(found -> ofPartners(rollout, found.driving(rollout), own, runLedger))
            .orElse(own));
  }

  private static RecordedAdvantageRule ofPartners(
      Rollout rollout,
      List<RecordedPartner> driving,
      RecordedAdvantageRule own,
      RunLedger runLedger) {
    List<RecordedAdvantageRule> trained = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (RecordedPartner partner : driving) {
      if (!BuiltInPolicies.followsRules(partner.policy().id())) {
        Optional<RecordedAdvantageRule> rule =
            RecordedAdvantageRule.trained(rollout, partner.policy(), runLedger);
        if (rule.isEmpty()) {
          return own.adding(wording("AdvantageRules.a_partner_drives_it", partner.name()));
        }
        trained.add(rule.get());
        names.add(partner.name());
      }
    }
    List<AdvantageRule> rules = trained.stream().map(RecordedAdvantageRule::rule).toList();
    return switch ((int) rules.stream().distinct().count()) {
      case 0 -> own;
      case 1 -> trained.getFirst();
      default ->
          own.adding(wording("AdvantageRules.partners_have_different_rules", words(names, rules)));
    };
  }

  /// Every partner's gamma and lambda, and of the other knobs those in which the partners differ.
  private static String words(List<String> names, List<AdvantageRule> rules) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      AdvantageRule rule = rules.get(i);
      String gammaAndLambda =
          wording(
              "AdvantageRules.its_gamma_and_lambda",
              names.get(i),
              NumberWords.atMost(rule.gamma(), 5),
              NumberWords.atMost(rule.lambda(), 5));
      String others =
          rule.otherKnobs().entrySet().stream()
              .filter(knob ->
                  rules.stream()
                      .anyMatch(
                          other -> !knob.getValue().equals(other.otherKnobs().get(knob.getKey()))))
              .map(knob -> knob.getKey() + "=" + knob.getValue())
              .collect(Collectors.joining(", "));
      words.add(others.isEmpty() ? gammaAndLambda : gammaAndLambda + " (" + others + ")");
    }
    return String.join(", ", words);
  }

  /// The rule for an agent.
  RecordedAdvantageRule of(int agent) {
    return agent < egos ? own : partners;
  }
}
