package dev.hindsight.app.film;

import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.render.film.ExportRequest;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Overlay;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/// The input of the form for a film.
///
/// @param filmed which part of the tab it shows
/// @param exporter id in the list of exporters
/// @param ticks the ticks it shows
/// @param size pixels, as typed
/// @param rate frames per second, as typed
/// @param framing which part of the world it shows
/// @param overlays the visible overlays
record FilmState(
    FilmSubject filmed,
    String exporter,
    Span ticks,
    String size,
    String rate,
    Framing framing,
    Set<Overlay> overlays) {
  FilmState {
    overlays = Set.copyOf(overlays);
  }

  /// All ticks, as the scene shows them now.
  ///
  /// @param frameSeconds how long the film shows each tick
  static FilmState begin(int ticks, double frameSeconds, ViewState view) {
    return new FilmState(
        FilmSubject.SCENE,
        "mp4",
        Span.all(Math.max(1, ticks)),
        new PictureSize(1280, 720).toString(),
        FrameRate.ofTick(frameSeconds).toString(),
        Framing.AS_SEEN,
        view.overlays());
  }

  /// A picture of one tick, as the scene shows it now.
  static FilmState still(int tick, ViewState view) {
    return begin(tick + 1, 1, view).over(Span.at(tick)).as("png");
  }

  FilmState as(String id) {
    return new FilmState(filmed, id, ticks, size, rate, framing, overlays);
  }

  FilmState of(FilmSubject other) {
    return new FilmState(other, exporter, ticks, size, rate, framing, overlays);
  }

  FilmState over(Span range) {
    return new FilmState(filmed, exporter, range, size, rate, framing, overlays);
  }

  FilmState sized(String typed) {
    return new FilmState(filmed, exporter, ticks, typed, rate, framing, overlays);
  }

  FilmState at(String typedRate) {
    return new FilmState(filmed, exporter, ticks, size, typedRate, framing, overlays);
  }

  FilmState framed(Framing other) {
    return new FilmState(filmed, exporter, ticks, size, rate, other, overlays);
  }

  /// With an overlay toggled.
  FilmState toggling(Overlay overlay) {
    Set<Overlay> next = EnumSet.noneOf(Overlay.class);
    next.addAll(overlays);
    if (!next.remove(overlay)) {
      next.add(overlay);
    }
    return new FilmState(filmed, exporter, ticks, size, rate, framing, next);
  }

  /// The length of the film in seconds.
  ///
  /// @throws Problem if the rate is none
  double seconds() {
    return ticks.ticks() * FrameRate.parse(rate).frameSeconds();
  }

  /// The request to the exporter.
  ///
  /// @throws Problem if size or rate is none
  ExportRequest request(Path target) {
    PictureSize pixels = PictureSize.parse(size);
    return new ExportRequest(target, pixels.width(), pixels.height(), FrameRate.parse(rate));
  }
}
