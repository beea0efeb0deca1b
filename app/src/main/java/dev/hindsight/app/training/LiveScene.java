package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.fx.WholeNumberSpinner;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.recording.TrainingEpisodePlan;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.timeline.PlaybackMotion;
import dev.hindsight.app.timeline.TimeAxis;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.render.stage.SceneView;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.task.TaskState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2MZ;

/// Plays one episode with a recent policy of the run after another, beside the charts. While the
/// run goes on, each is played to its end before a newer one follows, so that the last trial is
/// seen too. FX thread.
final class LiveScene extends VBox {
  private static final int OFTEN = 10;

  /// @param update the update after which it was recorded
  private record Playing(
      LiveEpisode episode,
      Sketch sketch,
      Store<TimelineState, TimelineCommand> timeline,
      RunningCounts counts,
      long update) {
    Rollout rollout() {
      return episode.rollout();
    }

    int tick() {
      return timeline.state().tick();
    }

    /// Everything but text, which would cover the picture of a small pane.
    Set<Overlay> overlays() {
      Set<Overlay> shown = EnumSet.noneOf(Overlay.class);
      shown.addAll(sketch.sceneDefaults().shown());
      shown.removeAll(EnumSet.of(Overlay.CAPTION, Overlay.METRICS));
      return shown;
    }

    /// Trial and tick.
    String place() {
      Captions captions =
          Captions.of(
              new Moment(rollout(), tick(), Moment.NO_AGENT), EnumSet.of(Overlay.CAPTION), counts);
      return Stream.of(captions.headline(), captions.clock())
          .filter(text -> !text.isEmpty())
          .collect(Collectors.joining("   "));
    }
  }

  private final BackgroundTasks backgroundTasks;
  private final SceneThreads threads;
  private final SceneView stage;
  private final Label words = new Label(wording("LiveScene.shown_when_the_run_is_healthy"));
  private final Button refresh =
      new Button(wording("LiveScene.refresh"), new FontIcon(Material2MZ.REFRESH));
  private final CheckBox often = new CheckBox("every");
  private final Spinner<Integer> interval = new WholeNumberSpinner(1, 10_000, OFTEN);
  private Optional<TrainingSession> session = Optional.empty();
  private final Label place = new Label();
  private Optional<Playing> playing = Optional.empty();

  /// The episode to play next.
  private Optional<Playing> waiting = Optional.empty();

  /// Whether the user has asked for the current policy, who then sees it at once.
  private boolean wanted;

  private Optional<Runnable> recording = Optional.empty();

  /// Holds the episodes; empty until it has been made.
  private Optional<TemporaryFolder> folder = Optional.empty();

  private boolean makingFolder;

  private final BooleanProperty shown = new SimpleBooleanProperty();
  private boolean asked;
  private boolean closed;
  private long asOf = -1;
  private long seed;

  LiveScene(BackgroundTasks backgroundTasks, SceneThreads threads, Theme theme) {
    this.backgroundTasks = backgroundTasks;
    this.threads = threads;
    this.stage = new SceneView(threads, theme.palette());
    stage.setId("training.scene");
    stage.getStyleClass().add("hs-stage");
    stage.setMinHeight(120);
    Label title = new Label(wording("LiveScene.the_policy_now"));
    title.getStyleClass().add(Styles.TEXT_BOLD);
    title.setMinWidth(Region.USE_PREF_SIZE);
    words.setId("training.scene.words");
    words.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    refresh.setId("training.scene.refresh");
    refresh.setMinWidth(Region.USE_PREF_SIZE);
    Tooltips.on(refresh, wording("LiveScene.record_an_episode_with_the_current"));
    refresh.setOnAction(_ -> {
      wanted = true;
      waiting.ifPresent(this::discard);
      waiting = Optional.empty();
      makeFolder();
      ask();
    });
    place.setId("training.scene.place");
    place.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    often.setSelected(true);
    often.setId("training.scene.often");
    often.setMinWidth(Region.USE_PREF_SIZE);
    interval.setId("training.scene.interval");
    interval.setAccessibleText(wording("LiveScene.updates_between_two_episodes"));
    interval.getEditor().setAccessibleText(wording("LiveScene.updates_between_two_episodes"));
    interval.getStyleClass().add("hs-interval");
    Label unit = new Label("updates");
    unit.setMinWidth(Region.USE_PREF_SIZE);
    HBox row = new HBox(8, refresh, often, interval, unit);
    row.setAlignment(Pos.CENTER_LEFT);
    HBox top = new HBox(8, title, words);
    top.setAlignment(Pos.BASELINE_LEFT);
    setSpacing(6);
    Label nothing = new Label(wording("LiveScene.no_episode_yet_the_run_records"));
    nothing.setId("training.scene.nothing");
    nothing.setWrapText(true);
    nothing.getStyleClass().add(Styles.TEXT_MUTED);
    nothing.visibleProperty().bind(shown.not());
    StackPane scene = new StackPane(stage, nothing);
    VBox.setVgrow(scene, Priority.ALWAYS);
    getChildren().addAll(top, place, scene, row);
  }

