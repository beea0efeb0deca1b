package dev.hindsight.app.dock;

import javafx.scene.Node;

/// What a docked pane shows.
///
/// @param title the words on its tab
/// @param help what it is for, in one sentence
/// @param node always the same
/// @param close lets go of what it holds
public record DockContent(String title, String help, Node node, Runnable close) {}
