package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Flow;
import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.SplitPart;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The built-in layouts. Applying one leaves out panes that do not apply to the recording.
@SuppressWarnings("ImmutableEnumChecker") // a layout is a value; its map is a copy
public enum LayoutPreset {
  /// The scene as large as possible.
  WATCH("Watch", "Alt+1", rows(tabs("scene"), 0.72, tabs("timeline"))),
  /// The scene beside everything about the tick.
  INSPECT(
      "Inspect",
      "Alt+2",
      rows(
          columns(
              tabs("scene"),
              0.6,
              rows(
                  tabs("agents", "scores", "rewards", "neighbours"),
                  0.42,
                  tabs("tick", "observation", "action", "bookmarks"))),
          0.7,
          tabs("timeline")),
      columns(
          rows(tabs("scene"), 0.62, tabs("timeline")),
          0.54,
          rows(
              tabs("agents", "scores", "rewards", "neighbours"),
              0.44,
              tabs("tick", "observation", "action", "bookmarks")))),
  /// The training charts beside the scene.
  TRAIN(
      "Train",
      "Alt+3",
      rows(columns(tabs("training", "agents"), 0.45, tabs("scene")), 0.7, tabs("timeline"))),
  /// The policy's memory beside its attention to earlier ticks.
  MEMORY(
      "Memory",
      "Alt+4",
      rows(
          columns(
              rows(tabs("scene"), 0.4, tabs("look-back")),
              0.45,
              tabs("attention", "neighbours", "what-if", "remember", "masks", "cache")),
          0.74,
          tabs("timeline"))),
  /// Two recordings side by side, and where they differ.
  COMPARE(
      "Compare",
      "Alt+5",
      rows(
          columns(tabs("scene"), 0.5, tabs("scene-b")),
          0.5,
          columns(tabs("timeline"), 0.5, tabs("differences", "scores"))));

  private final String title;
  private final String keys;
  private final Layout roomy;
  private final Layout low;

  LayoutPreset(String title, String keys, LayoutNode root) {
    this(title, keys, root, root);
  }

  LayoutPreset(String title, String keys, LayoutNode roomy, LayoutNode low) {
    this.title = title;
    this.keys = keys;
    this.roomy = Layout.of(roomy);
    this.low = Layout.of(low);
  }

  /// Its name in menus.
  public String title() {
    return title;
  }

  /// The preset of a name, as menus write it; empty if there is none.
  public static Optional<LayoutPreset> named(String title) {
    return Stream.of(values()).filter(preset -> preset.title.equalsIgnoreCase(title)).findFirst();
  }

  /// Its shortcut, as commands write it.
  public String keys() {
    return keys;
  }

  /// Its panes, all possible ones, in a window of the usual size.
  public Layout layout() {
    return layout(WindowSizeClass.ROOMY);
  }

  /// Its panes, all possible ones, for a size of window.
  public Layout layout(WindowSizeClass windowSizeClass) {
    return switch (windowSizeClass) {
      case ROOMY -> roomy;
      case LOW -> low;
    };
  }

  private static LayoutNode tabs(String... kinds) {
    List<PaneId> panes = Stream.of(kinds).map(PaneId::of).toList();
    return new Tabs(panes, panes.getFirst());
  }

  private static LayoutNode rows(LayoutNode first, double share, LayoutNode second) {
    return split(Flow.ROWS, first, share, second);
  }

  private static LayoutNode columns(LayoutNode first, double share, LayoutNode second) {
    return split(Flow.COLUMNS, first, share, second);
  }

  private static LayoutNode split(Flow flow, LayoutNode first, double share, LayoutNode second) {
    return Split.of(flow, List.of(new SplitPart(first, share), new SplitPart(second, 1 - share)))
        .orElseThrow();
  }
}
