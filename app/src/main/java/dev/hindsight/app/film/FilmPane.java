package dev.hindsight.app.film;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.DialogButtons;
import dev.hindsight.app.fx.FormGrid;
import dev.hindsight.app.fx.ProblemLine;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.compare.PairFrames;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.render.Palette;
import dev.hindsight.render.film.BuiltInExporters;
import dev.hindsight.render.film.Exporter;
import dev.hindsight.render.film.Exporter.FrameCapacity;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.render.film.SceneFrames;
import dev.hindsight.render.film.Shot;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.controlsfx.control.RangeSlider;

/// The form for filming a recording, or taking a picture of it, which runs the export in the
/// background. FX thread.
public final class FilmPane extends VBox {
  private final WindowContext window;
  private final FrameCapacity frameCapacity;
  private final Document document;
  private final ArrangementFrameSource.Maker arrangements;
  private final Runnable close;
  private final Store<FilmState, UnaryOperator<FilmState>> form;
  private final ProblemLine message = new ProblemLine();

  /// The form for a film of the scene used last: of the loop, if there is one, as fast as
  /// `hindsight film` makes it, or slower where playback is.
  ///
  /// @param arrangements films all panes
  /// @param close closes the form
  public static FilmPane film(
      WindowContext window,
      Document document,
      ArrangementFrameSource.Maker arrangements,
      Runnable close) {
    TimelineState cursor = document.timeline().state();
    FilmState whole =
        FilmState.begin(
            document.rollout().ticks(),
            FrameRate.lapse(cursor.axis().tickSeconds()).frameSeconds()
                / Math.min(1, cursor.speed()),
            document.view().state());
    FilmState first = cursor.loop().map(whole::over).orElse(whole);
    return new FilmPane(window, document, arrangements, FrameCapacity.MOVING, first, close);
  }

  /// The form for a picture of that scene at the cursor.
  ///
  /// @param arrangements films all panes
  /// @param close closes the form
  public static FilmPane still(
      WindowContext window,
      Document document,
      ArrangementFrameSource.Maker arrangements,
      Runnable close) {
    FilmState first = FilmState.still(document.timeline().state().tick(), document.view().state());
    return new FilmPane(window, document, arrangements, FrameCapacity.STILL, first, close);
  }

  private FilmPane(
      WindowContext window,
      Document document,
      ArrangementFrameSource.Maker arrangements,
      FrameCapacity frameCapacity,
      FilmState first,
      Runnable close) {
    this.frameCapacity = frameCapacity;
    this.arrangements = arrangements;
    this.window = window;
    this.document = document;
    this.close = close;
    this.form = new Store<>(first, (state, change) -> change.apply(state));
    setId("film");
    getStyleClass().add("hs-dialog");
    setMaxSize(620, USE_PREF_SIZE);
    String what =
        frameCapacity == FrameCapacity.STILL
            ? wording("FilmPane.export_picture_of")
            : wording("FilmPane.export_film_of");
    Label title = new Label(what + document.title());
    title.getStyleClass().add(Styles.TITLE_4);
    message.setId("film.message");
    getChildren().addAll(title, fields(first), message, buttons());
    form.watch(state -> message.check(() -> words(state)));
  }

