package dev.hindsight.render.stage;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.LabelLayout;
import dev.hindsight.render.raster.PlateLayout;
import dev.hindsight.render.raster.Sprite;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Picker;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SubjectWeights;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.Background;
import javafx.scene.layout.Region;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.PathElement;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.StrokeLineCap;

/// A recording at a moment, on the screen: drag to pan, wheel to zoom, click to pick.
///
/// [#show] returns at once; reading and rasterising happen in the background, and of moments that
/// arrive too fast only the newest is drawn. Moving the camera needs neither. The view fills its
/// region; several views may show the same recording, each with its own camera. FX thread.
public final class SceneView extends Region {
  private final SceneThreads threads;
  private final MarksView marksView = new MarksView();

  /// Shows the marks instead of [#marksView] if they are a crowd.
  private final RasterView crowdView = new RasterView();

  private final TextScale letters = new TextScale(this::refresh);
  private final LatestRequestWorker<PreparedScene.Request, PreparedScene> latestRequestWorker;
  private final SceneMouse sceneMouse;

  /// Shows the keyboard focus; a border would be hidden below the picture.
  private final Region ring = new Region();

  private Palette palette;
  private TextView words;

  /// Lays out text in the background; [TextView] does on the FX thread what that came too early
  /// for.
  private SceneTextLayout textLayout;

  private CrowdLayer crowdLayer;
  private Optional<BackdropView> backdrop = Optional.empty();
  private Optional<PreparedScene> draft = Optional.empty();
  private Optional<PreparedScene.Request> request = Optional.empty();
  private Set<MarkSubject> pointed = Set.of();
  private SubjectWeights weights = SubjectWeights.NONE;
  private Camera camera = new Camera.WholeMap();
  private Consumer<Camera> whenCameraMoves = _ -> {};

  /// An empty view.
  public SceneView(SceneThreads threads, Palette palette) {
    this.threads = threads;
    this.palette = palette;
    this.words = new TextView(palette);
    this.textLayout = new SceneTextLayout(palette);
    this.crowdLayer = new CrowdLayer(palette);
    this.latestRequestWorker = new LatestRequestWorker<>(threads, PreparedScene::of, this::accept);
    Rectangle clip = new Rectangle();
    clip.widthProperty().bind(widthProperty());
    clip.heightProperty().bind(heightProperty());
    setClip(clip);
    setMinSize(0, 0);
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText(wording("SceneView.scene_nothing_drawn_yet"));
    ring.getStyleClass().add("hs-ring");
    ring.setMouseTransparent(true);
    setBackground(Background.fill(DrawingContext.colour(palette.background(), 1)));
    this.sceneMouse = new SceneMouse(this);
    assemble();
  }

  /// Shows a moment as soon as it is prepared; the camera moves at once.
  public void show(Moment moment, Sketch sketch, Set<Overlay> overlays, Camera seenBy) {
    camera = seenBy;
    request(moment, sketch, Set.copyOf(overlays));
    refresh();
  }

  /// Highlights things wherever they are, over everything else, until the next call.
  public void point(Set<MarkSubject> subjects) {
    if (!subjects.equals(pointed)) {
      pointed = Set.copyOf(subjects);
      refreshHighlights();
    }
  }

  /// Draws how much things matter to the policy, in pictures of the moment that they belong to,
  /// until the next call.
  public void weigh(SubjectWeights next) {
    if (!next.equals(weights)) {
      weights = next;
      refreshHighlights();
    }
  }

  /// Shows the same moment again with new data and highlights.
  private void refreshHighlights() {
    request.ifPresent(again -> request(again.moment(), again.sketch(), again.overlays()));
  }

  private void request(Moment moment, Sketch sketch, Set<Overlay> overlays) {
    PreparedScene.Request wanted =
        new PreparedScene.Request(moment, sketch, overlays, pointed, weights, view(), known());
    request = Optional.of(wanted);
    latestRequestWorker.request(wanted);
  }

  private RequestedView view() {
    return new RequestedView(
        textLayout, crowdLayer, camera, getWidth(), getHeight(), deviceScale(), letters.factor());
  }

  private Optional<PreparedScene.RecordingData> known() {
    return draft.map(PreparedScene::recordingData);
  }

