package dev.hindsight.app.host;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.OverflowPane;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.tasks.TaskGroup;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.live.SystemClipboard;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelTrait;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.SketchSettings;
import dev.hindsight.trainer.scene.SubjectWeights;
import dev.hindsight.trainer.task.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// Hosts a panel in the window: shows it the moment of each frame, and replaces it by a message if
/// it fails, without affecting the rest. FX thread.
public final class PanelHost implements PanelContext {
  private static final int CLOSED = -1;

  private final PanelType type;
  private final Document document;
  private final Consumer<Notice> trouble;
  private final Consumer<Notice.Crash> saver;
  private final Consumer<Edit> proposals;
  private final Consumer<Place> opener;
  private final FileDialogs files;
  private final StackPane place = new StackPane();
  private final List<Runnable> watches = new ArrayList<>();
  private final TaskGroup jobs;
  private Theme theme;
  private Optional<Panel> panel = Optional.empty();
  private Optional<QuestionPane> asking = Optional.empty();
  private boolean stale = true;
  private @Nullable Moment shown;

  /// What the panel highlighted last.
  private Set<MarkSubject> highlighted = Set.of();

  /// Counts openings, so that work started by an earlier one cannot reach a later one; below 0 once
  /// closed.
  private int generation;

  /// Opens a panel.
  ///
  /// @param trouble receives failures that do not end the panel
  /// @param saver asks where to save the failure report
  /// @param proposals receives the user's edits
  /// @param opener opens other recordings
  /// @param files asks the user for files
  public PanelHost(
      PanelType type,
      Document document,
      BackgroundTasks backgroundTasks,
      Theme theme,
      Consumer<Notice> trouble,
      Consumer<Notice.Crash> saver,
      Consumer<Edit> proposals,
      Consumer<Place> opener,
      FileDialogs files) {
    this.type = type;
    this.document = document;
    this.jobs = new TaskGroup(backgroundTasks);
    this.theme = theme;
    this.trouble = trouble;
    this.saver = saver;
    this.proposals = proposals;
    this.opener = opener;
    this.files = files;
    place.setId("panel." + type.id());
    place.getStyleClass().add("hs-panel");
    open();
  }

  /// The node to dock: the panel, or the message that replaced it.
  public Node node() {
    return place;
  }

  /// Marks the current moment as outdated, because more is known of it; the next frame shows it
  /// again.
  public void stale() {
    stale = true;
  }

  /// Shows a moment if it has changed or is outdated, and if the panel is visible.
  ///
  /// @param seen the moment that every pane shows in this frame
  public void frame(Moment seen) {
    if ((stale || !seen.equals(shown)) && place.getScene() != null) {
      stale = false;
      shown = seen;
      guarded(() -> panel.ifPresent(shown -> shown.show(seen)));
    }
    // Results of a background job also fill a panel between two moments.
    guarded(() ->
        panel.ifPresent(shown -> {
          boolean lacksAgent =
              type.traits().contains(PanelTrait.ABOUT_ONE_AGENT) && seen.agent() == Moment.NO_AGENT;
          boolean empty = lacksAgent || shown.empty();
          asking.ifPresent(pane -> pane.ask(empty));
        }));
  }

  /// Applies the colours of a theme.
  public void applyTheme(Theme other) {
    theme = other;
    guarded(() -> panel.ifPresent(shown -> shown.applyPalette(palette())));
  }

  /// Closes the panel and cancels its jobs.
  public void close() {
    leave();
    generation = CLOSED;
    guarded(() -> panel.ifPresent(Panel::close));
  }

  @Override
  public FileDialogs files() {
    return files;
  }

  @Override
  public Rollout rollout() {
    return document.rollout();
  }

  @Override
  public Palette palette() {
    return theme.palette();
  }

  @Override
  public void seek(int tick) {
    document.timeline().send(new TimelineCommand.Seek(tick));
  }

  @Override
  public void select(int agent) {
    document.view().send(new ViewCommand.Select(agent));
  }

  @Override
  public void open(Place other) {
    opener.accept(other);
  }

  @Override
  public void propose(Edit edit) {
    proposals.accept(edit);
  }

  @Override
  public void point(Set<MarkSubject> subjects) {
    highlighted = Set.copyOf(subjects);
    document.pointed().send(highlighted);
  }

  @Override
  public void watchPointed(Consumer<Set<MarkSubject>> watcher) {
    watches.add(document.pointed().watch(subjects -> guarded(() -> watcher.accept(subjects))));
  }

  @Override
  public void weigh(SubjectWeights weights) {
    document.weighed().send(weights);
  }

  @Override
  public void choose(String choice, String way) {
    document.view().send(new ViewCommand.Choose(choice, way));
  }

