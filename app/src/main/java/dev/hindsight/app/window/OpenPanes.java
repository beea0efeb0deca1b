package dev.hindsight.app.window;

import dev.hindsight.app.bookmarks.BookmarksPane;
import dev.hindsight.app.branch.BranchDesk;
import dev.hindsight.app.branch.BranchesPane;
import dev.hindsight.app.breakpoints.BreakpointsPane;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.dock.DockContent;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.facts.FactsPane;
import dev.hindsight.app.fx.Overflow;
import dev.hindsight.app.host.PanelHost;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.scene.ScenePane;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelinePane;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.Which;
import dev.hindsight.app.workspace.Workbench;
import dev.hindsight.inspector.attention.AttentionLibrary;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.derived.DerivedChannels;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.stage.StageThreads;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.layout.Region;

/// The panes of one recording that are open, of every kind. FX thread.
final class OpenPanes {
  /// Panels about agents and their trials, of which facts are kept.
  private static final Set<String> FACTUAL = Set.of("agents", "scores");

  private final Document document;
  private final CommandSet commands;
  private final Workbench bench;
  private final StageThreads threads;
  private final Map<PaneId, ScenePane> scenes = new HashMap<>();
  private final Map<PaneId, PanelHost> hosts = new HashMap<>();
  private Optional<TimelinePane> timeline = Optional.empty();
  private Theme theme;

  OpenPanes(
      Document document, CommandSet commands, Workbench bench, StageThreads threads, Theme theme) {
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
              Which.THIS,
              "Scene",
              () -> document.view().send(new ViewCommand.Close(pane.number())));
      case PaneKinds.OTHER_SCENE -> scene(pane, Which.OTHER, "Scene of B", () -> {});
      case PaneKinds.TIMELINE -> timeline();
      case PaneKinds.BOOKMARKS -> bookmarks();
      case PaneKinds.BRANCHES -> branches();
      case PaneKinds.BREAKPOINTS -> breakpoints();
      case PaneKinds.FACTS -> facts();
      default -> panel(pane);
    };
  }

  /// The timeline, if it is open.
  Optional<TimelinePane> timelinePane() {
    return timeline;
  }

  /// There is a newer moment.
  void stale() {
    hosts.values().forEach(PanelHost::stale);
  }

  /// Shows every panel that can be seen the newest moment.
  void frame() {
    hosts.values().forEach(PanelHost::frame);
  }

  /// Takes on the colours of a theme.
  void dress(Theme other) {
    theme = other;
    scenes.values().forEach(scene -> scene.dress(other));
    timeline.ifPresent(pane -> pane.dress(other));
    hosts.values().forEach(host -> host.dress(other));
  }

  /// @param closed what else is to be done when it is closed
  private DockContent scene(PaneId pane, Which which, String name, Runnable closed) {
    ScenePane scene =
        new ScenePane(document, which, pane.number(), this::propose, commands, threads, theme);
    FactMenu.attend(scene, document, bench);
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

  private DockContent timeline() {
    AttentionLibrary library =
        document.shared(AttentionLibrary.class, () -> new AttentionLibrary(document.rollout()));
    DerivedChannels derived = DerivedChannels.of(document.rollout(), library);
    TimelinePane pane =
        new TimelinePane(document.desk(), derived, commands, bench.background(), theme);
    timeline = Optional.of(pane);
    FactMenu.attend(pane, document, bench);
    Runnable unmark = document.view().watch(view -> pane.select(view.selected()));
    return content(
        "Timeline",
        PaneId.of(PaneKinds.TIMELINE),
        pane,
        () -> {
          timeline = Optional.empty();
          unmark.run();
          pane.close();
          derived.close();
        });
  }

  private DockContent bookmarks() {
    BookmarksPane pane =
        new BookmarksPane(
            document.desk().bookmarks(),
            () -> document.timeline().state().axis().trials(),
            AgentNames.of(document.rollout()),
            this::go);
    return content("Bookmarks", PaneId.of(PaneKinds.BOOKMARKS), whole(pane), pane::close);
  }

  private DockContent branches() {
    BranchesPane pane = new BranchesPane(document, bench);
    return content("Branches", PaneId.of(PaneKinds.BRANCHES), whole(pane), pane::close);
  }

  /// The list of changes is shown to who adds to it.
  private void propose(Edit edit) {
    BranchDesk.of(document, bench).suggest(edit);
    document
        .layout()
        .send(
            new LayoutCommand.Open(
                PaneId.of(PaneKinds.BRANCHES), PaneKinds.home(PaneKinds.BRANCHES)));
  }

  private DockContent breakpoints() {
    BreakpointsPane pane =
        new BreakpointsPane(
            bench.breakpoints(document), document.desk(), commands, bench.background());
    return content("Breakpoints", PaneId.of(PaneKinds.BREAKPOINTS), whole(pane), pane::close);
  }

  private DockContent facts() {
    FactsPane pane =
        new FactsPane(
            bench.facts(document),
            () -> OfferedFacts.about(document),
            failure -> go(failure.tick(), failure.agent()));
    return content("Facts", PaneId.of(PaneKinds.FACTS), whole(pane), pane::close);
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

  private DockContent panel(PaneId pane) {
    PanelType type = PaneKinds.named(pane.kind()).orElseThrow();
    Consumer<Notice.Crash> saver = crash -> CrashFile.save(bench, crash, () -> {});
    PanelHost host = new PanelHost(type, document, bench.background(), theme, saver, this::propose);
    hosts.put(pane, host);
    if (FACTUAL.contains(type.id())) {
      FactMenu.attend(host.node(), document, bench);
    }
    return content(
        type.title(),
        pane,
        host.node(),
        () -> {
          hosts.remove(pane);
          host.close();
        });
  }

  /// What is lower than its content moves about in it, as a panel does.
  private static Node whole(Region pane) {
    return Overflow.downwards(pane.getId(), pane);
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