  /// Makes the folder of the episodes, unless there is one: an earlier attempt may have failed,
  /// such as on a full disk.
  private void makeFolder() {
    if (folder.isEmpty() && !makingFolder) {
      makingFolder = true;
      backgroundTasks.startHidden(
          wording("LiveScene.making_a_folder"),
          (_, _) -> new TemporaryFolder("live"),
          made -> {
            makingFolder = false;
            if (closed) {
              threads.background().execute(made::close);
            } else {
              folder = Optional.of(made);
            }
          },
          () -> makingFolder = false);
    }
  }

  /// Follows another run: nothing of the last one stays in sight.
  void follow(TrainingSession other) {
    makeFolder();
    session = Optional.of(other);
    asOf = -1;
    asked = false;
    recording.ifPresent(Runnable::run);
    recording = Optional.empty();
    stage.clear();
    forget();
    place.setText("");
    wanted = false;
    shown.set(false);
    words.setText(wording("LiveScene.shown_when_the_run_is_healthy"));
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme theme) {
    stage.repaint(theme.palette());
  }

  /// Advances playback, and requests the newer policy when it is due; called once per frame.
  ///
  /// @param seconds since the last frame
  void frame(double seconds) {
    playing.ifPresent(now -> {
      int before = now.tick();
      now.timeline().send(new TimelineCommand.Pulse(seconds));
      boolean over = now.tick() < before || now.rollout().ticks() <= 1;
      boolean alive = session.map(run -> run.state().alive()).orElse(false);
      if (waiting.isPresent() && (over || wanted || !alive)) {
        play(waiting.get());
      }
    });
    session.map(TrainingSession::state).ifPresent(this::consider);
  }

  private void consider(TrainingState state) {
    boolean there =
        switch (state.health()) {
          case HEALTHY, ALARMED, PAUSED, FINISHED, STOPPED -> state.updates() > 0;
          case WAITING, CHECKING, STOPPING, FAILED -> false;
        };
    refresh.setDisable(!there || asked || makingFolder);
    boolean due = asOf < 0 || (often.isSelected() && state.updates() >= asOf + interval.getValue());
    boolean end = !state.alive() && often.isSelected() && state.updates() > asOf;
    if (there && !asked && waiting.isEmpty() && (due || end)) {
      ask();
    }
  }

  private void ask() {
    if (session.isPresent() && folder.isPresent()) {
      TrainingSession run = session.get();
      asked = true;
      asOf = run.state().updates();
      LiveEpisode.EpisodeFiles files = LiveEpisode.EpisodeFiles.in(folder.get().path());
      run.policy(files.policy(), writtenPolicy -> written(run, files, writtenPolicy));
    }
  }

  private void written(
      TrainingSession of, LiveEpisode.EpisodeFiles files, TrainingSession.WrittenPolicy policy) {
    if (session.filter(run -> run == of).isEmpty()) {
      threads.background().execute(() -> LiveEpisode.forget(files));
      return;
    }
    if (closed || policy.file().isEmpty()) {
      asked = false;
      threads.background().execute(() -> LiveEpisode.forget(files));
      words.setText(closed ? "" : wording("LiveScene.the_policy_could_not_be_written"));
      return;
    }
    // What plays keeps its name until it is over.
    if (playing.isEmpty()) {
      words.setText(wording("LiveScene.recording_after_update", policy.update()));
    }
    long episodeSeed = seed++;
    recording =
        Optional.of(
            backgroundTasks.startApart(
                wording("LiveScene.recording_the_policy_now"),
                (progress, cancellation) ->
                    LiveEpisode.record(
                        files, policy.file().get(), episodeSeed, progress, cancellation),
                end -> ended(of, end, policy.update())));
  }

