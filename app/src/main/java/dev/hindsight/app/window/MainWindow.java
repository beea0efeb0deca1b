package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.StyleSheet;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import java.util.Objects;
import java.util.stream.IntStream;
import javafx.scene.Group;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.stage.Stage;

/// The window on the screen: its size, icon and title. It can be shown before its content exists.
public final class MainWindow {
  private static final String ICONS = "/dev/hindsight/assets/icons/hindsight-";

  private final Stage stage = new Stage();
  private final Scene scene;

  /// Creates an empty window in the colour of its later content, without showing it.
  public MainWindow(WindowSize place, Theme theme) {
    WindowSize usable = place.usable();
    scene = new Scene(new Group(), usable.width(), usable.height(), StyleSheet.ground(theme));
    stage.setScene(scene);
    stage.setMinWidth(WindowSize.SMALLEST.width());
    stage.setMinHeight(WindowSize.SMALLEST.height());
    stage.setMaximized(usable.spread() == WindowSize.Spread.MAXIMIZED);
    stage.setTitle(wording("MainWindow.hindsight"));
  }

  /// The window as JavaFX knows it.
  public Stage stage() {
    return stage;
  }

  /// Changes the colour behind the content, which shows where the window has just grown.
  public void paint(Theme theme) {
    scene.setFill(StyleSheet.ground(theme));
  }

  /// Replaces the content. The icon comes with it: reading its pictures would delay the empty
  /// window.
  public void fill(Parent content) {
    IntStream.of(16, 32, 48, 128).forEach(this::addIcon);
    scene.setRoot(content);
  }

  /// Shows the name of the front tab in the title.
  ///
  /// @param shown empty for none
  public void entitle(String shown) {
    stage.setTitle(shown.isEmpty() ? wording("MainWindow.hindsight") : shown + " – Hindsight");
  }

  /// Shows the window, or what it has been filled with since: every part of it is in its place
  /// then.
  public void show() {
    boolean there = stage.isShowing();
    stage.show();
    if (there) {
      scene.getRoot().applyCss();
      scene.getRoot().layout();
    }
  }

  /// Runs something after the window has closed.
  public void onClosed(Runnable then) {
    stage.setOnHidden(_ -> then.run());
  }

  /// Its size, or its last size before it closed.
  public WindowSize place() {
    return new WindowSize(
        scene.getWidth(),
        scene.getHeight(),
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