  @Override
  public void watchChosen(Consumer<SketchSettings> watcher) {
    AtomicReference<SketchSettings> previous = new AtomicReference<>();
    watches.add(
        document
            .view()
            .watch(view -> {
              if (!view.chosen().equals(previous.getAndSet(view.chosen()))) {
                guarded(() -> watcher.accept(view.chosen()));
              }
            }));
  }

  @Override
  public <T> T shared(Class<T> type, Supplier<T> maker) {
    return document.shared(type, maker);
  }

  @Override
  public <T> void background(String title, Job<T> job, Consumer<T> onResult) {
    start(title, job, onResult, this::fail);
  }

  @Override
  public <T> void attempt(String title, Job<T> job, Consumer<T> onResult) {
    start(title, job, onResult, failure -> trouble.accept(Notice.of(failure)));
  }

  private <T> void start(
      String title, Job<T> job, Consumer<T> onResult, Consumer<Throwable> onFailure) {
    int began = generation;
    jobs.start(
        title,
        job,
        result -> {
          if (generation == began) {
            guarded(() -> onResult.accept(result));
          }
        },
        failure -> {
          if (generation == began) {
            onFailure.accept(failure);
          }
        });
  }

  private void open() {
    generation++;
    try {
      Panel opened = type.open(this);
      panel = Optional.of(opened);
      QuestionPane pane = new QuestionPane(place.getId(), type.question(), opened.node());
      asking = Optional.of(pane);
      place.getChildren().setAll(pane.scrolling());
      stale = true;
    } catch (RuntimeException | Error failure) {
      fail(failure);
    }
  }

  /// Runs work so that an exception ends only the panel, not the window.
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error failure) {
      fail(failure);
    }
  }

  private void fail(Throwable failure) {
    if (generation == CLOSED) {
      return;
    }
    leave();
    generation++;
    Optional<Panel> failed = panel;
    panel = Optional.empty();
    try {
      failed.ifPresent(Panel::close);
    } catch (RuntimeException | Error second) {
      // The user sees the first failure; a panel that has failed may well be unable to close.
      if (!second.equals(failure)) {
        failure.addSuppressed(second);
      }
    }
    PanelFailure box = new PanelFailure(type.title(), where(), failure, saver, this::open);
    place.getChildren().setAll(OverflowPane.downwards(place.getId(), box));
  }

  private String where() {
    return wording("PanelHost.tick", document.title(), document.timeline().state().tick());
  }

  private void leave() {
    watches.forEach(Runnable::run);
    watches.clear();
    jobs.cancel();
    document.endPointing(highlighted);
    highlighted = Set.of();
  }

  /// Replaces a panel that failed: what happened, where, and what the user can do. FX thread.
  private static final class PanelFailure extends VBox {
    PanelFailure(
        String title,
        String where,
        Throwable failure,
        Consumer<Notice.Crash> saver,
        Runnable reopen) {
      Notice notice = Notice.of(failure);
      setId("panel.failure");
      getStyleClass().add("hs-failure");
      setAlignment(Pos.CENTER);
      Label headline = words(wording("PanelHost.stopped", title), Styles.TEXT_BOLD);
      headline.setGraphic(new FontIcon(Material2AL.ERROR_OUTLINE));
      getChildren().addAll(headline, words(where, Styles.TEXT_MUTED));
      switch (notice) {
        case Notice.Trouble trouble ->
            getChildren()
                .addAll(
                    words(trouble.where() + ": " + trouble.what(), Styles.TEXT),
                    words(trouble.remedy(), Styles.TEXT));
        case Notice.Crash crash ->
            getChildren()
                .addAll(
                    words(crash.headline(), Styles.TEXT),
                    words(
                        "Everything else still works. Please save the report and send it to us.",
                        Styles.TEXT));
        case Notice.Success _, Notice.Waiting _ -> {}
      }
      FlowPane buttons = new FlowPane(8, 8);
      buttons.setAlignment(Pos.CENTER);
      buttons.getChildren().addAll(buttons(notice, title + " stopped at " + where, saver, reopen));
      getChildren().add(buttons);
    }

    private static List<Button> buttons(
        Notice notice, String heading, Consumer<Notice.Crash> saver, Runnable reopen) {
      Button again = new Button(wording("PanelHost.reopen"));
      again.setId("panel.reopen");
      again.setOnAction(_ -> reopen.run());
      Button copy = new Button(wording("PanelHost.copy"));
      copy.setId("panel.copy");
      copy.setOnAction(_ -> {
        SystemClipboard.copy(heading + "\n" + notice.text());
      });
      if (notice instanceof Notice.Crash crash) {
        Button save = new Button(wording("PanelHost.save_report"));
        save.setId("panel.save");
        save.setOnAction(_ -> saver.accept(crash));
        return List.of(again, copy, save);
      }
      return List.of(again, copy);
    }

    private static Label words(String text, String style) {
      Label label = new Label(text);
      label.getStyleClass().add(style);
      label.setWrapText(true);
      label.setMinHeight(USE_PREF_SIZE);
      return label;
    }
  }
}
