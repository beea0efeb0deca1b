package dev.hindsight.render.stage;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Picker;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.layout.Background;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;

/// A recording at a moment, on the screen: pan by dragging, zoom by wheel, pick by clicking.
///
/// [#show] returns at once; reading and rasterising happen in the background, and of moments that
/// come too fast only the newest is drawn. Moving the camera needs neither. It fills whatever room
/// it is given; several may show the same recording, each with its own camera. FX thread.
public final class SceneView extends Region {
  private final SceneThreads threads;
  private final MarksView marksView = new MarksView();
  private final TextScale letters = new TextScale(this::refresh);
  private final LatestRequestWorker<PreparedScene.Request, PreparedScene> latestRequestWorker;
  private final SceneMouse sceneMouse;

  /// Shows that the stage has the keyboard; a border would lie below what is drawn.
  private final Region ring = new Region();

  private Palette palette;
  private TextView words;
  private Optional<BackdropView> backdrop = Optional.empty();
  private Optional<PreparedScene> draft = Optional.empty();
  private Optional<PreparedScene.Request> wish = Optional.empty();
  private Set<MarkSubject> pointed = Set.of();
  private Camera camera = new Camera.WholeMap();
  private Consumer<Camera> whenCameraMoves = _ -> {};

  /// An empty stage.
  public SceneView(SceneThreads threads, Palette palette) {
    this.threads = threads;
    this.palette = palette;
    this.words = new TextView(palette);
    this.latestRequestWorker = new LatestRequestWorker<>(threads, PreparedScene::of, this::accept);
    Rectangle clip = new Rectangle();
    clip.widthProperty().bind(widthProperty());
    clip.heightProperty().bind(heightProperty());
    setClip(clip);
    setMinSize(0, 0);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText("Scene, nothing drawn yet");
    ring.getStyleClass().add("hs-ring");
    ring.setMouseTransparent(true);
    setBackground(Background.fill(DrawingContext.colour(palette.background(), 1)));
    this.sceneMouse = new SceneMouse(this);
    assemble();
  }

  /// Shows a moment as soon as it is drawn up; the camera moves at once.
  public void show(Moment moment, Sketch sketch, Set<Overlay> overlays, Camera seenBy) {
    camera = seenBy;
    wish =
        Optional.of(
            new PreparedScene.Request(moment, sketch, Set.copyOf(overlays), pointed, known()));
    wish.ifPresent(latestRequestWorker::request);
    refresh();
  }

  /// Highlights things wherever they are, over everything else, until it is told otherwise.
  public void point(Set<MarkSubject> subjects) {
    if (!subjects.equals(pointed)) {
      pointed = Set.copyOf(subjects);
      again();
    }
  }

  /// The same moment once more, with what is known and pointed at by now.
  private void again() {
    wish =
        wish.map(
            w -> new PreparedScene.Request(w.moment(), w.sketch(), w.overlays(), pointed, known()));
    wish.ifPresent(latestRequestWorker::request);
  }

  private Optional<PreparedScene.RecordingData> known() {
    return draft.map(PreparedScene::recordingData);
  }

  /// Shows nothing, and reads no recording any more that it has begun to.
  public void clear() {
    latestRequestWorker.discardPending();
    draft = Optional.empty();
    wish = Optional.empty();
    backdrop = Optional.empty();
    marksView.clear();
    words = new TextView(palette);
    assemble();
  }

  /// Draws in other colours from now on.
  public void repaint(Palette colours) {
    palette = colours;
    words = new TextView(palette);
    backdrop = draft.map(d -> new BackdropView(d.recordingData().backdrop(), palette, threads));
    setBackground(Background.fill(DrawingContext.colour(palette.background(), 1)));
    assemble();
    refresh();
  }

  /// The moment that is drawn now, which may not yet be the one last asked for; nothing before the
  /// first is drawn up.
  public Optional<Moment> drawn() {
    return draft.map(shown -> shown.request().moment());
  }

