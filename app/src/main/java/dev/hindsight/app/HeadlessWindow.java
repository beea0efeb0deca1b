package dev.hindsight.app;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The window without a display, for pictures, as the command line uses it.
public final class HeadlessWindow {
  private HeadlessWindow() {}

  /// Films all panes of a recording as a layout arranges them. Once per process.
  ///
  /// @param plan what to film of the recording
  /// @param other the recording to compare it with
  /// @param arrangement name of a preset or of a pane, or a layout file
  public static FilmReport film(
      FilmPlan plan,
      Optional<Path> other,
      String arrangement,
      Progress progress,
      Cancellation cancellation)
      throws Exception {
    return new ArrangementFilm(plan, other, arrangement).run(progress, cancellation);
  }

  /// Draws every kind of pane, with two recordings side by side. Once per process.
  ///
  /// @param further recordings for the panes that do not apply to the first
  /// @return titles of the panes
  /// @throws Problem naming the first that cannot be drawn
  public static List<String> everyPane(
      Path one, Path other, List<Path> further, Progress progress, Cancellation cancellation) {
    return new AllPanesCheck(one, other, further).run(progress, cancellation);
  }

  /// Takes the pictures for the documentation. Once per process.
  ///
  /// @param folder where to write them
  /// @param sizes of the window's content: `1280x800`
  /// @return the files
  public static List<Path> screenshots(Path folder, List<String> sizes) throws IOException {
    return new Screenshots(folder, sizes.stream().map(HeadlessWindow::size).toList())
        .run(Progress.SILENT, new Cancellation());
  }

  /// Takes pictures of every built-in layout. Once per process.
  ///
  /// @param folder where to write them
  /// @param sizes of the window's content: `1280x800`
  /// @param fontPercent text size, in per cent of the usual one
  /// @return the files
  public static List<Path> layouts(Path folder, List<String> sizes, int fontPercent)
      throws Exception {
    return new LayoutPictures(
            folder, sizes.stream().map(HeadlessWindow::size).toList(), fontPercent)
        .run(Progress.SILENT, new Cancellation());
  }

  private static Screenshots.Size size(String text) {
    if (!text.matches("[1-9]\\d{2,3}x[1-9]\\d{2,3}")) {
      throw new Problem(
          wording("HeadlessWindow.this_is_not_a_window_size"), text, "write 1280x800");
    }
    int x = text.indexOf('x');
    return new Screenshots.Size(
        Integer.parseInt(text.substring(0, x)), Integer.parseInt(text.substring(x + 1)));
  }
}
