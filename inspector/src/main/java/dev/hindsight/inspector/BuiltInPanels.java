package dev.hindsight.inspector;

import dev.hindsight.inspector.action.ActionPanelType;
import dev.hindsight.inspector.agents.AgentsPanelType;
import dev.hindsight.inspector.attention.AttentionPanelType;
import dev.hindsight.inspector.audit.AuditsPanelType;
import dev.hindsight.inspector.compare.DifferencesPanelType;
import dev.hindsight.inspector.counterfactual.WhatIfPanelType;
import dev.hindsight.inspector.credit.AdvantagePanelType;
import dev.hindsight.inspector.credit.ValuePanelType;
import dev.hindsight.inspector.heat.HeatPanelType;
import dev.hindsight.inspector.lookback.LookBackPanelType;
import dev.hindsight.inspector.mask.CachePanelType;
import dev.hindsight.inspector.mask.MaskPanelType;
import dev.hindsight.inspector.neighbours.NeighboursPanelType;
import dev.hindsight.inspector.observation.ObservationPanelType;
import dev.hindsight.inspector.opinion.OpinionPanelType;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.inspector.provenance.ProvenancePanelType;
import dev.hindsight.inspector.scores.ScoresPanelType;
import dev.hindsight.inspector.tick.TickPanelType;
import dev.hindsight.inspector.verdict.MemoryVerdictPanelType;
import java.util.List;

/// The one list of panels: to add one, write its package and a line here.
public final class BuiltInPanels {
  /// In the order menus show them.
  public static final List<PanelType> ALL =
      List.of(
          new AgentsPanelType(),
          new TickPanelType(),
          new ObservationPanelType(),
          new HeatPanelType(),
          new ActionPanelType(),
          new ValuePanelType(),
          new AdvantagePanelType(),
          new OpinionPanelType(),
          new ScoresPanelType(),
          new DifferencesPanelType(),
          new AttentionPanelType(),
          new LookBackPanelType(),
          new NeighboursPanelType(),
          new WhatIfPanelType(),
          new MemoryVerdictPanelType(),
          new MaskPanelType(),
          new CachePanelType(),
          new AuditsPanelType(),
          new ProvenancePanelType());

  private BuiltInPanels() {}
}
