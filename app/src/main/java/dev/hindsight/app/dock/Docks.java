package dev.hindsight.app.dock;

import dev.hindsight.app.fx.KeyboardFocus;
import dev.hindsight.app.fx.PaneTools;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import software.coley.bentofx.Bento;
import software.coley.bentofx.control.HeaderPane;
import software.coley.bentofx.dockable.Dockable;
import software.coley.bentofx.event.DockEvent;
import software.coley.bentofx.layout.container.DockContainerLeaf;
import software.coley.bentofx.layout.container.DockContainerRootBranch;

/// The docks of one recording: they show a layout, and send a command whenever the user drags a tab
/// or a divider, or chooses or closes a tab. FX thread. The layout is the model and the docks are
/// its view: a layout that does not come from dragging rebuilds them around the same panes.
public final class Docks extends StackPane {
  private static final PseudoClass CURRENT = PseudoClass.getPseudoClass("current");

  private final Bento bento;
  private final Function<PaneId, DockContent> contents;
  private final Consumer<LayoutCommand> commands;
  private final Consumer<Optional<PaneId>> maximising;
  private final Node nothing;
  private final Map<PaneId, DockContent> open = new HashMap<>();
  private Optional<LayoutNode> shown = Optional.empty();
  private @Nullable DockContainerRootBranch root;
  private Optional<PaneId> lastFocused = Optional.empty();
  private Optional<MaximisedPane> large = Optional.empty();
  private boolean building;
  private boolean rearranged;

  /// @param contents makes the content of a pane, once each time it is opened
  /// @param commands receives the user's changes
  /// @param maximising receives the pane to maximise, or none
  /// @param nothing shown while every pane is closed
  public Docks(
      Function<PaneId, DockContent> contents,
      Consumer<LayoutCommand> commands,
      Consumer<Optional<PaneId>> maximising,
      Node nothing) {
    this.contents = contents;
    this.commands = commands;
    this.maximising = maximising;
    this.nothing = nothing;
    this.bento =
        new DockBento(
            this::tools,
            new TabMenu(
                () -> shown,
                () -> large.map(MaximisedPane::pane),
                commands,
                maximising,
                this::content));
    getStyleClass().add("hs-docks");
    bento.events().addEventListener(this::happened);
    addEventFilter(MouseEvent.MOUSE_RELEASED, this::released);
    sceneProperty().flatMap(Scene::focusOwnerProperty).subscribe(_ -> focusMoved());
    getChildren().add(nothing);
  }

  /// Shows a layout.
  public void show(Layout layout) {
    if (layout.root().equals(shown)) {
      return;
    }
    boolean onlyFronts =
        layout
            .root()
            .map(LayoutTreeEdits::allToFront)
            .equals(shown.map(LayoutTreeEdits::allToFront));
    shown = layout.root();
    if (large.filter(pane -> !onlyFronts || !layout.inFront(pane.pane())).isPresent()) {
      restore();
      maximising.accept(Optional.empty());
    }
    building = true;
    try {
      if (onlyFronts && root != null) {
        layout.panes().forEach(this::bringToFront);
        settle();
      } else {
        rebuild(layout);
      }
    } finally {
      building = false;
    }
  }

  /// Maximises a pane, or restores the maximised one. A layout that moves panes meanwhile also
  /// restores it.
  public void maximise(Optional<PaneId> pane) {
    if (large.map(MaximisedPane::pane).equals(pane)) {
      return;
    }
    Optional<Node> focus = focusInside();
    restore();
    large =
        pane.flatMap(
            wanted -> leaf(wanted).map(leaf -> MaximisedPane.of(wanted, leaf, getChildren())));
    settle();
    focus
        .filter(owner -> KeyboardFocus.isInside(owner, this))
        .ifPresentOrElse(Node::requestFocus, () -> pane.ifPresent(this::focus));
    focusMoved();
  }

  private void restore() {
    large.ifPresent(shown -> shown.restore(getChildren()));
    large = Optional.empty();
  }

  private Optional<Node> focusInside() {
    return Optional.ofNullable(getScene())
        .map(Scene::getFocusOwner)
        .filter(owner -> KeyboardFocus.isInside(owner, this));
  }

