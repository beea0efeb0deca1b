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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javafx.scene.layout.StackPane;

/// The panes of one recording that are open, of every kind. FX thread.
///
/// When a recording is opened its scene is painted first; the timeline follows, then the other
/// panes, one a frame, those behind others when they come to the front. What is opened later is
/// there at once.
final class OpenPanes {
  /// Frames after which a scene that was drawn up has been painted, and nothing else is on its way:
  /// one that shows it, one in which that is painted, one in which it is seen.
  private static final int PAINTED = 3;

  /// Frames after which panes wait no longer for a scene that does not come.
  private static final int PATIENCE = 60;

  /// Frames for which panels wait for a picture that is late.
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
      WindowContext bench,
      SceneThreads threads,
      Theme theme) {
    this.document = document;
    this.openers = new PaneOpeners(document, commands, bench, threads);
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

  /// Puts the keyboard into the tick field; where the pane that has it is still to be opened, then.
  void askForTick() {
    tickAsked = panes.values().stream().noneMatch(OpenPane::askForTick);
  }

  /// More is known of the recording.
  void stale() {
    panes.values().forEach(OpenPane::stale);
  }

  /// Another pane may have come to the front: what can be seen is filled at once, unless the
  /// recording is only just being opened.
  void fill() {
    if (begun) {
      late.values().stream().filter(LazyPane::awaited).toList().forEach(LazyPane::fill);
    }
  }

  /// Shows every pane that can be seen the newest moment.
  void frame() {
    frames++;
    framesDrawn += drawn() ? 1 : 0;
    if (framesDrawn > PAINTED || outOfPatience()) {
      next().ifPresent(LazyPane::fill);
    }
    begun = begun || complete();
    Moment seen = seen();
    // What a panel does in its frame may open another pane.
    List.copyOf(panes.values()).forEach(pane -> pane.frame(seen));
  }

  /// What every pane shows in this frame: the moment the scene shows, which is drawn up beside the
  /// FX thread and comes a frame later than the cursor. Where there is no scene, or the picture
  /// does not come, the moment of the cursor.
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

  private boolean outOfPatience() {
    return frames > PATIENCE;
  }

  /// The pane to open next, of those that can be seen.
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

  /// Whether every scene that is open has been drawn up.
  boolean drawn() {
    return panes.values().stream().allMatch(OpenPane::drawn);
  }

  /// Whether nothing that can be seen is still to be opened.
  boolean complete() {
    return (drawn() || outOfPatience()) && late.values().stream().noneMatch(LazyPane::awaited);
  }

  /// Takes on the colours of a theme.
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

    /// @param maker called once at most
    LazyPane(Supplier<OpenPane> maker) {
      this.maker = maker;
      getStyleClass().add("hs-late");
      setMinSize(0, 0);
    }

    /// The place of its controls.
    PaneTools tools() {
      return tools;
    }

    /// Whether it can be seen and is still empty.
    boolean awaited() {
      return content.isEmpty() && !closed && getScene() != null;
    }

    /// Makes the content, and has it in the window at once: the next key may be for it.
    void fill() {
      OpenPane made = maker.get();
      content = Optional.of(made);
      getChildren().setAll(made.node());
      tools.show(made.tools());
      applyCss();
      layout();
    }

    /// Closes the place for good; nothing is made in it any more.
    void close() {
      closed = true;
    }
  }
}
