package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.bookmarks.BookmarksPane;
import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.branch.BranchesPane;
import dev.hindsight.app.breakpoints.BreakpointsPane;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.facts.FactsPane;
import dev.hindsight.app.fx.OverflowPane;
import dev.hindsight.app.fx.ToolRow;
import dev.hindsight.app.host.PanelHost;
import dev.hindsight.app.host.QuestionPane;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.ReelPlan;
import dev.hindsight.app.scene.ScenePane;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelinePane;
import dev.hindsight.app.workspace.ComparedRecording;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.BuiltInPanels;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.derived.DerivedChannels;
import dev.hindsight.inspector.moment.MomentReels;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelTrait;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import javafx.scene.Node;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.layout.Region;

/// Creates the panes of one recording, for each kind. FX thread.
final class PaneOpeners {
  private final Document document;
  private final CommandSet commands;
  private final WindowContext window;
  private final SceneThreads threads;

  /// The window's own kinds of panes; every other kind is a panel of the inspector.
  private final Map<String, BiFunction<PaneId, Theme, OpenPane>> own =
      Map.of(
          PaneKinds.SCENE, this::scene,
          PaneKinds.OTHER_SCENE, this::otherScene,
          PaneKinds.TIMELINE, (_, theme) -> timeline(theme),
          PaneKinds.BOOKMARKS, (_, _) -> bookmarks(),
          PaneKinds.BRANCHES, (_, _) -> branches(),
          PaneKinds.BREAKPOINTS, (_, _) -> breakpoints(),
          PaneKinds.FACTS, (_, _) -> facts());

  PaneOpeners(Document document, CommandSet commands, WindowContext window, SceneThreads threads) {
    this.document = document;
    this.commands = commands;
    this.window = window;
    this.threads = threads;
    document.shared(MomentReels.class, MomentReels::new).filmWith(this::film);
  }

  /// Films the best moments in the background; the list of finished tasks offers the film.
  private void film(MomentReels.Reel reel) {
    window
        .background()
        .start(
            BackgroundTask.of(
                    wording("PaneOpeners.filming_moments", reel.moments().size()),
                    new ReelPlan(reel.out(), reel.moments()).of(reel.recordings()),
                    _ -> {})
                .withFile(FilmReport::file));
  }

  /// Opens a pane of an existing kind.
  OpenPane open(PaneId pane, Theme theme) {
    return Optional.ofNullable(own.get(pane.kind()))
        .orElse((_, colours) -> panel(BuiltInPanels.named(pane.kind()).orElseThrow(), colours))
        .apply(pane, theme);
  }

  private record OpenScene(ScenePane scene, Runnable closed) implements OpenPane {
    @Override
    public Node node() {
      return scene;
    }

    @Override
    public List<ToolRow> tools() {
      return scene.tools();
    }

    @Override
    public boolean drawn() {
      return scene.drawn();
    }

    @Override
    public Optional<Moment> pictured() {
      return scene.shown();
    }

    @Override
    public Optional<Viewpoint> viewpoint() {
      return scene.viewpoint();
    }

    @Override
    public void applyTheme(Theme theme) {
      scene.applyTheme(theme);
    }

    @Override
    public void close() {
      scene.close();
      closed.run();
    }
  }

  private OpenPane scene(PaneId pane, Theme theme) {
    return scene(
        pane,
        ComparedRecording.THIS,
        theme,
        () -> document.view().send(new ViewCommand.Close(pane.number())));
  }

  private OpenPane otherScene(PaneId pane, Theme theme) {
    return scene(pane, ComparedRecording.OTHER, theme, () -> {});
  }

  /// @param closed runs when it is closed
  private OpenPane scene(PaneId pane, ComparedRecording compared, Theme theme, Runnable closed) {
    ScenePane scene =
        new ScenePane(document, compared, pane.number(), this::propose, commands, threads, theme);
    FactMenu.attach(
        scene,
        document,
        window,
        () ->
            List.of(
                CommandControls.menuItem(commands, "edit.copyScene"),
                CommandControls.menuItem(commands, "file.picture"),
                new SeparatorMenuItem()));
    return new OpenScene(scene, closed);
  }

  private record OpenTimeline(TimelinePane pane, Node node, Runnable closed) implements OpenPane {
    @Override
    public List<ToolRow> tools() {
      return pane.tools();
    }

