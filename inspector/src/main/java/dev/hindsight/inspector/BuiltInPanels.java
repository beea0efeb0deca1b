package dev.hindsight.inspector;

import static dev.hindsight.inspector.panel.PanelSubject.MEMORY;
import static dev.hindsight.inspector.panel.PanelSubject.RESULTS;
import static dev.hindsight.inspector.panel.PanelSubject.TICK;
import static dev.hindsight.inspector.panel.PanelSubject.TRUST;
import static dev.hindsight.inspector.panel.PanelTrait.ABOUT_ONE_AGENT;
import static dev.hindsight.inspector.panel.PanelTrait.OFFERS_FACTS;
import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.action.ActionPanel;
import dev.hindsight.inspector.advantage.AdvantagePanel;
import dev.hindsight.inspector.advantage.ValuePanel;
import dev.hindsight.inspector.agents.AgentsPanel;
import dev.hindsight.inspector.attention.AttentionPanel;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.audit.AuditsPanel;
import dev.hindsight.inspector.chart.ChartPanel;
import dev.hindsight.inspector.compare.DifferencesPanel;
import dev.hindsight.inspector.counterfactual.WhatIfPanel;
import dev.hindsight.inspector.critic.CriticPanel;
import dev.hindsight.inspector.heatmap.HeatmapPanel;
import dev.hindsight.inspector.likelihood.LikelihoodPanel;
import dev.hindsight.inspector.lookback.LookBackPanel;
import dev.hindsight.inspector.mask.CachePanel;
import dev.hindsight.inspector.mask.MaskPanel;
import dev.hindsight.inspector.moment.MomentsPanel;
import dev.hindsight.inspector.neighbours.NeighboursPanel;
import dev.hindsight.inspector.observation.ObservationPanel;
import dev.hindsight.inspector.occlusion.OcclusionPanel;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.inspector.patch.PatchPanel;
import dev.hindsight.inspector.provenance.ProvenancePanel;
import dev.hindsight.inspector.reward.RewardsPanel;
import dev.hindsight.inspector.scores.ScoresPanel;
import dev.hindsight.inspector.tick.TickPanel;
import dev.hindsight.inspector.verdict.MemoryExperiment;
import dev.hindsight.inspector.verdict.MemoryVerdictPanel;
import dev.hindsight.inspector.version.VersionsPanel;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.outcome.RewardParts;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The one list of panels: to add one, write its package and an entry here.
public final class BuiltInPanels {
  /// In the order menus show them.
  public static final List<PanelType> ALL =
      List.of(
          PanelType.of(
                  "agents",
                  "Agents",
                  wording("BuiltInPanels.what_every_agent_does_at_the"),
                  TICK,
                  AgentsPanel::new)
              .alsoCalled("table", "vehicles", "aircraft")
              .requiring(BuiltInPanels::noAgents)
              .with(OFFERS_FACTS),
          PanelType.of(
                  "tick",
                  "Tick",
                  wording("BuiltInPanels.every_column_at_the_cursor_with"),
                  TICK,
                  context -> new TickPanel(context.rollout()))
              .alsoCalled("columns", "channels", "state", "step")
              .requiring(manifest ->
                  lack(
                      manifest.channels().isEmpty() && manifest.fixed().isEmpty(),
                      wording("BuiltInPanels.the_recording_has_no_columns"))),
          PanelType.of(
                  "observation",
                  "Observation",
                  wording("BuiltInPanels.every_number_the_agent_observes"),
                  TICK,
                  ObservationPanel::new)
              .alsoCalled("obs", "features", "input")
              .requiring(BuiltInPanels::noObservations)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "observation-map",
                  wording("BuiltInPanels.observation_map"),
                  wording("BuiltInPanels.all_numbers_the_agent_observes_over"),
                  TICK,
                  HeatmapPanel::new)
              .alsoCalled("heatmap", "features", "obs")
              .requiring(BuiltInPanels::noObservations)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "action",
                  "Action",
                  wording("BuiltInPanels.the_agents_action_in_words_and"),
                  TICK,
                  ActionPanel::new)
              .alsoCalled("logits", "policy", "probabilities", "distribution", "entropy")
              .requiring(BuiltInPanels::noActions)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "chart",
                  "Chart",
                  wording("BuiltInPanels.any_numbers_of_the_recording_of"),
                  TICK,
                  ChartPanel::new)
              .alsoCalled("plot", "graph", "curve", "channels", "series", "csv")
              .requiring(manifest ->
                  lack(
                      manifest.channels().isEmpty(),
                      wording("BuiltInPanels.the_recording_holds_no_columns"))),
          PanelType.of(
                  "value",
                  "Value",
                  wording("BuiltInPanels.the_critics_prediction_against_the"),
                  RESULTS,
                  ValuePanel::new)
              .alsoCalled("critic", "baseline", "v")
              .requiring(
                  manifest -> noNumbers(manifest, "value").or(() -> noNumbers(manifest, "reward")))
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "advantage",
                  "Advantage",
                  wording("BuiltInPanels.how_much_better_an_action_was"),
                  RESULTS,
                  AdvantagePanel::new)
              .alsoCalled("gae", "td", "delta", "lambda", "credit", "return")
              .requiring(manifest -> noNumbers(manifest, "reward"))
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "action-values",
                  wording("BuiltInPanels.action_values"),
                  wording("BuiltInPanels.how_good_did_the_critics_find"),
                  RESULTS,
                  CriticPanel::new)
              .alsoCalled("critic", "q", "payoff", "coma", "counterfactual", "sac")
              .requiring(BuiltInPanels::noObservedActions)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "rewards",
                  "Rewards",
                  wording("BuiltInPanels.what_the_agents_reward_consists_of"),
                  RESULTS,
                  RewardsPanel::new)
              .alsoCalled("reward", "components", "parts", "terms", "breakdown")
              .requiring(manifest ->
                  lack(
                      !RewardParts.areIn(manifest),
                      wording("BuiltInPanels.the_recording_holds_no_parts")))
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "opinion",
                  wording("BuiltInPanels.second_opinion"),
                  wording("BuiltInPanels.how_likely_another_checkpoint_finds"),
                  RESULTS,
                  LikelihoodPanel::new)
              .alsoCalled("checkpoint", "policy", "kl")
              .requiring(BuiltInPanels::noJointActions)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "versions",
                  "Versions",
                  wording("BuiltInPanels.what_other_versions_of_the_policy"),
                  RESULTS,
                  VersionsPanel::new)
              .alsoCalled("checkpoints", "history", "training", "kl", "slider")
              .requiring(BuiltInPanels::noObservedActions)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "moments",
                  "Moments",
                  wording("BuiltInPanels.which_ticks_are_most_worth"),
                  RESULTS,
                  MomentsPanel::new)
              .alsoCalled("highlights", "surprise", "novelty", "near-miss", "reel")
              .requiring(BuiltInPanels::noAgents),
          PanelType.of(
                  "scores",
                  "Scores",
                  wording("BuiltInPanels.how_well_every_agent_did_in"),
                  RESULTS,
                  ScoresPanel::new)
              .alsoCalled("returns", "trials", "success", "score")
              .requiring(BuiltInPanels::noResults)
              .with(OFFERS_FACTS),
          PanelType.of(
                  "differences",
                  "Differences",
                  wording("BuiltInPanels.where_two_recordings_first_differ"),
                  RESULTS,
                  DifferencesPanel::open)
              .alsoCalled("diff", "compare"),
          PanelType.of(
                  "attention",
                  "Attention",
                  wording("BuiltInPanels.which_earlier_moments_the_policy"),
                  MEMORY,
                  AttentionPanel::new)
              .alsoCalled("attn", "weights", "heads", "transformer")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "look-back",
                  wording("BuiltInPanels.look_back"),
                  wording("BuiltInPanels.which_earlier_moments_the_policy_2"),
                  MEMORY,
                  LookBackPanel::new)
              .alsoCalled("attn", "rollout", "memory", "query")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "neighbours",
                  "Neighbours",
                  wording("BuiltInPanels.which_neighbours_the_agents_policy"),
                  MEMORY,
                  NeighboursPanel::open)
              .alsoCalled("neighbors", "graph", "edges")
              .requiring(RecordedEdges::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "what-if",
                  wording("BuiltInPanels.what_if"),
                  wording("BuiltInPanels.switch_off_part_of_the_policys"),
                  MEMORY,
                  WhatIfPanel::new)
              .alsoCalled("ablation", "ablate", "counterfactual", "memory")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "patch",
                  "Patch",
                  wording("BuiltInPanels.what_follows_if_a_moment_is"),
                  MEMORY,
                  PatchPanel::new)
              .alsoCalled("activation", "patching", "counterfactual", "causal", "layers")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "occlusion",
                  "Occlusion",
                  wording("BuiltInPanels.what_the_policy_would_do_had"),
                  TICK,
                  OcclusionPanel::new)
              .alsoCalled("whatif", "saliency", "importance", "segments", "mean", "torchscript")
              .requiring(BuiltInPanels::noObservations)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "remember",
                  wording("BuiltInPanels.did_it_remember"),
                  wording("BuiltInPanels.whether_the_policy_uses_what_it"),
                  MEMORY,
                  MemoryVerdictPanel::new)
              .requiring(MemoryExperiment::missing),
          PanelType.of(
                  "masks",
                  "Masks",
                  wording("BuiltInPanels.why_the_policy_may_or_may"),
                  MEMORY,
                  MaskPanel::new)
              .alsoCalled("causal", "attn", "limbo")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "cache",
                  "Cache",
                  wording("BuiltInPanels.the_agents_key_value_cache_at"),
                  MEMORY,
                  CachePanel::new)
              .alsoCalled("kv", "memory", "keys")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "audits",
                  "Audits",
                  wording("BuiltInPanels.what_must_hold_for_the_recording"),
                  TRUST,
                  AuditsPanel::new)
              .alsoCalled("checks", "verify", "parity", "replay")
              .requiring(manifest ->
                  lack(
                      manifest.channels().isEmpty(),
                      wording("BuiltInPanels.the_recording_holds_no_columns"))),
          PanelType.of(
                  "provenance",
                  "Provenance",
                  wording("BuiltInPanels.every_knob_as_declared_and_as"),
                  TRUST,
                  ProvenancePanel::new)
              .alsoCalled(
                  "config", "configuration", "knobs", "settings", "hyperparameters", "manifest"));

  private BuiltInPanels() {}

  /// The panel with an id.
  public static Optional<PanelType> named(String id) {
    return ALL.stream().filter(type -> type.id().equals(id)).findFirst();
  }

  private static Optional<String> noAgents(Manifest manifest) {
    return lack(manifest.agents() == 0, wording("BuiltInPanels.the_recording_has_no_agents"));
  }

  private static Optional<String> noObservations(Manifest manifest) {
    return lack(!manifest.observes(), wording("BuiltInPanels.the_recording_holds_no_observations"));
  }

  private static Optional<String> noActions(Manifest manifest) {
    Set<String> either = Set.of("action", "logits");
    return lack(
        !perAgent(manifest, channel -> either.contains(channel.name())),
        wording("BuiltInPanels.the_recording_holds_neither_actions"));
  }

  private static Optional<String> noJointActions(Manifest manifest) {
    boolean acted =
        perAgent(
            manifest,
            channel ->
                channel.name().equals("action")
                    && channel.type() == Dtype.I4
                    && channel.shape().size() == 2);
    return lack(
        !(manifest.observes() && acted),
        wording("BuiltInPanels.the_recording_holds_no_observations_2"));
  }

  private static Optional<String> noObservedActions(Manifest manifest) {
    return noObservations(manifest).or(() -> noActions(manifest));
  }

  private static Optional<String> noResults(Manifest manifest) {
    Set<String> any =
        Set.of("event", "trial_score", "goal_reached", "removed", "collision", "reward");
    return noAgents(manifest)
        .or(() ->
            lack(
                manifest.channels().stream().noneMatch(channel -> any.contains(channel.name())),
                wording("BuiltInPanels.the_recording_holds_no_rewards_goals")));
  }

  /// Says that a recording lacks a column with one number for each agent; empty if it has the
  /// column.
  private static Optional<String> noNumbers(Manifest manifest, String name) {
    return lack(
        !perAgent(manifest, channel -> channel.name().equals(name) && channel.shape().size() == 2),
        wording("BuiltInPanels.the_recording_holds_no_number_for", name));
  }

  private static boolean perAgent(Manifest manifest, Predicate<ChannelSpec> wanted) {
    return manifest.agents() > 0
        && manifest.channels().stream().filter(ChannelSpec::perAgent).anyMatch(wanted);
  }

  private static Optional<String> lack(boolean lacks, String sentence) {
    return lacks ? Optional.of(sentence) : Optional.empty();
  }
}
