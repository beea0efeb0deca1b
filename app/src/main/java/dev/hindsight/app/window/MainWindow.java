package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.settings.WindowSize;
import java.util.Objects;
import java.util.stream.IntStream;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.stage.Stage;

/// The window on the screen: its size, icon and title.
public final class MainWindow {
  private static final String ICONS = "/dev/hindsight/assets/icons/hindsight-";

  private final Stage stage;

  /// Creates the window without showing it.
  public MainWindow(Stage stage, Parent content, WindowSize place) {
    this.stage = stage;
    WindowSize usable = place.usable();
    stage.setScene(new Scene(content, usable.width(), usable.height()));
    stage.setMinWidth(WindowSize.SMALLEST.width());
    stage.setMinHeight(WindowSize.SMALLEST.height());
    stage.setMaximized(usable.spread() == WindowSize.Spread.MAXIMIZED);
    stage.setTitle(wording("MainWindow.hindsight"));
    IntStream.of(16, 32, 48, 128).forEach(this::addIcon);
  }

  /// Shows the name of the front tab in the title.
  ///
  /// @param shown empty for none
  public void entitle(String shown) {
    stage.setTitle(shown.isEmpty() ? wording("MainWindow.hindsight") : shown + " – Hindsight");
  }

  /// Shows the window.
  ///
  /// @param onClosed runs after it has closed
  public void show(Runnable onClosed) {
    stage.setOnHidden(_ -> onClosed.run());
    stage.show();
  }

  /// Its size, or its last size before it closed.
  public WindowSize place() {
    return new WindowSize(
        stage.getScene().getWidth(),
        stage.getScene().getHeight(),
        stage.isMaximized() ? WindowSize.Spread.MAXIMIZED : WindowSize.Spread.NORMAL);
  }

  private void addIcon(int size) {
    stage
        .getIcons()
        .add(
            new Image(
                Objects.requireNonNull(
                    MainWindow.class.getResourceAsStream(ICONS + size + ".png"),
                    "an icon is missing from the build")));
  }
}