  /// Sends the user's rearrangements; called before a frame is painted.
  public void frame() {
    if (rearranged && root != null) {
      rearranged = false;
      Optional<LayoutNode> now = DockTree.read(root);
      if (!now.equals(shown)) {
        shown = now;
        commands.accept(new LayoutCommand.Arrange(now));
      }
    }
  }

  /// The content of an open pane.
  public Optional<DockContent> content(PaneId pane) {
    return Optional.ofNullable(open.get(pane));
  }

  private PaneTools tools(Dockable dockable) {
    return content(pane(dockable))
        .map(DockContent::tools)
        .orElseGet(() -> new PaneTools(List.of()));
  }

  /// Whether a pane is open and in front.
  public boolean visible(PaneId pane) {
    return content(pane).map(content -> content.node().getScene() != null).orElse(false);
  }

  /// The pane with the keyboard focus, or the last one while a menu has it.
  public Optional<PaneId> focused() {
    return inFocus().or(() -> lastFocused.filter(open::containsKey));
  }

  private Optional<PaneId> inFocus() {
    return focusedLeaf().stream()
        .flatMap(leaf -> Optional.ofNullable(leaf.getSelectedDockable()).stream())
        .map(Docks::pane)
        .findFirst();
  }

  /// Moves the keyboard focus by a number of tab areas, cyclically.
  public void focusNext(int steps) {
    List<DockContainerLeaf> leaves = leaves();
    if (leaves.isEmpty()) {
      return;
    }
    int place = leaves.indexOf(focusedLeaf().orElse(leaves.getLast()));
    int from = focusedLeaf().isEmpty() && steps < 0 ? 0 : place;
    focus(leaves.get(Math.floorMod(from + steps, leaves.size())));
  }

  /// Moves the keyboard focus to a pane.
  public void focus(PaneId pane) {
    leaf(pane).ifPresent(Docks::focus);
  }

  private Optional<DockContainerLeaf> leaf(PaneId pane) {
    return leaves().stream()
        .filter(leaf -> leaf.getDockables().stream().anyMatch(d -> pane(d).equals(pane)))
        .findFirst();
  }

  /// Closes all panes for good.
  public void close() {
    open.values().forEach(content -> content.close().run());
    open.clear();
  }

  private Optional<DockContainerLeaf> focusedLeaf() {
    Optional<Node> owner = Optional.ofNullable(getScene()).map(Scene::getFocusOwner);
    return leaves().stream()
        .filter(leaf -> owner.filter(node -> inside(node, leaf)).isPresent())
        .findFirst();
  }

  private boolean inside(Node node, DockContainerLeaf leaf) {
    return KeyboardFocus.isInside(node, leaf)
        || large.filter(pane -> pane.leaf().equals(leaf) && pane.holds(node)).isPresent();
  }

  /// Does not use a node's focus-within state, which goes stale when its ancestors change.
  private void focusMoved() {
    lastFocused = inFocus().or(() -> lastFocused);
    Optional<DockContainerLeaf> current = focusedLeaf();
    leaves()
        .forEach(leaf ->
            leaf.pseudoClassStateChanged(CURRENT, current.filter(leaf::equals).isPresent()));
  }

  private static void focus(DockContainerLeaf leaf) {
    Dockable front = leaf.getSelectedDockable();
    if (front != null) {
      Optional.ofNullable(front.getNode())
          .flatMap(KeyboardFocus::first)
          .or(() -> Optional.ofNullable(leaf.getHeader(front)))
          .ifPresent(KeyboardFocus::visibly);
    }
  }

  private List<DockContainerLeaf> leaves() {
    return root == null ? List.of() : DockLeaves.of(root);
  }

  private void rebuild(Layout layout) {
    Optional<Node> focus = focusInside();
    List<PaneId> wanted = layout.panes();
    List<PaneId> gone = open.keySet().stream().filter(pane -> !wanted.contains(pane)).toList();
    root = layout.root().map(node -> DockTree.build(bento, node, this::dockable)).orElse(null);
    getChildren().setAll(root == null ? nothing : root);
    gone.forEach(pane -> content(pane).ifPresent(content -> content.close().run()));
    gone.forEach(open::remove);
    settle();
    focus.filter(owner -> KeyboardFocus.isInside(owner, this)).ifPresent(Node::requestFocus);
    focusMoved();
  }

