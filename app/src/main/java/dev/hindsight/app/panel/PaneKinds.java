package dev.hindsight.app.panel;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.dock.DefaultDockPosition;
import dev.hindsight.app.dock.DockEdge;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.inspector.BuiltInPanels;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The list of pane kinds: scenes, the timeline, the window's lists, and every panel.
public final class PaneKinds {
  /// The id of scenes.
  public static final String SCENE = "scene";

  /// The id of scenes of the recording beside the open one.
  public static final String OTHER_SCENE = "scene-b";

  /// The id of the timeline.
  public static final String TIMELINE = "timeline";

  /// The id of the list of bookmarks.
  public static final String BOOKMARKS = "bookmarks";

  /// The id of the tree of branches.
  public static final String BRANCHES = "branches";

  /// The id of the list of breakpoints.
  public static final String BREAKPOINTS = "breakpoints";

  /// The id of the list of facts.
  public static final String FACTS = "facts";

  private static final double SIDE = 0.35;
  private static final double BOTTOM = 0.24;

  private static final String PICTURES = wording("PaneKinds.scene_and_timeline");
  private static final String NOTES = wording("PaneKinds.notes_and_branches");

  /// When a pane of a layout is created after a recording is opened.
  public enum Arrival {
    /// Together with the layout.
    AT_ONCE,
    /// Before all others, once the scene is painted.
    FIRST,
    /// After the others, one per frame.
    LATER
  }

  /// A kind of pane.
  ///
  /// @param id as in [PaneId#kind]
  /// @param title its name on tabs and in menus
  /// @param help its purpose, in one sentence
  /// @param group the group that menus list it in
  /// @param synonyms other words that users may search for
  /// @param arrival when it is created
  /// @param home where it opens
  /// @param requirement what a recording lacks for it, in words; empty if it can be opened
  public record Kind(
      String id,
      String title,
      String help,
      String group,
      List<String> synonyms,
      Arrival arrival,
      DefaultDockPosition home,
      Function<Manifest, Optional<String>> requirement) {
    /// Copies the list.
    public Kind {
      synonyms = List.copyOf(synonyms);
    }

    private static Kind own(
        String id, String title, String help, String group, List<String> synonyms) {
      return new Kind(
          id, title, help, group, synonyms, Arrival.LATER, side(id), _ -> Optional.empty());
    }

    private static Kind of(PanelType type) {
      return new Kind(
          type.id(),
          type.title(),
          type.question(),
          type.subject().title(),
          type.synonyms(),
          Arrival.LATER,
          side(type.id()),
          type::missing);
    }

    private Kind arriving(Arrival when) {
      return new Kind(id, title, help, group, synonyms, when, home, requirement);
    }

    private Kind at(DockEdge edge, double share) {
      DefaultDockPosition place = new DefaultDockPosition(List.of(), edge, share);
      return new Kind(id, title, help, group, synonyms, arrival, place, requirement);
    }

    private Kind requiring(Function<Manifest, Optional<String>> lack) {
      return new Kind(id, title, help, group, synonyms, arrival, home, lack);
    }

    /// What a recording lacks for it, in words; empty if it can be opened. A kind whose check fails
    /// is unavailable and says so.
    public Optional<String> missing(Manifest manifest) {
      try {
        return requirement.apply(manifest);
      } catch (RuntimeException | Error failure) {
        return Optional.of(wording("PaneKinds.it_failed", failure));
      }
    }

    /// A tab behind the open panels, or a column to the right.
    private static DefaultDockPosition side(String id) {
      return new DefaultDockPosition(
          BuiltInPanels.ALL.stream()
              .map(PanelType::id)
              .filter(other -> !other.equals(id))
              .map(PaneId::of)
              .toList(),
          DockEdge.RIGHT,
          SIDE);
    }
  }

