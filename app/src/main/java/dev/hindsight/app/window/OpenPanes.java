package dev.hindsight.app.window;

import dev.hindsight.app.bookmarks.BookmarksPane;
import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.branch.BranchesPane;
import dev.hindsight.app.breakpoints.BreakpointsPane;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.dock.DockContent;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.facts.FactsPane;
import dev.hindsight.app.fx.OverflowPane;
import dev.hindsight.app.host.PanelHost;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.scene.ScenePane;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelinePane;
import dev.hindsight.app.workspace.ComparedRecording;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.derived.DerivedChannels;
import dev.hindsight.inspector.panel.PanelTrait;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.layout.Region;

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
  private final CommandSet commands;
  private final WindowContext bench;
  private final SceneThreads threads;
  private final Map<PaneId, ScenePane> scenes = new HashMap<>();
  private final Map<PaneId, PanelHost> hosts = new HashMap<>();
  private final Map<PaneId, LazyPane> late = new LinkedHashMap<>();
  private Optional<TimelinePane> timeline = Optional.empty();
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
    this.commands = commands;
    this.bench = bench;
    this.threads = threads;
    this.theme = theme;
  }

  /// Opens a pane.
  DockContent open(PaneId pane) {
    return switch (pane.kind()) {
      case PaneKinds.SCENE ->
          scene(
              pane,
              ComparedRecording.THIS,
              "Scene",
              () -> document.view().send(new ViewCommand.Close(pane.number())));
      case PaneKinds.OTHER_SCENE -> scene(pane, ComparedRecording.OTHER, "Scene of B", () -> {});
      case PaneKinds.TIMELINE -> late("Timeline", pane, this::timeline);
      case PaneKinds.BOOKMARKS -> late("Bookmarks", pane, this::bookmarks);
      case PaneKinds.BRANCHES -> late("Branches", pane, this::branches);
      case PaneKinds.BREAKPOINTS -> late("Breakpoints", pane, this::breakpoints);
      case PaneKinds.FACTS -> late("Facts", pane, this::facts);
      default -> {
        PanelType type = PaneKinds.named(pane.kind()).orElseThrow();
        yield late(type.title(), pane, () -> panel(pane, type));
      }
    };
  }

  /// Puts the keyboard into the tick field; where the timeline is still to be opened, then.
  void askForTick() {
    tickAsked = timeline.isEmpty();
    timeline.ifPresent(TimelinePane::askForTick);
  }

  /// More is known of the recording.
  void stale() {
    hosts.values().forEach(PanelHost::stale);
  }

  /// Another pane may have come to the front: what can be seen is filled at once, unless the
  /// recording is only just being opened.
  void fill() {
    if (begun) {
      late.values().stream().filter(LazyPane::awaited).toList().forEach(LazyPane::fill);
    }
  }

  /// Shows every panel that can be seen the newest moment.
  void frame() {
    frames++;
    framesDrawn += drawn() ? 1 : 0;
    if (framesDrawn > PAINTED || outOfPatience()) {
      next().ifPresent(LazyPane::fill);
    }
    begun = begun || complete();
    Moment seen = seen();
    hosts.values().forEach(host -> host.frame(seen));
  }

  /// What every panel shows in this frame: the moment the scene shows, which is drawn up beside the
  /// FX thread and comes a frame later than the cursor. Where there is no scene, or the picture
  /// does not come, the moment of the cursor.
  private Moment seen() {
    Moment now = document.moment();
    Optional<Moment> picture =
        scenes.entrySet().stream()
            .sorted(Map.Entry.comparingByKey(Comparator.comparingInt(PaneId::number)))
            .flatMap(entry -> entry.getValue().shown().stream())
            .findFirst();
    boolean behind = picture.filter(shown -> !shown.equals(now)).isPresent();
    framesBehind = behind && picture.equals(painted) ? framesBehind + 1 : 0;
    painted = picture;
    return picture.filter(_ -> framesBehind < LATE).orElse(now);
  }

  private boolean outOfPatience() {
    return frames > PATIENCE;
  }

  private Optional<LazyPane> next() {
    return Stream.concat(
            Stream.ofNullable(late.get(PaneId.of(PaneKinds.TIMELINE))), late.values().stream())
        .filter(LazyPane::awaited)
        .findFirst();
  }

  /// Whether every scene that is open has been drawn up.
  boolean drawn() {
    return scenes.values().stream().allMatch(ScenePane::drawn);
  }

  /// Whether nothing that can be seen is still to be opened.
  boolean complete() {
    return (drawn() || outOfPatience()) && late.values().stream().noneMatch(LazyPane::awaited);
  }

  /// Takes on the colours of a theme.
  void applyTheme(Theme other) {
    theme = other;
    scenes.values().forEach(scene -> scene.applyTheme(other));
    timeline.ifPresent(pane -> pane.applyTheme(other));
    hosts.values().forEach(host -> host.applyTheme(other));
  }

  /// @param closed what else is to be done when it is closed
  private DockContent scene(
      PaneId pane, ComparedRecording comparedRecording, String name, Runnable closed) {
    ScenePane scene =
        new ScenePane(
            document, comparedRecording, pane.number(), this::propose, commands, threads, theme);
    FactMenu.attach(scene, document, bench);
    scenes.put(pane, scene);
    return content(
        pane.number() == 1 ? name : name + " " + pane.number(),
        pane,
        scene,
        () -> {
          scenes.remove(pane);
          scene.close();
          closed.run();
        });
  }

  private LazyPane.Content timeline() {
    AttentionReadingCache library =
        document.shared(
            AttentionReadingCache.class, () -> new AttentionReadingCache(document.rollout()));
    DerivedChannels derived = DerivedChannels.of(document.rollout(), library);
    TimelinePane pane =
        new TimelinePane(document.timelineModel(), derived, commands, bench.background(), theme);
    timeline = Optional.of(pane);
    if (tickAsked) {
      askForTick();
    }
    FactMenu.attach(pane, document, bench);
    Runnable unmark = document.view().watch(view -> pane.select(view.selected()));
    return new LazyPane.Content(
        whole(pane),
        () -> {
          timeline = Optional.empty();
          unmark.run();
          pane.close();
          derived.close();
        });
  }

  private LazyPane.Content bookmarks() {
    BookmarksPane pane =
        new BookmarksPane(
            document.timelineModel().bookmarks(),
            () -> document.timeline().state().axis().trials(),
            AgentNames.of(document.rollout()),
            this::go);
    return new LazyPane.Content(whole(pane), pane::close);
  }

  private LazyPane.Content branches() {
    BranchesPane pane = new BranchesPane(document, bench);
    return new LazyPane.Content(whole(pane), pane::close);
  }

  /// The list of changes is shown to who adds to it.
  private void propose(Edit edit) {
    BranchController.of(document, bench).suggest(edit);
    document
        .layout()
        .send(
            new LayoutCommand.Open(
                PaneId.of(PaneKinds.BRANCHES), PaneKinds.home(PaneKinds.BRANCHES)));
  }

  private LazyPane.Content breakpoints() {
    BreakpointsPane pane =
        new BreakpointsPane(
            bench.breakpoints(document), document.timelineModel(), commands, bench.background());
    return new LazyPane.Content(whole(pane), pane::close);
  }

  private LazyPane.Content facts() {
    FactsPane pane =
        new FactsPane(
            bench.facts(document),
            () -> FactSuggestions.about(document),
            failure -> go(failure.tick(), failure.agent()));
    return new LazyPane.Content(whole(pane), pane::close);
  }

  private void go(int tick, int agent) {
    document.timeline().send(new TimelineCommand.Seek(tick));
    if (agent != Moment.NO_AGENT) {
      document.view().send(new ViewCommand.Select(agent));
    }
  }

  private void go(Bookmark bookmark) {
    bookmark
        .place()
        .in(document.timeline().state().axis().trials())
        .ifPresent(tick -> go(tick, bookmark.place().agent()));
  }

  private LazyPane.Content panel(PaneId pane, PanelType type) {
    Consumer<Notice.Crash> saver = crash -> CrashFile.save(bench, crash, () -> {});
    PanelHost host = new PanelHost(type, document, bench.background(), theme, saver, this::propose);
    hosts.put(pane, host);
    if (type.traits().contains(PanelTrait.OFFERS_FACTS)) {
      FactMenu.attach(host.node(), document, bench);
    }
    return new LazyPane.Content(
        host.node(),
        () -> {
          hosts.remove(pane);
          host.close();
        });
  }

  private DockContent late(String title, PaneId pane, Supplier<LazyPane.Content> maker) {
    if (begun) {
      LazyPane.Content made = maker.get();
      return content(title, pane, made.node(), made.close());
    }
    LazyPane place = new LazyPane(maker);
    late.put(pane, place);
    return content(
        title,
        pane,
        place,
        () -> {
          late.remove(pane);
          place.close();
        });
  }

  /// What is lower than its content moves about in it, as a panel does.
  private static Node whole(Region pane) {
    return OverflowPane.downwards(pane.getId(), pane);
  }

  private static DockContent content(String title, PaneId pane, Node node, Runnable close) {
    String help =
        PaneKinds.ALL.stream()
            .filter(kind -> kind.id().equals(pane.kind()))
            .map(PaneKinds.Kind::help)
            .findFirst()
            .orElse(title);
    return new DockContent(title, help, node, close);
  }
}
