package dev.hindsight.app.window;

import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.dock.DockContent;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.fx.PaneTools;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javafx.scene.layout.StackPane;

/// The open panes of one recording, of every kind. FX thread.
///
/// When a recording is opened, its scene is painted first; then follow the timeline and the other
/// panes, one per frame, and hidden ones when they come to the front. Panes opened later are
/// created at once.
final class OpenPanes {
  /// The number of frames until a built scene is on the screen with nothing pending: one that shows
  /// it, one that paints it, one that displays it.
  private static final int PAINTED = 3;

  /// The number of frames after which panes no longer wait for a missing scene.
  private static final int PATIENCE = 60;

  /// The number of frames for which panels wait for a late picture.
  private static final int LATE = 10;

  private final Document document;
  private final PaneOpeners openers;
  private final Map<PaneId, OpenPane> panes = new HashMap<>();
  private final Map<PaneId, LazyPane> late = new LinkedHashMap<>();
  private Theme theme;
  private Optional<Moment> painted = Optional.empty();
  private int framesBehind;
  private int frames;
  private int framesDrawn;
  private boolean begun;
  private boolean tickAsked;

  OpenPanes(
      Document document,
      CommandSet commands,
      WindowContext window,
      SceneThreads threads,
      Theme theme) {
    this.document = document;
    this.openers = new PaneOpeners(document, commands, window, threads);
    this.theme = theme;
  }

  /// Opens a pane.
  DockContent open(PaneId pane) {
    PaneKinds.Kind kind = PaneKinds.named(pane.kind()).orElseThrow();
    String title = pane.number() == 1 ? kind.title() : kind.title() + " " + pane.number();
    if (begun || kind.arrival() == PaneKinds.Arrival.AT_ONCE) {
      OpenPane made = make(pane);
      return new DockContent(
          title, kind.help(), new PaneTools(made.tools()), made.node(), () -> close(pane));
    }
    LazyPane place = new LazyPane(() -> make(pane));
    late.put(pane, place);
    return new DockContent(
        title,
        kind.help(),
        place.tools(),
        place,
        () -> {
          late.remove(pane);
          place.close();
          close(pane);
        });
  }

  private OpenPane make(PaneId pane) {
    OpenPane made = openers.open(pane, theme);
    panes.put(pane, made);
    tickAsked = tickAsked && !made.askForTick();
    return made;
  }

  private void close(PaneId pane) {
    Optional.ofNullable(panes.remove(pane)).ifPresent(OpenPane::close);
  }

  /// Moves the keyboard focus to the tick field; if its pane is still to be created, does so then.
  void askForTick() {
    tickAsked = panes.values().stream().noneMatch(OpenPane::askForTick);
  }

  /// Marks all panes as outdated.
  void stale() {
    panes.values().forEach(OpenPane::stale);
  }

  /// Another pane may have come to the front: creates what is visible at once, unless the recording
  /// is just being opened.
  void fill() {
    if (begun) {
      late.values().stream().filter(LazyPane::awaited).toList().forEach(LazyPane::fill);
    }
  }

  /// Shows the newest moment in every visible pane.
  void frame() {
    frames++;
    framesDrawn += drawn() ? 1 : 0;
    if (framesDrawn > PAINTED || outOfPatience()) {
      next().ifPresent(LazyPane::fill);
    }
    begun = begun || complete();
    Moment seen = seen();
    // A panel may open another pane in its frame.
    List.copyOf(panes.values()).forEach(pane -> pane.frame(seen));
  }

  /// The moment that every pane shows in this frame: the scene's, which is built off the FX thread
  /// and is one frame behind the cursor. Without a scene, or if its picture is too late, the
  /// cursor's.
  private Moment seen() {
    Moment now = document.moment();
    Optional<Moment> picture =
        panes.entrySet().stream()
            .sorted(Map.Entry.comparingByKey(Comparator.comparingInt(PaneId::number)))
            .flatMap(entry -> entry.getValue().pictured().stream())
            .findFirst();
    boolean behind = picture.filter(shown -> !shown.equals(now)).isPresent();
    framesBehind = behind && picture.equals(painted) ? framesBehind + 1 : 0;
    painted = picture;
    return picture.filter(_ -> framesBehind < LATE).orElse(now);
  }

  /// What the scene in a pane shows, in pixels of the screen; empty if it is not open.
  Optional<Viewpoint> viewpoint(PaneId pane) {
    return Optional.ofNullable(panes.get(pane)).flatMap(OpenPane::viewpoint);
  }

  private boolean outOfPatience() {
    return frames > PATIENCE;
  }

  /// The next visible pane to create.
  private Optional<LazyPane> next() {
    Predicate<Map.Entry<PaneId, LazyPane>> first =
        entry ->
            PaneKinds.named(entry.getKey().kind())
                .filter(kind -> kind.arrival() == PaneKinds.Arrival.FIRST)
                .isPresent();
    return late.entrySet().stream()
        .filter(entry -> entry.getValue().awaited())
        .sorted(Comparator.comparing(first::test, Comparator.reverseOrder()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /// Whether every open scene has been built.
  boolean drawn() {
    return panes.values().stream().allMatch(OpenPane::drawn);
  }

  /// Whether every visible pane has been created.
  boolean complete() {
    return (drawn() || outOfPatience()) && late.values().stream().noneMatch(LazyPane::awaited);
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme other) {
    theme = other;
    panes.values().forEach(pane -> pane.applyTheme(other));
  }

  /// The place of a pane whose content is made later: to make it and to find its style takes up to
  /// a tenth of a second the first time. FX thread.
  private static final class LazyPane extends StackPane {
    private final Supplier<OpenPane> maker;
    private final PaneTools tools = new PaneTools(List.of());
    private Optional<OpenPane> content = Optional.empty();
    private boolean closed;

    /// @param maker called at most once
    LazyPane(Supplier<OpenPane> maker) {
      this.maker = maker;
      getStyleClass().add("hs-late");
      setMinSize(0, 0);
    }

    /// The place for its controls.
    PaneTools tools() {
      return tools;
    }

    /// Whether it is visible and still empty.
    boolean awaited() {
      return content.isEmpty() && !closed && getScene() != null;
    }

    /// Creates the content, and puts it into the window at once, because the next key may be for
    /// it.
    void fill() {
      OpenPane made = maker.get();
      content = Optional.of(made);
      getChildren().setAll(made.node());
      tools.show(made.tools());
      applyCss();
      layout();
    }

    /// Closes the placeholder for good; it creates no content any more.
    void close() {
      closed = true;
    }
  }
}
