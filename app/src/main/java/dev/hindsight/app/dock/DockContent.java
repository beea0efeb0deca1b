package dev.hindsight.app.dock;

import dev.hindsight.app.fx.PaneTools;
import javafx.scene.Node;

/// What a docked pane shows.
///
/// @param title the words on its tab
/// @param help what it is for, in one sentence
/// @param tools its controls, which stand beside the tab; always the same
/// @param node always the same
/// @param close lets go of what it holds
public record DockContent(String title, String help, PaneTools tools, Node node, Runnable close) {}
