package dev.hindsight.inspector;

import dev.hindsight.inspector.panel.PanelType;
import java.util.List;

/// The one list of panels: to add one, write its package and a line here.
public final class BuiltInPanels {
  /// In the order menus show them.
  public static final List<PanelType> ALL = List.of();

  private BuiltInPanels() {}
}