  /// What is seen now; nothing before the first moment is drawn up.
  public Optional<Viewpoint> viewpoint() {
    return draft.map(d ->
        Viewpoint.of(
            camera,
            d.recordingData().backdrop().bounds(),
            d.request().moment(),
            getWidth(),
            getHeight()));
  }

  /// What is under a point of this region.
  public Optional<MarkSubject> pick(double x, double y) {
    return viewpoint().flatMap(seen -> Picker.at(draft.orElseThrow().marks(), seen, x, y));
  }

  /// What is under a point of this region, a road where there is nothing else.
  Optional<MarkSubject> under(double x, double y) {
    return viewpoint()
        .flatMap(seen -> {
          PreparedScene shown = draft.orElseThrow();
          return Picker.at(shown.marks(), seen, x, y)
              .or(() -> Picker.roadAt(shown.recordingData().backdrop().marks(), seen, x, y));
        });
  }

  /// What it is seen by now, the user's own movements included.
  public Camera camera() {
    return camera;
  }

  /// Who is told what the user clicked on; nothing for empty ground.
  public void whenPicked(Consumer<Optional<MarkSubject>> listener) {
    sceneMouse.whenPicked = listener;
  }

  /// Who is told what is under the pointer, when that changes.
  public void whenPointed(Consumer<Optional<MarkSubject>> listener) {
    sceneMouse.whenPointed = listener;
  }

  /// Who is told what the user clicked on twice.
  public void whenFollowed(Consumer<MarkSubject> listener) {
    sceneMouse.whenFollowed = listener;
  }

  /// Who is told where the user has put a body; without anybody bodies stay where they are.
  public void whenPlaced(Consumer<BodyPlacement> listener) {
    sceneMouse.whenPlaced = Optional.of(listener);
  }

  /// The body of an agent as it is drawn now.
  Optional<Mark.Box> body(MarkSubject markSubject) {
    return draft.stream()
        .flatMap(shown -> shown.marks().stream())
        .filter(mark ->
            mark instanceof Mark.Box box
                && box.subject().equals(markSubject)
                && markSubject.kind().equals(MarkSubject.AGENT))
        .map(Mark.Box.class::cast)
        .findFirst();
  }

  /// Puts something over everything else.
  void lay(Node node) {
    getChildren().add(node);
  }

  /// Takes it away again.
  void lift(Node node) {
    getChildren().remove(node);
  }

  /// Who is told that the user moved the camera; it has moved already.
  public void whenCameraMoves(Consumer<Camera> listener) {
    whenCameraMoves = listener;
  }

  /// Moves the camera as the user did, and says so.
  void move(Camera moved) {
    camera = moved;
    refresh();
    whenCameraMoves.accept(moved);
  }

  private void accept(PreparedScene drawn) {
    setAccessibleText(drawn.sentence());
    boolean sameSet = draft.map(d -> d.recordingData().equals(drawn.recordingData())).orElse(false);
    draft = Optional.of(drawn);
    if (!sameSet) {
      backdrop = Optional.of(new BackdropView(drawn.recordingData().backdrop(), palette, threads));
      assemble();
    }
    refresh();
    if (!drawn.counted()) {
      again();
    }
  }

  private void assemble() {
    getChildren().clear();
    backdrop.ifPresent(view -> getChildren().add(view.node()));
    getChildren().addAll(List.of(marksView.node(), words.node(), ring, letters));
  }

  @Override
  protected void layoutChildren() {
    ring.resizeRelocate(0, 0, getWidth(), getHeight());
    refresh();
  }

  private void refresh() {
    if (draft.isEmpty() || getWidth() < 1 || getHeight() < 1) {
      return;
    }
    PreparedScene now = draft.get();
    Viewpoint seen = viewpoint().orElseThrow();
    double device = deviceScale();
    backdrop.ifPresent(view -> view.show(seen, device));
    marksView.show(now.marks(), new DrawingContext(palette, seen));
    words.show(now, seen, device, letters.factor());
  }

  private double deviceScale() {
    return getScene() == null || getScene().getWindow() == null
        ? 1
        : getScene().getWindow().getOutputScaleX();
  }
}
