package dev.hindsight.app;

import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The window without a display, photographed, as the command line sees it.
public final class HeadlessWindow {
  private HeadlessWindow() {}

  /// Films all panes of a recording as an arrangement docks them. Once in the life of the process.
  ///
  /// @param plan what of the recording is filmed
  /// @param other the recording it is compared with
  /// @param arrangement name of a preset, or a layout file
  public static FilmReport film(
      FilmPlan plan,
      Optional<Path> other,
      String arrangement,
      Progress progress,
      Cancellation cancellation)
      throws Exception {
    return new ArrangementFilm(plan, other, arrangement).run(progress, cancellation);
  }

  /// Draws every kind of pane with a recording and another beside it. Once in the life of the
  /// process.
  ///
  /// @param further recordings for the panes the first has no use for
  /// @return titles of the panes
  /// @throws Problem naming the first that cannot be drawn
  public static List<String> everyPane(
      Path one, Path other, List<Path> further, Progress progress, Cancellation cancellation) {
    return new AllPanesCheck(one, other, further).run(progress, cancellation);
  }

  /// Takes the pictures of the documentation. Once in the life of the process.
  ///
  /// @param folder where they go
  /// @param sizes of the window's content: `1280x800`
  /// @return the files
  public static List<Path> screenshots(Path folder, List<String> sizes) throws IOException {
    return new Screenshots(folder, sizes.stream().map(HeadlessWindow::size).toList())
        .run(Progress.SILENT, new Cancellation());
  }

  /// Takes pictures of every shipped layout. Once in the life of the process.
  ///
  /// @param folder where they go
  /// @param sizes of the window's content: `1280x800`
  /// @param fontPercent size of words, per cent of the usual
  /// @return the files
  public static List<Path> layouts(Path folder, List<String> sizes, int fontPercent)
      throws Exception {
    return new LayoutPictures(
            folder, sizes.stream().map(HeadlessWindow::size).toList(), fontPercent)
        .run(Progress.SILENT, new Cancellation());
  }

  private static Screenshots.Size size(String text) {
    if (!text.matches("[1-9]\\d{2,3}x[1-9]\\d{2,3}")) {
      throw new Problem("this is not a window size", text, "write 1280x800");
    }
    int x = text.indexOf('x');
    return new Screenshots.Size(
        Integer.parseInt(text.substring(0, x)), Integer.parseInt(text.substring(x + 1)));
  }
}
