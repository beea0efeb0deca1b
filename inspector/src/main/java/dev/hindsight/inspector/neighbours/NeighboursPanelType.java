package dev.hindsight.inspector.neighbours;

import dev.hindsight.inspector.live.MessagePanel;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;

/// Whom the selected agent looks at.
public final class NeighboursPanelType implements PanelType {
  @Override
  public String id() {
    return "neighbours";
  }

  @Override
  public String title() {
    return "Neighbours";
  }

  @Override
  public String help() {
    return "Which neighbours the agent's policy looks at, by head, and what they are like.";
  }

  @Override
  public List<String> synonyms() {
    return List.of("neighbors", "graph", "edges");
  }

  @Override
  public Optional<String> missing(Manifest manifest) {
    return RecordedEdges.missing(manifest);
  }

  @Override
  public Panel open(PanelContext context) {
    return ObservedNeighbours.of(context.rollout())
        .<Panel>map(seen -> new NeighboursPanel(context, seen))
        .orElseGet(() ->
            new MessagePanel(
                "neighbours.sentence",
                "What was recorded has other sizes than the neighbours that were seen."));
  }
}