  private FormGrid fields(FilmState first) {
    ViewState view = document.view().state();
    FormGrid grid = new FormGrid();
    List<Exporter> kinds =
        BuiltInExporters.all().stream().filter(kind -> kind.motion() == frameCapacity).toList();
    if (kinds.size() > 1) {
      grid.choice(
          "Kind",
          "film.kind",
          kinds,
          BuiltInExporters.named(first.exporter()),
          Exporter::title,
          kind -> form.send(state -> state.as(kind.id())));
    }
    grid.choice(
        "What",
        "film.what",
        FilmSubject.of(document),
        first.filmed(),
        FilmSubject::title,
        filmSubject -> form.send(state -> state.of(filmSubject)));
    int last = document.rollout().ticks() - 1;
    switch (frameCapacity) {
      case MOVING ->
          grid.field(
              "Ticks",
              "film.ticks",
              new TickRangeField(
                  last, first.ticks(), range -> form.send(state -> state.over(range))));
      case STILL ->
          grid.number(
              "Tick",
              "film.tick",
              0,
              last,
              first.ticks().from(),
              tick -> form.send(state -> state.over(Span.at(tick))));
    }
    grid.typed(
        "Size",
        "film.size",
        PictureSize.COMMON.stream().map(PictureSize::toString).toList(),
        first.size(),
        text -> form.send(state -> state.sized(text)));
    if (frameCapacity == FrameCapacity.MOVING) {
      grid.typed(
          wording("FilmPane.frames_per_second"),
          "film.rate",
          List.of(first.rate(), "30"),
          first.rate(),
          text -> form.send(state -> state.at(text)));
    }
    grid.choice(
        "Camera",
        "film.framing",
        Framing.of(view),
        first.framing(),
        Framing::title,
        framing -> form.send(state -> state.framed(framing)));
    grid.field(
        "Overlays",
        "film.overlays",
        new OverlayChoice(
            offered(), first.overlays(), overlay -> form.send(state -> state.toggling(overlay))));
    return grid;
  }

  /// The overlays that have an effect: those of the other recording only where there is one.
  private Set<Overlay> offered() {
    Set<Overlay> offered = new TreeSet<>(document.sketch().sceneDefaults().offered());
    if (document.beside().isEmpty()) {
      offered.remove(Overlay.GHOSTS);
    }
    return offered;
  }

  private Node buttons() {
    return new DialogButtons("film", "Export…", message.wrong(), this::export, close);
  }

  private String words(FilmState state) {
    PictureSize size = PictureSize.parse(state.size());
    BuiltInExporters.named(state.exporter()).checkSize(size.width(), size.height(), "size");
    if (frameCapacity == FrameCapacity.STILL) {
      return wording("FilmPane.one_image_of_pixels_of_tick", size, state.ticks().from());
    }
    return wording(
        "FilmPane.frames_of_pixels",
        state.ticks().ticks(),
        size,
        NumberWords.seconds(state.seconds()));
  }

  private void export() {
    Exporter exporter = BuiltInExporters.named(form.state().exporter());
    Path recording = document.rollout().file().toAbsolutePath();
    String name = document.stem() + "." + exporter.extension();
    window
        .dialogs()
        .save(
            "Export",
            new FileDialogs.Kind(exporter.title(), List.of("*." + exporter.extension())),
            recording.resolveSibling(name))
        .ifPresent(target -> export(exporter, target));
  }

  private void export(Exporter exporter, Path target) {
    FilmState state = form.state();
    ViewState view = document.view().state();
    Shot shot = new Shot(state.framing().camera(view), state.overlays(), view.selected());
    Palette palette = window.preferences().state().theme().palette();
    Job<FilmReport> film = film(exporter, state, view, shot, palette, target);
    close.run();
    window
        .background()
        .startReading(
            BackgroundTask.of(
                    wording("FilmPane.filming", target.getFileName()), film, this::finished)
                .withFile(FilmReport::file));
  }

  /// Copies the current state of all views; the frames are painted off the FX thread.
  private Job<FilmReport> film(
      Exporter exporter, FilmState state, ViewState view, Shot shot, Palette palette, Path target) {
    Rollout rollout = document.rollout();
    Span ticks = state.ticks();
    return switch (state.filmed()) {
      case SCENE -> {
        Sketch seen = state.framing().sketch(view, document.sketch());
        yield (progress, cancellation) ->
            exporter
                .export(new SceneFrames(rollout, ticks, shot, seen, palette), state.request(target))
                .run(progress, cancellation);
      }
      case BOTH -> {
        PairFrames both =
            document.beside().orElseThrow().frames(document.alone()).choosing(view.chosen());
        yield (progress, cancellation) ->
            exporter
                .export(both.sideBySide(ticks, shot, palette), state.request(target))
                .run(progress, cancellation);
      }
      case ARRANGEMENT -> {
        ArrangementFrameSource panes =
            arrangements.of(window, document, state.ticks(), PictureSize.parse(state.size()));
        yield (progress, cancellation) -> {
          try (panes) {
            return exporter.export(panes, state.request(target)).run(progress, cancellation);
          }
        };
      }
    };
  }

