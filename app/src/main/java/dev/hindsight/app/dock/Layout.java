package dev.hindsight.app.dock;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// How the panes of a recording are arranged, and what each wants to remember about itself.
///
/// @param root nothing where every pane is closed
/// @param details texts only the panes themselves understand, such as the lanes of a timeline; kept
///   for panes that are closed, too
public record Layout(Optional<LayoutNode> root, Map<PaneId, String> details) {
  /// Everything closed.
  public static final Layout EMPTY = new Layout(Optional.empty(), Map.of());

  /// Copies the map; a pane stands in one place only.
  public Layout {
    details = Map.copyOf(details);
    List<PaneId> all = root.map(node -> node.panes().toList()).orElse(List.of());
    if (all.stream().distinct().count() != all.size()) {
      throw new IllegalArgumentException("a pane is docked twice in " + all);
    }
  }

  /// A layout nobody has remembered anything in.
  public static Layout of(LayoutNode root) {
    return new Layout(Optional.of(root), Map.of());
  }

  /// The panes that are open, in reading order.
  public List<PaneId> panes() {
    return root.map(node -> node.panes().toList()).orElse(List.of());
  }

  /// Whether a pane is open.
  public boolean holds(PaneId pane) {
    return panes().contains(pane);
  }

  /// Whether a pane is open and in front of those it shares its place with.
  public boolean inFront(PaneId pane) {
    return holds(pane)
        && root.map(node -> LayoutTreeEdits.showing(node, pane).equals(node)).orElse(false);
  }

  /// Whether another layout has the panes in the same places, whichever are in front.
  public boolean sameArrangement(Layout other) {
    return root.map(LayoutTreeEdits::allToFront)
        .equals(other.root.map(LayoutTreeEdits::allToFront));
  }

  /// The layout without the panes that are not wanted.
  public Layout only(Predicate<PaneId> wanted) {
    return panes().stream()
        .filter(wanted.negate())
        .reduce(
            this, (kept, pane) -> kept.apply(new LayoutCommand.Close(pane)), (_, later) -> later);
  }

  /// The layout after a command.
  public Layout apply(LayoutCommand command) {
    return switch (command) {
      case LayoutCommand.Open open -> opening(open.pane(), open.home());
      case LayoutCommand.Close close ->
          with(root.flatMap(node -> LayoutTreeEdits.without(node, close.pane())));
      case LayoutCommand.Show show ->
          with(root.map(node -> LayoutTreeEdits.showing(node, show.pane())));
      case LayoutCommand.Move move ->
          holds(move.pane())
              ? with(root.map(node -> PaneMoves.moved(node, move.pane(), move.edge())))
              : this;
      case LayoutCommand.Grow grow -> with(root.map(node -> LayoutTreeEdits.growing(node, grow)));
      case LayoutCommand.Arrange arrange -> with(arrange.root());
      case LayoutCommand.Replace replace -> replace.layout();
      case LayoutCommand.Detail detail -> detailing(detail.pane(), detail.text());
    };
  }

  private Layout opening(PaneId pane, DefaultDockPosition defaultDockPosition) {
    if (holds(pane)) {
      return apply(new LayoutCommand.Show(pane));
    }
    LayoutNode alone = LayoutNode.Tabs.of(pane);
    return with(
        Optional.of(
            root.map(node ->
                    defaultDockPosition.beside().stream()
                        .filter(this::holds)
                        .findFirst()
                        .map(host -> LayoutTreeEdits.joining(node, host, pane))
                        .orElseGet(() ->
                            LayoutTreeEdits.attached(
                                node,
                                alone,
                                defaultDockPosition.edge(),
                                defaultDockPosition.share())))
                .orElse(alone)));
  }

  private Layout detailing(PaneId pane, String text) {
    Map<PaneId, String> more = new TreeMap<>(details);
    more.put(pane, text);
    return new Layout(root, more);
  }

  private Layout with(Optional<LayoutNode> next) {
    return new Layout(next, details);
  }
}
