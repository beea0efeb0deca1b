package dev.hindsight.app.dock;

import dev.hindsight.app.fx.PaneTools;
import javafx.scene.Node;

/// The content of a docked pane.
///
/// @param title the text of its tab
/// @param help its purpose, in one sentence
/// @param tools its controls, shown beside the tab; always the same
/// @param node always the same
/// @param close releases its resources
public record DockContent(String title, String help, PaneTools tools, Node node, Runnable close) {}