  /// Shows nothing, and stops reading any recording.
  public void clear() {
    latestRequestWorker.discardPending();
    draft = Optional.empty();
    request = Optional.empty();
    backdrop = Optional.empty();
    marksView.clear();
    renewPalette();
    assemble();
  }

  /// Changes the palette.
  public void repaint(Palette colours) {
    palette = colours;
    renewPalette();
    backdrop = draft.map(d -> new BackdropView(d.recordingData().backdrop(), palette, threads));
    setBackground(Background.fill(DrawingContext.colour(palette.background(), 1)));
    assemble();
    refresh();
  }

  /// Drops what is drawn in other colours.
  private void renewPalette() {
    words = new TextView(palette);
    textLayout = new SceneTextLayout(palette);
    crowdLayer = new CrowdLayer(palette);
    crowdView.clear();
  }

  /// The moment that is drawn now, which may not yet be the latest request; empty before the first
  /// is prepared.
  public Optional<Moment> drawn() {
    return draft.map(shown -> shown.request().moment());
  }

  /// The present view; empty before the first moment is prepared.
  public Optional<Viewpoint> viewpoint() {
    return draft.map(d ->
        Viewpoint.of(
            camera,
            d.recordingData().backdrop().bounds(),
            d.request().moment(),
            getWidth(),
            getHeight()));
  }

  /// The thing under a point of this region.
  public Optional<MarkSubject> pick(double x, double y) {
    return viewpoint().flatMap(seen -> Picker.at(draft.orElseThrow().marks(), seen, x, y));
  }

  /// The thing under a point of this region; a road if there is nothing else.
  Optional<MarkSubject> under(double x, double y) {
    return viewpoint()
        .flatMap(seen -> {
          PreparedScene shown = draft.orElseThrow();
          return Picker.at(shown.marks(), seen, x, y)
              .or(() -> Picker.roadAt(shown.recordingData().backdrop().marks(), seen, x, y));
        });
  }

  /// The present camera, including the user's movements.
  public Camera camera() {
    return camera;
  }

  /// Sets the listener for clicks; it receives the thing, or empty for empty ground.
  public void whenPicked(Consumer<Optional<MarkSubject>> listener) {
    sceneMouse.whenPicked = listener;
  }

  /// Sets the listener for changes of the thing under the pointer.
  public void whenPointed(Consumer<Optional<MarkSubject>> listener) {
    sceneMouse.whenPointed = listener;
  }

  /// Sets the listener for double clicks.
  public void whenFollowed(Consumer<MarkSubject> listener) {
    sceneMouse.whenFollowed = listener;
  }

  /// Sets the listener for bodies that the user has moved; without one, bodies cannot be moved.
  public void whenPlaced(Consumer<BodyPlacement> listener) {
    sceneMouse.whenPlaced = Optional.of(listener);
  }

  /// The body of an agent as drawn now.
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

  /// Adds a node over everything else.
  void lay(Node node) {
    getChildren().add(node);
  }

  /// Removes such a node.
  void lift(Node node) {
    getChildren().remove(node);
  }

  /// Sets the listener for camera movements by the user; it is called after the movement.
  public void whenCameraMoves(Consumer<Camera> listener) {
    whenCameraMoves = listener;
  }

  /// Moves the camera as the user did, and calls the listener.
  void move(Camera moved) {
    camera = moved;
    refresh();
    whenCameraMoves.accept(moved);
  }

  private void accept(PreparedScene drawn) {
    setAccessibleText(drawn.sentence());
    boolean sameBackdrop =
        draft
            .filter(d -> d.recordingData().backdrop().equals(drawn.recordingData().backdrop()))
            .isPresent();
    draft = Optional.of(drawn);
    drawn.crowd().ifPresentOrElse(crowdView::show, crowdView::clear);
    if (!sameBackdrop) {
      backdrop = Optional.of(new BackdropView(drawn.recordingData().backdrop(), palette, threads));
      assemble();
    }
    refresh();
    if (!drawn.counted()) {
      refreshHighlights();
    }
  }

