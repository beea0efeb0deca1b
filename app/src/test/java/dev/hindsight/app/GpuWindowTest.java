package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.window.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The window's GPU dialog, with made-up findings.
class GpuWindowTest {
  private static final String CONFIG = "hindsight.config";

  @TempDir private Path folder;

  @BeforeEach
  void useSettingsOfOurOwn() {
    System.setProperty(CONFIG, folder.resolve("config").toString());
  }

  @AfterEach
  void leaveThem() {
    System.clearProperty(CONFIG);
  }

  @Test
  void whatIsMissingIsToldAndWhatIsNotEnoughCannotBeUsed() throws Exception {
    Path library = folder.resolve("torch/lib").resolve(System.mapLibraryName("torch"));
    Files.createDirectories(folder.resolve("torch/lib"));
    Files.createFile(library);
    Files.writeString(
        folder.resolve("torch/version.py"), "__version__ = '2.6.0+cpu'\ncuda = None\n");
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      window.onFx(() -> {
        ((Shell) window.stage().getScene().getRoot()).showGpu();
        return true;
      });
      window.until(() -> !text(window).equals("Looking…"));
      window.answer(library);
      window.onFx(() -> {
        window.find("gpu.folder", Button.class).fire();
        return true;
      });
      window.until(() -> text(window).contains("2.6.0+cpu"));
      assertTrue(text(window).contains("version 2.6.0+cpu is not 2.7.x"), text(window));
      assertTrue(window.find("gpu.export", Button.class).isDisabled());
    }
    assertFalse(Files.exists(folder.resolve("config/engine.txt")));
  }

  private static String text(WindowUnderTest window) {
    return window.find("gpu.lines", Label.class).getText();
  }
}
