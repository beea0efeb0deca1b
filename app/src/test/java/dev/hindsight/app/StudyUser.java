package dev.hindsight.app;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;

/// A user with a separate home folder who sets up and reads studies. Close it at the end of a test.
final class StudyUser implements AutoCloseable {
  static final Path PICTURES = Path.of("target", "screenshots");

  private final Path home;
  private final TemporaryHome moved;
  final WindowUnderTest window;

  /// Opens the window.
  StudyUser(Path home) throws TimeoutException {
    this.home = home;
    moved = new TemporaryHome(home);
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
  }

  @Override
  public void close() {
    window.close();
    moved.close();
  }

  /// A file of a study of the dark room.
  Path rooms(int updates, int seeds) throws IOException {
    return Files.writeString(home.resolve("rooms.yaml"), text(updates, seeds));
  }

  /// What such a file says.
  static String text(int updates, int seeds) {
    String line = seeds == 1 ? "seeds: [0]" : "seeds: [0, 1]";
    return "name: rooms\n" + RoomsStudy.yaml(line, updates);
  }

  /// Opens such a file.
  void open(Path file) throws TimeoutException {
    window.onFx(() -> {
      window.context().open(file);
      return true;
    });
    window.until(() -> window.has("study.name") && text("study.name").equals("rooms"));
  }

  /// The tab in front.
  Object front() {
    return window.context().workspace().state().active().orElseThrow();
  }

  TableView<?> table(String id) {
    return window.find(id, TableView.class);
  }

  ButtonBase button(String id) {
    return window.find(id, ButtonBase.class);
  }

  /// The text in a field.
  String text(String id) {
    return window.onFx(() -> window.find(id, TextInputControl.class).getText());
  }

  /// Takes pictures in both themes and three sizes; nothing may be cut off.
  void photograph(String name) throws IOException, TimeoutException {
    Files.createDirectories(PICTURES);
    WindowScreenshots.takeAll(window, PICTURES, name);
  }
}
