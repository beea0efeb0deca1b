package dev.hindsight.inspector.moment;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// How the panel *Moments* has the best moments filmed: all panels of a recording share it, and the
/// window films. FX thread.
public final class MomentReels {
  private Consumer<Reel> window = _ -> {};

  /// A film of moments.
  ///
  /// @param recordings their files, in the order in which the moments count them
  /// @param moments at least one, the best first
  /// @param out the film to write
  public record Reel(List<Path> recordings, List<RankedMoment> moments, Path out) {
    /// Copies the lists.
    public Reel {
      recordings = List.copyOf(recordings);
      moments = List.copyOf(moments);
    }
  }

  /// Gives all films to a window.
  public void filmWith(Consumer<Reel> films) {
    window = films;
  }

  /// Asks for a film.
  void film(Reel reel) {
    window.accept(reel);
  }
}