  private void finished(FilmReport report) {
    String words =
        switch (frameCapacity) {
          case STILL -> wording("FilmPane.saved_an_image", NumberWords.bytes(report.bytes()));
          case MOVING ->
              wording(
                  "FilmPane.saved_frames_exported_in",
                  report.frames(),
                  NumberWords.bytes(report.bytes()),
                  NumberWords.seconds(report.seconds()));
        };
    window.raiseNotice(Notice.Success.in(report.file(), words));
  }

  /// A field for a range of ticks, with both ends. FX thread.
  private static final class TickRangeField extends HBox {
    private final RangeSlider slider;
    private final Label words = new Label();
    private final Consumer<Span> chosen;

    /// @param last tick of the recording
    /// @param first chosen at first
    /// @param chosen receives every later choice
    TickRangeField(int last, Span first, Consumer<Span> chosen) {
      super(10);
      this.chosen = chosen;
      slider = new RangeSlider(0, Math.max(1, last), first.from(), first.last());
      slider.setId("range");
      slider.setBlockIncrement(1);
      slider.setAccessibleText(wording("FilmPane.first_and_last_tick"));
      slider
          .skinProperty()
          .subscribe(_ -> {
            name(".low-thumb", wording("FilmPane.first_tick"));
            name(".high-thumb", wording("FilmPane.last_tick"));
          });
      words.getStyleClass().add("hs-number");
      words.setAlignment(Pos.CENTER_RIGHT);
      setAlignment(Pos.CENTER_LEFT);
      HBox.setHgrow(slider, Priority.ALWAYS);
      getChildren().addAll(slider, words);
      slider.lowValueProperty().addListener(_ -> changed());
      slider.highValueProperty().addListener(_ -> changed());
      show(range());
    }

    /// The thumbs get the keyboard focus one by one; the skin creates them without names.
    private void name(String thumb, String words) {
      slider.lookupAll(thumb).forEach(node -> node.setAccessibleText(words));
    }

    private void changed() {
      show(range());
      chosen.accept(range());
    }

    private Span range() {
      int low = (int) Math.round(slider.getLowValue());
      return Span.through(low, Math.max(low, (int) Math.round(slider.getHighValue())));
    }

    private void show(Span range) {
      words.setText(wording("FilmPane.to", range.from(), range.last()));
    }
  }

  /// A check box for each overlay. FX thread.
  private static final class OverlayChoice extends FlowPane {
    /// @param offered overlays that have an effect
    /// @param first overlays checked at first
    /// @param toggled receives each overlay that is checked or cleared
    OverlayChoice(Set<Overlay> offered, Set<Overlay> first, Consumer<Overlay> toggled) {
      super(14, 8);
      setPrefWrapLength(380);
      for (Overlay overlay : new TreeSet<>(offered)) {
        CheckBox box = new CheckBox(words(overlay));
        box.setSelected(first.contains(overlay));
        box.selectedProperty().addListener(_ -> toggled.accept(overlay));
        getChildren().add(box);
      }
    }

    private static String words(Overlay overlay) {
      return switch (overlay) {
        case GOALS -> "Goals";
        case TRAILS -> "Trails";
        case OBSERVED -> "Observed";
        case LABELS -> "Numbers";
        case VECTORS -> wording("FilmPane.track_vectors");
        case ZONES -> wording("FilmPane.protected_zones");
        case CONFLICTS -> "Conflicts";
        case ATTENTION -> "Attention";
        case CAPTION -> wording("FilmPane.trial_and_time");
        case METRICS -> "Metrics";
        case GHOSTS -> wording("FilmPane.the_other_recording");
      };
    }
  }
}