  private void ended(TrainingSession of, TaskState.Ended<LiveEpisode> end, long update) {
    switch (end) {
      case TaskState.Done<LiveEpisode> done -> show(of, done.result(), update);
      case TaskState.Failed<LiveEpisode> failed -> {
        if (!closed && session.filter(run -> run == of).isPresent()) {
          asked = false;
          words.setText(backgroundTasks.words(failed.cause()));
        }
      }
      case TaskState.Cancelled<LiveEpisode> _ -> {}
    }
  }

  private void show(TrainingSession of, LiveEpisode episode, long update) {
    boolean other = session.filter(run -> run == of).isEmpty();
    asked &= other;
    if (closed || other) {
      threads.background().execute(episode::close);
      return;
    }
    Rollout rollout = episode.rollout();
    Store<TimelineState, TimelineCommand> timeline =
        new Store<>(TimelineState.start(TimeAxis.of(rollout)), TimelineState::apply);
    Playing next =
        new Playing(
            episode,
            BuiltInEnvironments.sketchOf(rollout),
            timeline,
            new RunningCounts(rollout),
            update);
    waiting.ifPresent(this::discard);
    waiting = Optional.of(next);
    if (playing.isEmpty()) {
      play(next);
    }
  }

  private void play(Playing next) {
    Optional<Playing> before = playing;
    waiting = Optional.empty();
    playing = Optional.of(next);
    wanted = false;
    shown.set(true);
    words.setText(wording("LiveScene.after_update", next.update()));
    Rollout rollout = next.rollout();
    Store<TimelineState, TimelineCommand> timeline = next.timeline();
    timeline.watch(_ -> draw(next));
    timeline.send(new TimelineCommand.Loop(Span.all(Math.max(1, rollout.ticks()))));
    timeline.send(new TimelineCommand.Speed(speed(rollout.manifest().tickSeconds())));
    timeline.send(new TimelineCommand.Play(PlaybackMotion.FORWARD));
    before.ifPresent(this::discard);
  }

  /// As in a film, where worlds with slow ticks play as a time lapse.
  private static double speed(double tickSeconds) {
    return tickSeconds / FrameRate.lapse(tickSeconds).frameSeconds();
  }

  private void draw(Playing now) {
    place.setText(now.place());
    stage.show(
        new Moment(now.rollout(), now.tick(), Moment.NO_AGENT),
        now.sketch(),
        now.overlays(),
        new Camera.WholeMap());
  }

  private void forget() {
    playing.ifPresent(this::discard);
    playing = Optional.empty();
    waiting.ifPresent(this::discard);
    waiting = Optional.empty();
  }

  /// The scene may still be drawing the old recording, with one more request pending: the recording
  /// is closed after both.
  private void discard(Playing old) {
    threads
        .background()
        .execute(
            () -> threads.fx().execute(() -> threads.background().execute(old.episode()::close)));
  }

  /// Stops playback, and deletes the recording.
  void close() {
    closed = true;
    recording.ifPresent(Runnable::run);
    stage.clear();
    forget();
    folder.ifPresent(made -> threads.background().execute(made::close));
  }

  /// The current episode, for tests.
  Optional<Rollout> rollout() {
    return playing.map(Playing::rollout);
  }

  /// An episode that is recorded to be shown once and then deleted.
  ///
  /// @param place its files
  private record LiveEpisode(EpisodeFiles place, Rollout rollout) {
    /// @param policy the weights to run
    /// @param recording the recording of the episode
    record EpisodeFiles(Path policy, Path recording) {
      /// Unused file names; creates no files yet.
      static EpisodeFiles in(Path folder) {
        String name = UUID.randomUUID().toString();
        return new EpisodeFiles(
            folder.resolve(name + ".safetensors"), folder.resolve(name + ".rollout"));
      }
    }

    /// Records an episode and opens it. For a background thread.
    ///
    /// @param policy the requested one, or a permanent checkpoint of the run
    static LiveEpisode record(
        EpisodeFiles files, Path policy, long seed, Progress progress, Cancellation cancellation) {
      try {
        TrainingEpisodePlan.of(policy, seed, files.recording()).run(progress, cancellation);
      } finally {
        delete(files.policy());
      }
      return new LiveEpisode(files, Rollouts.open(files.recording()));
    }

    /// Closes the recording and deletes it.
    void close() {
      rollout.close();
      delete(place.recording());
    }

    /// Deletes a policy that was not used for a recording. For a background thread.
    static void forget(EpisodeFiles files) {
      delete(files.policy());
    }

    private static void delete(Path file) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException _) {
        // It is a temporary file, which the system removes.
        return;
      }
    }
  }
}
