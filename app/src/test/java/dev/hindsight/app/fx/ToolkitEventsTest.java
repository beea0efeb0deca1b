package dev.hindsight.app.fx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.glass.ui.Application;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

class ToolkitEventsTest {
  private final List<List<Path>> opened = new ArrayList<>();
  private final List<Map<String, Object>> preferences = new ArrayList<>();

  @BeforeAll
  static void start() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
  }

  /// Sends the system's events while a listener is installed.
  private void events(Runnable work) throws TimeoutException {
    FxToolkit.setupFixture(() -> {
      Application system = Application.GetApplication();
      Application.EventHandler before = system.getEventHandler();
      try {
        system.setEventHandler(new RecordingToolkit());
        ToolkitEvents.listen(opened::add);
        work.run();
      } finally {
        system.setEventHandler(before);
      }
    });
  }

  @Test
  void aDoubleClickOpensItsFiles() throws Exception {
    String[] files = {"/a/one.rollout", "/a/two.rollout"};
    events(() -> {
      Application system = Application.GetApplication();
      system.getEventHandler().handleOpenFilesAction(system, 0, files);
    });
    assertEquals(List.of(List.of(Path.of(files[0]), Path.of(files[1]))), opened);
  }

  @Test
  void theToolkitStillHearsOfTheColoursOfTheSystem() throws Exception {
    events(() ->
        Application.GetApplication().getEventHandler().handlePreferencesChanged(Map.of("a", 1)));
    assertEquals(List.of(Map.of("a", 1)), preferences);
  }

  @Test
  void noEventOfTheToolkitIsSwallowed() {
    assertEquals(
        handlers(Application.EventHandler.class),
        handlers(ToolkitEvents.class),
        "the toolkit has an event that is not handed on to it");
  }

  private static List<String> handlers(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .map(Method::getName)
        .filter(name -> name.startsWith("handle"))
        .sorted()
        .toList();
  }

  private final class RecordingToolkit extends Application.EventHandler {
    @Override
    public void handlePreferencesChanged(Map<String, Object> changed) {
      preferences.add(changed);
    }
  }
}