  /// Puts the panes into the window at once, not with the next frame: a focused pane keeps the
  /// keyboard, and a pane opened for typing gets it before the next key arrives. The frame has less
  /// to do then.
  private void settle() {
    if (getScene() != null) {
      applyCss();
      layout();
    }
  }

  private Dockable dockable(PaneId pane) {
    DockContent content = open.computeIfAbsent(pane, contents);
    Dockable dockable = bento.dockBuilding().dockable(pane.toString());
    dockable.setTitle(content.title());
    dockable.setTooltip(new Tooltip(content.help()));
    dockable.setCanBeDragged(true);
    dockable.setCanBeDroppedToNewWindow(false);
    dockable.setNode(content.node());
    return dockable;
  }

  private void bringToFront(PaneId pane) {
    boolean wanted =
        shown.map(node -> LayoutTreeEdits.showing(node, pane).equals(node)).orElse(false);
    if (wanted) {
      for (DockContainerLeaf leaf : leaves()) {
        leaf.getDockables().stream()
            .filter(dockable -> pane(dockable).equals(pane))
            .findFirst()
            .filter(dockable -> !dockable.equals(leaf.getSelectedDockable()))
            .ifPresent(leaf::selectDockable);
      }
    }
  }

  private void happened(DockEvent event) {
    if (building) {
      return;
    }
    switch (event) {
      case DockEvent.DockableClosing closing -> {
        closing.cancel();
        commands.accept(new LayoutCommand.Close(pane(closing.dockable())));
      }
      case DockEvent.DockableSelected selected -> {
        if (!rearranged) {
          PaneId pane = pane(selected.dockable());
          shown = shown.map(node -> LayoutTreeEdits.showing(node, pane));
          commands.accept(new LayoutCommand.Show(pane));
        }
      }
      case DockEvent.DockableAdded _,
          DockEvent.DockableRemoved _,
          DockEvent.DockableParentChanged _,
          DockEvent.ContainerChildAdded _,
          DockEvent.ContainerChildRemoved _,
          DockEvent.ContainerParentChanged _ ->
          rearranged = true;
      case DockEvent.RootContainerAdded _, DockEvent.RootContainerRemoved _ -> {}
    }
  }

  private void released(MouseEvent event) {
    if (event.getTarget() instanceof Node target && KeyboardFocus.isDivider(target)) {
      rearranged = true;
    }
  }

  private static PaneId pane(Dockable dockable) {
    return PaneId.parse(dockable.getIdentifier());
  }

  /// A maximised pane with its tabs; the other panes are hidden in their places. FX thread.
  ///
  /// @param pane the requested pane
  /// @param leaf its dock
  /// @param content the content of the dock
  /// @param at index of the content among the dock's children
  private record MaximisedPane(PaneId pane, DockContainerLeaf leaf, Node content, int at) {
    /// Takes the content out of its dock and puts it over everything else.
    ///
    /// @param layers the stacked nodes of the docks
    static MaximisedPane of(PaneId pane, DockContainerLeaf leaf, List<Node> layers) {
      Node content =
          leaf.getChildren().stream()
              .filter(HeaderPane.class::isInstance)
              .findFirst()
              .orElseThrow();
      MaximisedPane large =
          new MaximisedPane(pane, leaf, content, leaf.getChildren().indexOf(content));
      leaf.getChildren().remove(content);
      layers.forEach(layer -> layer.setVisible(false));
      layers.add(content);
      return large;
    }

    /// Puts the content back into its dock.
    void restore(List<Node> layers) {
      layers.remove(content);
      layers.forEach(layer -> layer.setVisible(true));
      List<Node> place = leaf.getChildren();
      place.add(Math.min(at, place.size()), content);
    }

    /// Whether it contains a node.
    boolean holds(Node node) {
      return KeyboardFocus.isInside(node, content);
    }
  }
}
