package dev.hindsight.inspector.scores;

import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Trials and scores.
public final class ScoresPanelType implements PanelType {
  private static final Set<String> ANY =
      Set.of("event", "trial_score", "goal_reached", "removed", "collision", "reward");

  @Override
  public String id() {
    return "scores";
  }

  @Override
  public String title() {
    return "Scores";
  }

  @Override
  public String help() {
    return "How well every agent did in every trial, and its gain from first to last.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("returns", "trials", "success", "score");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    if (manifest.agents() == 0) {
      return Optional.of("The recording has no agents.");
    }
    boolean any = manifest.channels().stream().anyMatch(spec -> ANY.contains(spec.name()));
    return any
        ? Optional.empty()
        : Optional.of("The recording holds no rewards, goals, contacts or scores.");
  }

  @Override
  public Panel open(PanelContext context) {
    return new ScoresPanel(context);
  }
}