    @Override
    public void applyTheme(Theme theme) {
      pane.applyTheme(theme);
    }

    @Override
    public boolean askForTick() {
      pane.askForTick();
      return true;
    }

    @Override
    public void close() {
      closed.run();
    }
  }

  private OpenPane timeline(Theme theme) {
    AttentionReadingCache library =
        document.shared(
            AttentionReadingCache.class, () -> new AttentionReadingCache(document.rollout()));
    DerivedChannels derived = DerivedChannels.of(document.rollout(), library);
    window
        .background()
        .startHidden(
            wording("PaneOpeners.looking_for_critics"),
            (_, _) -> {
              derived.findCritics();
              return true;
            },
            _ -> {});
    TimelinePane pane =
        new TimelinePane(document.timelineModel(), derived, commands, window.background(), theme);
    FactMenu.attach(pane, document, window, List::of);
    Runnable unmark = document.view().watch(view -> pane.select(view.selected()));
    return new OpenTimeline(
        pane,
        OverflowPane.downwards(pane.getId(), pane),
        () -> {
          unmark.run();
          pane.close();
          derived.close();
        });
  }

  /// A list that follows the window's stores by itself.
  private record OpenList(QuestionPane pane, Node node, BooleanSupplier empty, Runnable closed)
      implements OpenPane {
    static OpenList of(Region list, String kind, BooleanSupplier empty, Runnable closed) {
      String question = PaneKinds.named(kind).orElseThrow().help();
      QuestionPane pane = new QuestionPane(list.getId(), question, list);
      return new OpenList(pane, pane.scrolling(), empty, closed);
    }

    @Override
    public void frame(Moment seen) {
      pane.ask(empty.getAsBoolean());
    }

    @Override
    public void close() {
      closed.run();
    }
  }

  private OpenPane bookmarks() {
    BookmarksPane pane =
        new BookmarksPane(
            document.timelineModel().bookmarks(),
            () -> document.timeline().state().axis().trials(),
            AgentNames.of(document.rollout()),
            this::go);
    return OpenList.of(pane, PaneKinds.BOOKMARKS, pane::empty, pane::close);
  }

  private OpenPane branches() {
    BranchesPane pane = new BranchesPane(document, window);
    return OpenList.of(pane, PaneKinds.BRANCHES, pane::empty, pane::close);
  }

  private void open(PanelContext.Place place) {
    window.open(
        place.recording(),
        shown -> {
          shown.view().send(new ViewCommand.Select(place.agent()));
          shown.timeline().send(new TimelineCommand.Seek(place.tick()));
        });
  }

  /// Shows the list of pending edits to a user who adds one.
  private void propose(Edit edit) {
    BranchController.of(document, window).suggest(edit);
    document
        .layout()
        .send(
            new LayoutCommand.Open(
                PaneId.of(PaneKinds.BRANCHES), PaneKinds.home(PaneKinds.BRANCHES)));
  }

  private OpenPane breakpoints() {
    BreakpointsPane pane =
        new BreakpointsPane(
            window.breakpoints(document), document.timelineModel(), commands, window.background());
    return OpenList.of(pane, PaneKinds.BREAKPOINTS, pane::empty, pane::close);
  }

  private OpenPane facts() {
    FactsPane pane =
        new FactsPane(
            window.facts(document),
            () -> FactSuggestions.about(document),
            failure -> go(failure.tick(), failure.agent()));
    return OpenList.of(pane, PaneKinds.FACTS, pane::empty, pane::close);
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

  private record OpenPanel(PanelHost host) implements OpenPane {
    @Override
    public Node node() {
      return host.node();
    }

    @Override
    public void frame(Moment seen) {
      host.frame(seen);
    }

    @Override
    public void stale() {
      host.stale();
    }

    @Override
    public void applyTheme(Theme theme) {
      host.applyTheme(theme);
    }

    @Override
    public void close() {
      host.close();
    }
  }

  private OpenPane panel(PanelType type, Theme theme) {
    PanelHost host =
        new PanelHost(
            type,
            document,
            window.background(),
            theme,
            window::raiseNotice,
            crash -> CrashFile.save(window, crash, () -> {}),
            this::propose,
            this::open,
            window.dialogs());
    if (type.traits().contains(PanelTrait.OFFERS_FACTS)) {
      FactMenu.attach(host.node(), document, window, List::of);
    }
    return new OpenPanel(host);
  }
}