  private void assemble() {
    getChildren().clear();
    backdrop.ifPresent(view -> getChildren().add(view.node()));
    getChildren().addAll(List.of(crowdView.node(), marksView.node(), words.node(), ring, letters));
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
    if (CrowdLayer.isCrowd(now.marks())) {
      marksView.clear();
      showCrowd(seen, device);
    } else {
      marksView.show(now.marks(), new DrawingContext(palette, seen));
    }
    if (now.text().isEmpty()) {
      askAgain();
      return;
    }
    words.show(now, view().frame(seen));
  }

  /// Shows the present image of the crowd, and asks for another one if this one does not show what
  /// the view shows now.
  private void showCrowd(Viewpoint seen, double device) {
    crowdView.place(seen);
    boolean otherColours =
        draft.filter(shown -> shown.request().view().crowdLayer() == crowdLayer).isEmpty();
    if (otherColours || !crowdView.serves(seen, device)) {
      askAgain();
    }
  }

  /// Asks for the same moment once more if the view has changed since it was asked for.
  private void askAgain() {
    if (request.filter(asked -> asked.view().equals(view())).isEmpty()) {
      refreshHighlights();
    }
  }

  private double deviceScale() {
    return getScene() == null || getScene().getWindow() == null
        ? 1
        : getScene().getWindow().getOutputScaleX();
  }

  /// Text over the world, on whole device pixels so that it is crisp: labels beside bodies, and the
  /// plates in the corners. FX thread.
  private static final class TextView {
    private final Group root = new Group();
    private final List<ImageView> views = new ArrayList<>();
    private final SpriteImages images = new SpriteImages();
    private final Path leaders = new Path();
    private final SceneTextLayout textLayout;

    TextView(Palette palette) {
      leaders.setStroke(
          DrawingContext.colour(palette.rgb(Tone.TEXT_MUTED), MarkStyle.LEADER_OPACITY));
      leaders.setStrokeWidth(MarkStyle.LEADER);
      leaders.setStrokeLineCap(StrokeLineCap.ROUND);
      textLayout = new SceneTextLayout(palette);
      root.setManaged(false);
      root.setMouseTransparent(true);
    }

    Node node() {
      return root;
    }

    void show(PreparedScene preparedScene, SceneTextLayout.TextFrame frame) {
      SceneTextLayout.PlacedText text =
          preparedScene
              .text()
              .filter(ahead -> ahead.frame().equals(frame))
              .orElseGet(() ->
                  textLayout.of(
                      preparedScene.marks(),
                      preparedScene.captions(),
                      preparedScene.recordingData().backdrop().unit(),
                      frame));
      int used = 0;
      double device = frame.device();
      draw(text.labels().leaders(), device);
      for (LabelLayout.PlacedLabel placedLabel : text.labels().placed()) {
        put(used++, placedLabel.sprite(), placedLabel.x(), placedLabel.y(), device);
      }
      for (PlateLayout.PlacedPlate placedPlate : text.plates()) {
        put(used++, placedPlate.sprite(), placedPlate.x(), placedPlate.y(), device);
      }
      if (root.getChildren().size() != used + 1) {
        root.getChildren().setAll(views.subList(0, used));
        root.getChildren().addFirst(leaders);
      }
    }

    private void draw(List<LabelLayout.Leader> wanted, double device) {
      List<PathElement> elements = new ArrayList<>(2 * wanted.size());
      for (LabelLayout.Leader leader : wanted) {
        elements.add(new MoveTo(leader.x0() / device, leader.y0() / device));
        elements.add(new LineTo(leader.x1() / device, leader.y1() / device));
      }
      leaders.getElements().setAll(elements);
    }

    private void put(int index, Sprite sprite, double x, double y, double device) {
      if (index == views.size()) {
        views.add(new ImageView());
      }
      ImageView view = views.get(index);
      view.setImage(images.of(sprite));
      view.setFitWidth(sprite.width() / device);
      view.setFitHeight(sprite.height() / device);
      view.setX(x / device);
      view.setY(y / device);
    }

    /// Sprites as images, cached as long as they are in use. FX thread.
    private static final class SpriteImages {
      private static final int MOST_IMAGES = 1024;

      private final Map<Sprite, Image> images =
          new LinkedHashMap<>(64, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Sprite, Image> eldest) {
              return size() > MOST_IMAGES;
            }
          };

      Image of(Sprite sprite) {
        return images.computeIfAbsent(sprite, s -> PixelImage.of(s.image()).image());
      }
    }
  }
}
