package dev.hindsight.app.fx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaFxToolkitTest {
  @Test
  void unixWithoutADisplayHasNone() {
    assertFalse(JavaFxToolkit.displayed("Linux", Map.of("DISPLAY", " ")));
  }

  @Test
  void unixSaysWhetherItHasADisplay() {
    assertTrue(JavaFxToolkit.displayed("Linux", Map.of("DISPLAY", ":0")));
    assertTrue(JavaFxToolkit.displayed("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0")));
  }

  @Test
  void windowsAndMacAlwaysHaveOne() {
    assertTrue(JavaFxToolkit.displayed("Windows 11", Map.of()));
    assertTrue(JavaFxToolkit.displayed("Mac OS X", Map.of()));
  }

  @Test
  void aMissingGtkIsNamedWithWhatToInstall() {
    Problem problem =
        JavaFxToolkit.refused(
            new UnsupportedOperationException("Unable to load glass GTK library."));

    assertTrue(problem.what().contains("GTK 3"), problem.what());
    assertTrue(problem.remedy().contains("apt-get install libgtk-3-0"), problem.remedy());
  }

  @Test
  void aDisplayThatDoesNotOpenIsNoBugOfOurs() {
    Problem problem =
        JavaFxToolkit.refused(new UnsupportedOperationException("Unable to open DISPLAY"));

    assertEquals("the display cannot be opened", problem.what());
  }

  @Test
  void anyOtherFailureOfTheToolkitIsToldInOneLine() {
    Problem problem = JavaFxToolkit.refused(new UnsatisfiedLinkError("no libX\nand more"));

    assertEquals("JavaFX does not start: no libX", problem.what());
  }
}
