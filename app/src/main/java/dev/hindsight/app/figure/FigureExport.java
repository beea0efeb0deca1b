package dev.hindsight.app.figure;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.workspace.FileSaving;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// Writes a figure that the window shows. FX thread.
public final class FigureExport {
  private static final FileDialogs.Kind FIGURES =
      new FileDialogs.Kind(wording("FigureExport.figures"), List.of("*.svg", "*.pdf"));

  private FigureExport() {}

  /// Asks for a file and writes it in the background.
  ///
  /// @param title of the figure; its file is named after it
  /// @param write writes a file whose name ends in `.svg` or `.pdf`
  public static void save(WindowContext window, String title, Consumer<Path> write) {
    String name = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".svg";
    FileSaving.ask(window, wording("FigureExport.export", title), FIGURES, name, write, _ -> {});
  }
}
