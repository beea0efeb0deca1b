package dev.hindsight.app;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Document;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A fresh window with the sample recording for each test, and input for it.
abstract class SampleWindowTest {
  @TempDir static Path folder;

  WindowUnderTest window;
  UserInput hands;
  Document document;

  @BeforeEach
  void open() throws TimeoutException {
    window = new WindowUnderTest(Preferences.INITIAL);
    hands = new UserInput(window);
    document = window.open(SampleRecording.in(folder));
  }

  @AfterEach
  void close() {
    window.close();
  }
}
