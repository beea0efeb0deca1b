package dev.hindsight.app;

import dev.hindsight.app.fx.StyleSheet;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.MainWindow;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javafx.scene.layout.BorderPane;
import javafx.stage.Stage;

/// The object graph of the window, wired by hand.
final class Composition {
  private Composition() {}

  /// Makes and shows the window. FX thread.
  static void show(AtomicReference<Preferences> preferences, List<Path> files, Runnable onClosed) {
    StyleSheet.apply(preferences.get().theme());
    MainWindow window = new MainWindow(new Stage(), new BorderPane(), preferences.get().window());
    window.show(place -> {
      preferences.updateAndGet(kept -> kept.with(place));
      onClosed.run();
    });
  }
}
