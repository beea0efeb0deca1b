package dev.hindsight.app.panel;

import dev.hindsight.app.dock.DefaultDockPosition;
import dev.hindsight.app.dock.DockEdge;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.inspector.BuiltInPanels;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What can be docked: scenes, the timeline, and every panel.
public final class PaneKinds {
  /// The kind of scenes.
  public static final String SCENE = "scene";

  /// The kind of scenes of the recording that stands beside.
  public static final String OTHER_SCENE = "scene-b";

  /// The kind of the timeline.
  public static final String TIMELINE = "timeline";

  /// The kind of the list of bookmarks.
  public static final String BOOKMARKS = "bookmarks";

  /// The kind of the tree of branches.
  public static final String BRANCHES = "branches";

  /// The kind of the list of breakpoints.
  public static final String BREAKPOINTS = "breakpoints";

  /// The kind of the list of facts.
  public static final String FACTS = "facts";

  private static final Set<String> NOT_PANELS =
      Set.of(SCENE, OTHER_SCENE, TIMELINE, BOOKMARKS, BREAKPOINTS, FACTS);

  private static final double SIDE = 0.35;
  private static final double BOTTOM = 0.24;

  /// One kind.
  ///
  /// @param id as in [PaneId#kind]
  /// @param title the words on tabs and in menus
  /// @param help what it is for, in one sentence
  /// @param synonyms other words people look for it by
  public record Kind(String id, String title, String help, List<String> synonyms) {
    /// Copies the list.
    public Kind {
      synonyms = List.copyOf(synonyms);
    }
  }

  /// All of them, in the order menus show them.
  public static final List<Kind> ALL =
      Stream.concat(
              Stream.of(
                  new Kind(
                      SCENE,
                      "Scene",
                      "What the world looks like at this tick.",
                      List.of("map", "view")),
                  new Kind(
                      OTHER_SCENE,
                      "Scene of B",
                      "What the world looks like in the recording it is compared with.",
                      List.of("compare")),
                  new Kind(
                      TIMELINE,
                      "Timeline",
                      "What happens when, and where the cursor is.",
                      List.of("lanes", "events")),
                  new Kind(
                      BOOKMARKS,
                      "Bookmarks",
                      "Which moments you marked, with names and notes.",
                      List.of("notes", "marks")),
                  new Kind(
                      BRANCHES,
                      "Branches",
                      "What would have happened after a change at a tick.",
                      List.of("edit", "rewind", "fork")),
                  new Kind(
                      BREAKPOINTS,
                      "Breakpoints",
                      "At which ticks a condition holds.",
                      List.of("stop", "cel", "query")),
                  new Kind(
                      FACTS,
                      "Facts",
                      "Whether this recording does what you expect.",
                      List.of("assert", "expect"))),
              BuiltInPanels.ALL.stream()
                  .map(type -> new Kind(type.id(), type.title(), type.question(), type.synonyms())))
          .toList();

  private PaneKinds() {}

  /// What a recording lacks for a kind of pane, in words; nothing where it can be opened.
  public static Optional<String> missing(String kind, Manifest manifest) {
    if (NOT_PANELS.contains(kind)) {
      return Optional.empty();
    }
    if (kind.equals(BRANCHES)) {
      return manifest.channels().stream().anyMatch(channel -> channel.name().equals("state_hash"))
          ? Optional.empty()
          : Optional.of("Hindsight did not record this file and cannot simulate it again.");
    }
    return named(kind)
        .map(type -> missing(type, manifest))
        .orElse(Optional.of("this version has no such panel"));
  }

  /// The panel of an id.
  public static Optional<PanelType> named(String id) {
    return BuiltInPanels.named(id);
  }

  /// A layout without the panes a recording has no use for.
  public static Layout fitting(Layout layout, Manifest manifest) {
    return layout.only(pane -> missing(pane.kind(), manifest).isEmpty());
  }

  /// A panel that fails while it is asked cannot be used, and says so.
  private static Optional<String> missing(PanelType type, Manifest manifest) {
    try {
      return type.missing(manifest);
    } catch (RuntimeException failure) {
      return Optional.of("it failed: " + failure);
    }
  }

  /// Where a pane of a kind is opened.
  public static DefaultDockPosition home(String kind) {
    return switch (kind) {
      case TIMELINE -> new DefaultDockPosition(List.of(), DockEdge.BOTTOM, BOTTOM);
      case SCENE, OTHER_SCENE -> new DefaultDockPosition(List.of(), DockEdge.LEFT, SIDE);
      default ->
          new DefaultDockPosition(
              BuiltInPanels.ALL.stream()
                  .map(PanelType::id)
                  .filter(id -> !id.equals(kind))
                  .map(PaneId::of)
                  .toList(),
              DockEdge.RIGHT,
              SIDE);
    };
  }
}