  /// All kinds, in the order of the menus.
  public static final List<Kind> ALL =
      Stream.concat(
              Stream.of(
                  Kind.own(
                          SCENE,
                          "Scene",
                          wording("PaneKinds.what_the_world_looks_like_at"),
                          PICTURES,
                          List.of("map", "view"))
                      .arriving(Arrival.AT_ONCE)
                      .at(DockEdge.LEFT, SIDE),
                  Kind.own(
                          OTHER_SCENE,
                          wording("PaneKinds.scene_of_b"),
                          wording("PaneKinds.what_the_world_looks_like_in"),
                          PICTURES,
                          List.of("compare"))
                      .arriving(Arrival.AT_ONCE)
                      .at(DockEdge.LEFT, SIDE),
                  Kind.own(
                          TIMELINE,
                          "Timeline",
                          wording("PaneKinds.what_happens_when_and_where_the"),
                          PICTURES,
                          List.of("lanes", "events"))
                      .arriving(Arrival.FIRST)
                      .at(DockEdge.BOTTOM, BOTTOM),
                  Kind.own(
                      BOOKMARKS,
                      "Bookmarks",
                      wording("PaneKinds.which_moments_you_marked_with_names"),
                      NOTES,
                      List.of("notes", "marks")),
                  Kind.own(
                          BRANCHES,
                          "Branches",
                          wording("PaneKinds.what_would_have_happened_after_a"),
                          NOTES,
                          List.of("edit", "rewind", "fork"))
                      .requiring(PaneKinds::notSimulated),
                  Kind.own(
                      BREAKPOINTS,
                      "Breakpoints",
                      wording("PaneKinds.at_which_ticks_a_condition_holds"),
                      NOTES,
                      List.of("stop", "cel", "query")),
                  Kind.own(
                      FACTS,
                      "Facts",
                      wording("PaneKinds.whether_this_recording_does_what"),
                      NOTES,
                      List.of("assert", "expect"))),
              BuiltInPanels.ALL.stream().map(Kind::of))
          .toList();

  private PaneKinds() {}

  /// The kind with an id.
  public static Optional<Kind> named(String id) {
    return ALL.stream().filter(kind -> kind.id().equals(id)).findFirst();
  }

  /// What a recording lacks for a kind of pane, in words; empty if it can be opened.
  public static Optional<String> missing(String kind, Manifest manifest) {
    return named(kind)
        .map(found -> found.missing(manifest))
        .orElse(Optional.of(wording("PaneKinds.this_version_has_no_such_panel")));
  }

  /// The default layout for a recording: for one agent with memory, its attention is visible; for
  /// several agents, tables, with the attention or the neighbours of the selected one in front.
  public static Layout suited(Manifest manifest, WindowSizeClass room) {
    boolean remembers = AttentionSources.expected(manifest);
    boolean graph = missing("neighbours", manifest).isEmpty();
    if (remembers && !graph && manifest.agents() == 1) {
      return fitting(LayoutPreset.MEMORY.layout(room), manifest);
    }
    Layout layout = fitting(LayoutPreset.INSPECT.layout(room), manifest);
    if (graph) {
      return layout.apply(new LayoutCommand.Show(PaneId.of("neighbours")));
    }
    DefaultDockPosition beside =
        new DefaultDockPosition(List.of(PaneId.of("tick")), DockEdge.RIGHT, SIDE);
    return remembers
        ? layout.apply(new LayoutCommand.Open(PaneId.of("attention"), beside))
        : layout;
  }

  /// A layout without the panes that do not apply to a recording.
  public static Layout fitting(Layout layout, Manifest manifest) {
    return layout.only(pane -> missing(pane.kind(), manifest).isEmpty());
  }

  /// Where a pane of a kind opens.
  ///
  /// @throws java.util.NoSuchElementException for a kind there is not
  public static DefaultDockPosition home(String kind) {
    return named(kind).orElseThrow().home();
  }

  private static Optional<String> notSimulated(Manifest manifest) {
    return manifest.channels().stream().anyMatch(channel -> channel.name().equals("state_hash"))
        ? Optional.empty()
        : Optional.of(wording("PaneKinds.hindsight_did_not_record_this_file"));
  }
}
