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
    return "Which neighbours the agent's policy attends to, by head, and how they differ.";
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
                "The recorded attention does not have the size of the observed neighbours."));
  }
}
