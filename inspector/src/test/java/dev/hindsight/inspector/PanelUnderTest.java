package dev.hindsight.inspector;

import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.SketchSettings;
import dev.hindsight.trainer.scene.SubjectWeights;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;

/// A panel in its own window, which runs its background work on request. FX thread.
public final class PanelUnderTest implements PanelContext, AutoCloseable {
  private final Rollout rollout;
  private final List<Consumer<Set<MarkSubject>>> watchers = new ArrayList<>();
  private final List<Consumer<SketchSettings>> choosers = new ArrayList<>();
  private SketchSettings sketchSettings = SketchSettings.NOTHING;
  private final List<Runnable> waiting = new ArrayList<>();
  private final List<Set<MarkSubject>> pointed = new ArrayList<>();
  private SubjectWeights weighed = SubjectWeights.NONE;
  private final List<Integer> selected = new ArrayList<>();
  private final List<Integer> sought = new ArrayList<>();
  private final List<Place> opened = new ArrayList<>();
  private final List<Edit> proposed = new ArrayList<>();
  private final Map<Class<?>, Object> shared = new HashMap<>();
  private final PreparedFileDialogs files = new PreparedFileDialogs();
  private final Panel panel;
  private final Scene scene;

  /// Opens a panel of the list on a recording.
  ///
  /// @param id of the panel
  public PanelUnderTest(String id, Rollout rollout) {
    this(BuiltInPanels.named(id).orElseThrow(), rollout);
  }

  /// Opens a panel on a recording.
  public PanelUnderTest(PanelType type, Rollout rollout) {
    this.rollout = rollout;
    panel = type.open(this);
    scene = new Scene((Parent) panel.node(), 520, 420);
  }

  /// The window.
  Scene scene() {
    return scene;
  }

  /// Shows a moment as a frame of the window would, and paints it.
  public void show(int tick, int agent) {
    panel.show(new Moment(rollout, tick, agent));
    paint();
  }

  @Override
  public FileDialogs files() {
    return files;
  }

  /// Answers the next question for a file.
  public void answer(Path file) {
    files.answer(file);
  }

  @Override
  public void open(Place place) {
    opened.add(place);
  }

  /// The moments of other recordings opened so far.
  public List<Place> opened() {
    return opened;
  }

  @Override
  public void propose(Edit edit) {
    proposed.add(edit);
  }

  /// All edits proposed so far.
  public List<Edit> proposed() {
    return proposed;
  }

  /// Runs all pending background work.
  public void work() {
    while (!waiting.isEmpty()) {
      waiting.removeFirst().run();
    }
    paint();
  }

  /// Runs the work that has been pending longest.
  public void workOnce() {
    waiting.removeFirst().run();
  }

  /// Takes the pending work away, for a test that runs it late.
  public List<Runnable> held() {
    List<Runnable> held = List.copyOf(waiting);
    waiting.clear();
    return held;
  }

  /// Applies other colours.
  public void applyPalette(Palette palette) {
    panel.applyPalette(palette);
    paint();
  }

  private void paint() {
    scene.getRoot().applyCss();
    scene.getRoot().layout();
    scene.snapshot(null);
  }

  /// A part of the panel by its id.
  public <T> T find(String id, Class<T> type) {
    return find(scene.getRoot(), id)
        .map(type::cast)
        .orElseThrow(() -> new AssertionError("there is no " + id));
  }

  /// JavaFX's lookup does not find ids with dots.
  private static Optional<Node> find(Node node, String id) {
    if (id.equals(node.getId())) {
      return Optional.of(node);
    }
    return node instanceof Parent parent
        ? parent.getChildrenUnmodifiable().stream()
            .flatMap(child -> find(child, id).stream())
            .findFirst()
        : Optional.empty();
  }

  /// What the panel has highlighted, in order.
  public List<Set<MarkSubject>> pointed() {
    return pointed;
  }

  /// The agents that the panel has selected, in order.
  public List<Integer> selected() {
    return selected;
  }

  /// The ticks that the panel has moved the cursor to, in order.
  public List<Integer> sought() {
    return sought;
  }

  @Override
  public Rollout rollout() {
    return rollout;
  }

  @Override
  public Palette palette() {
    return Palette.DARK;
  }

  @Override
  public void seek(int tick) {
    sought.add(tick);
  }

  @Override
  public void select(int agent) {
    selected.add(agent);
  }

  @Override
  public void point(Set<MarkSubject> subjects) {
    pointed.add(subjects);
    watchers.forEach(watcher -> watcher.accept(subjects));
  }

  @Override
  public void weigh(SubjectWeights weights) {
    weighed = weights;
  }

  /// How much things matter, as the panel last said.
  public SubjectWeights weighed() {
    return weighed;
  }

  @Override
  public void watchPointed(Consumer<Set<MarkSubject>> watcher) {
    watchers.add(watcher);
    watcher.accept(Set.of());
  }

  @Override
  public void choose(String choice, String way) {
    sketchSettings = sketchSettings.with(choice, way);
    choosers.forEach(watcher -> watcher.accept(sketchSettings));
  }

  @Override
  public void watchChosen(Consumer<SketchSettings> watcher) {
    choosers.add(watcher);
    watcher.accept(sketchSettings);
  }

  /// The current settings of the pictures.
  public SketchSettings chosen() {
    return sketchSettings;
  }

  @Override
  public <T> T shared(Class<T> type, Supplier<T> maker) {
    return type.cast(shared.computeIfAbsent(type, _ -> maker.get()));
  }

  @Override
  public <T> void attempt(String title, Job<T> job, Consumer<T> onResult) {
    background(title, job, onResult);
  }

  @Override
  public <T> void background(String title, Job<T> job, Consumer<T> onResult) {
    waiting.add(() -> {
      try {
        onResult.accept(job.run(Progress.SILENT, new Cancellation()));
      } catch (RuntimeException failure) {
        throw failure;
      } catch (Exception failure) {
        throw new IllegalStateException(title, failure);
      }
    });
  }

  @Override
  public void close() {
    panel.close();
  }
}
