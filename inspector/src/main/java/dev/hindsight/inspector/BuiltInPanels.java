package dev.hindsight.inspector;

import static dev.hindsight.inspector.panel.PanelSubject.MEMORY;
import static dev.hindsight.inspector.panel.PanelSubject.RESULTS;
import static dev.hindsight.inspector.panel.PanelSubject.TICK;
import static dev.hindsight.inspector.panel.PanelSubject.TRUST;
import static dev.hindsight.inspector.panel.PanelTrait.ABOUT_ONE_AGENT;
import static dev.hindsight.inspector.panel.PanelTrait.OFFERS_FACTS;

import dev.hindsight.inspector.action.ActionPanel;
import dev.hindsight.inspector.agents.AgentsPanel;
import dev.hindsight.inspector.attention.AttentionPanel;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.audit.AuditsPanel;
import dev.hindsight.inspector.chart.ChartPanel;
import dev.hindsight.inspector.compare.DifferencesPanel;
import dev.hindsight.inspector.counterfactual.WhatIfPanel;
import dev.hindsight.inspector.credit.AdvantagePanel;
import dev.hindsight.inspector.credit.ValuePanel;
import dev.hindsight.inspector.heat.HeatPanel;
import dev.hindsight.inspector.lookback.LookBackPanel;
import dev.hindsight.inspector.mask.CachePanel;
import dev.hindsight.inspector.mask.MaskPanel;
import dev.hindsight.inspector.neighbours.NeighboursPanel;
import dev.hindsight.inspector.observation.ObservationPanel;
import dev.hindsight.inspector.opinion.OpinionPanel;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.inspector.provenance.ProvenancePanel;
import dev.hindsight.inspector.scores.ScoresPanel;
import dev.hindsight.inspector.tick.TickPanel;
import dev.hindsight.inspector.verdict.MemoryExperiment;
import dev.hindsight.inspector.verdict.MemoryVerdictPanel;
import dev.hindsight.trainer.attention.RecordedEdges;
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
                  "What every agent does at the cursor, and its totals so far.",
                  TICK,
                  AgentsPanel::new)
              .alsoCalled("table", "vehicles", "aircraft")
              .requiring(BuiltInPanels::noAgents)
              .with(OFFERS_FACTS),
          PanelType.of(
                  "tick",
                  "Tick",
                  "Every column at the cursor, with unit, shape, and what changed since the tick before.",
                  TICK,
                  context -> new TickPanel(context.rollout()))
              .alsoCalled("columns", "channels", "state", "step")
              .requiring(manifest ->
                  lack(
                      manifest.channels().isEmpty() && manifest.fixed().isEmpty(),
                      "The recording has no columns.")),
          PanelType.of(
                  "observation",
                  "Observation",
                  "Every number the agent observes, decoded; select one to see its source on the map.",
                  TICK,
                  ObservationPanel::new)
              .alsoCalled("obs", "features", "input")
              .requiring(BuiltInPanels::noObservations)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "observation-map",
                  "Observation map",
                  "All numbers the agent observes over all ticks, in one picture: what changes, what"
                      + " never does, and what is NaN.",
                  TICK,
                  HeatPanel::new)
              .alsoCalled("heatmap", "features", "obs")
              .requiring(BuiltInPanels::noObservations)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "action",
                  "Action",
                  "The agent's action in words, and the probability of every action.",
                  TICK,
                  ActionPanel::new)
              .alsoCalled("logits", "policy", "probabilities", "distribution", "entropy")
              .requiring(BuiltInPanels::noActions)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "chart",
                  "Chart",
                  "Any numbers of the recording, of several agents, over ticks or trials, on axes.",
                  TICK,
                  ChartPanel::new)
              .alsoCalled("plot", "graph", "curve", "channels", "series", "csv")
              .requiring(manifest ->
                  lack(manifest.channels().isEmpty(), "The recording holds no columns.")),
          PanelType.of(
                  "value",
                  "Value",
                  "The critic's prediction against the actual discounted return, tick by tick and by"
                      + " trial.",
                  RESULTS,
                  ValuePanel::new)
              .alsoCalled("critic", "baseline", "v")
              .requiring(
                  manifest -> noNumbers(manifest, "value").or(() -> noNumbers(manifest, "reward")))
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "advantage",
                  "Advantage",
                  "How much better an action was than expected, term by term, and what a wrong mask"
                      + " makes of it.",
                  RESULTS,
                  AdvantagePanel::new)
              .alsoCalled("gae", "td", "delta", "lambda", "credit", "return")
              .requiring(manifest -> noNumbers(manifest, "reward"))
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "opinion",
                  "Second opinion",
                  "How likely another checkpoint finds the agent's actions: ratio, divergence and"
                      + " agreement, tick by tick.",
                  RESULTS,
                  OpinionPanel::new)
              .alsoCalled("checkpoint", "policy", "kl")
              .requiring(BuiltInPanels::noJointActions)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "scores",
                  "Scores",
                  "How well every agent did in every trial, and its gain from first to last.",
                  RESULTS,
                  ScoresPanel::new)
              .alsoCalled("returns", "trials", "success", "score")
              .requiring(BuiltInPanels::noResults)
              .with(OFFERS_FACTS),
          PanelType.of(
                  "differences",
                  "Differences",
                  "Where two recordings first differ, number by number, and how their scores changed.",
                  RESULTS,
                  DifferencesPanel::open)
              .alsoCalled("diff", "compare"),
          PanelType.of(
                  "attention",
                  "Attention",
                  "Which earlier moments the policy attends to: query tick by key tick, every head.",
                  MEMORY,
                  AttentionPanel::new)
              .alsoCalled("attn", "weights", "heads", "transformer")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "look-back",
                  "Look back",
                  "Which earlier moments the policy looks back at: by trial, by head, and the moments.",
                  MEMORY,
                  LookBackPanel::new)
              .alsoCalled("attn", "rollout", "memory", "query")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "neighbours",
                  "Neighbours",
                  "Which neighbours the agent's policy attends to, by head, and how they differ.",
                  MEMORY,
                  NeighboursPanel::open)
              .alsoCalled("neighbors", "graph", "edges")
              .requiring(RecordedEdges::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "what-if",
                  "What if",
                  "Switch off part of the policy's attention and see how its output changes; what every"
                      + " earlier moment was worth.",
                  MEMORY,
                  WhatIfPanel::new)
              .alsoCalled("ablation", "ablate", "counterfactual", "memory")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "remember",
                  "Did it remember?",
                  "Whether the policy uses what it remembers of earlier trials, from running the same"
                      + " episodes without it.",
                  MEMORY,
                  MemoryVerdictPanel::new)
              .requiring(MemoryExperiment::missing),
          PanelType.of(
                  "masks",
                  "Masks",
                  "Why the policy may or may not attend to each earlier moment, and what leaks into"
                      + " limbo.",
                  MEMORY,
                  MaskPanel::new)
              .alsoCalled("causal", "attn", "limbo")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "cache",
                  "Cache",
                  "The agent's key/value cache at this tick: slots, garbage, lengths of keys, resets.",
                  MEMORY,
                  CachePanel::new)
              .alsoCalled("kv", "memory", "keys")
              .requiring(AttentionSources::missing)
              .with(ABOUT_ONE_AGENT),
          PanelType.of(
                  "audits",
                  "Audits",
                  "What must hold for the recording and its policy, and the first tick where it does not.",
                  TRUST,
                  AuditsPanel::new)
              .alsoCalled("checks", "verify", "parity", "replay")
              .requiring(manifest ->
                  lack(manifest.channels().isEmpty(), "The recording holds no columns.")),
          PanelType.of(
                  "provenance",
                  "Provenance",
                  "Every knob as declared and as it took effect, with versions and hashes.",
                  TRUST,
                  ProvenancePanel::new)
              .alsoCalled(
                  "config", "configuration", "knobs", "settings", "hyperparameters", "manifest"));

  private BuiltInPanels() {}

  /// The panel of an id.
  public static Optional<PanelType> named(String id) {
    return ALL.stream().filter(type -> type.id().equals(id)).findFirst();
  }

  private static Optional<String> noAgents(Manifest manifest) {
    return lack(manifest.agents() == 0, "The recording has no agents.");
  }

  private static Optional<String> noObservations(Manifest manifest) {
    return lack(!observes(manifest), "The recording holds no observations (channel observation).");
  }

  private static Optional<String> noActions(Manifest manifest) {
    Set<String> either = Set.of("action", "logits");
    return lack(
        !perAgent(manifest, channel -> either.contains(channel.name())),
        "The recording holds neither actions nor logits (channels action, logits).");
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
        !(observes(manifest) && acted),
        "The recording holds no observations with joint actions to compare.");
  }

  private static Optional<String> noResults(Manifest manifest) {
    Set<String> any =
        Set.of("event", "trial_score", "goal_reached", "removed", "collision", "reward");
    return noAgents(manifest)
        .or(() ->
            lack(
                manifest.channels().stream().noneMatch(channel -> any.contains(channel.name())),
                "The recording holds no rewards, goals, contacts or scores."));
  }

  /// Says that a recording lacks a column with one number for each agent; empty if it has the
  /// column.
  private static Optional<String> noNumbers(Manifest manifest, String name) {
    return lack(
        !perAgent(manifest, channel -> channel.name().equals(name) && channel.shape().size() == 2),
        "The recording holds no number for each agent in channel " + name + ".");
  }

  private static boolean observes(Manifest manifest) {
    return perAgent(manifest, channel -> channel.name().equals("observation"));
  }

  private static boolean perAgent(Manifest manifest, Predicate<ChannelSpec> wanted) {
    return manifest.agents() > 0
        && manifest.channels().stream().filter(ChannelSpec::perAgent).anyMatch(wanted);
  }

  private static Optional<String> lack(boolean lacks, String sentence) {
    return lacks ? Optional.of(sentence) : Optional.empty();
  }
}
