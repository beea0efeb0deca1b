package dev.hindsight.app;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The window without a display, measured and photographed, as the command line sees it.
public final class HeadlessWindow {
  private HeadlessWindow() {}

  /// Measures the window with a recording in it; see [UiBench.Figures] for what each figure is.
  /// Once in the life of the process.
  ///
  /// @param width of the window's content, pixels
  /// @param height of the window's content, pixels
  /// @param seeks how many seeks are timed
  public static Map<String, Object> ui(Path file, int width, int height, int seeks)
      throws Exception {
    UiBench.Figures figures =
        new UiBench(file, width, height, seeks).run(Progress.SILENT, new Cancellation());
    return new ObjectMapper().convertValue(figures, new TypeReference<>() {});
  }

  /// Films all panes of a recording as an arrangement docks them. Once in the life of the process.
  ///
  /// @param plan what of the recording is filmed
  /// @param other the recording it is compared with
  /// @param arrangement name of a preset, or a layout file
  public static FilmReport film(
      FilmPlan plan, Optional<Path> other, String arrangement, Progress progress)
      throws Exception {
    return new ArrangementFilm(plan, other, arrangement).run(progress, new Cancellation());
  }

  /// Takes the pictures of the documentation. Once in the life of the process.
  ///
  /// @param folder where they go
  /// @return the files
  public static List<Path> screenshots(Path folder) throws IOException {
    return new Screenshots(folder).run(Progress.SILENT, new Cancellation());
  }
}
