package dev.hindsight.app.fx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolkitTest {
  @Test
  void unixWithoutADisplayHasNone() {
    assertFalse(Toolkit.displayed("Linux", Map.of("DISPLAY", " ")));
  }

  @Test
  void unixSaysWhetherItHasADisplay() {
    assertTrue(Toolkit.displayed("Linux", Map.of("DISPLAY", ":0")));
    assertTrue(Toolkit.displayed("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0")));
  }

  @Test
  void windowsAndMacAlwaysHaveOne() {
    assertTrue(Toolkit.displayed("Windows 11", Map.of()));
    assertTrue(Toolkit.displayed("Mac OS X", Map.of()));
  }

  @Test
  void aMissingGtkIsNamedWithWhatToInstall() {
    Problem problem =
        Toolkit.refused(new UnsupportedOperationException("Unable to load glass GTK library."));

    assertTrue(problem.what().contains("GTK 3"), problem.what());
    assertTrue(problem.remedy().contains("apt-get install libgtk-3-0"), problem.remedy());
  }

  @Test
  void aDisplayThatDoesNotOpenIsNoBugOfOurs() {
    Problem problem = Toolkit.refused(new UnsupportedOperationException("Unable to open DISPLAY"));

    assertEquals("the display cannot be opened", problem.what());
  }

  @Test
  void anyOtherFailureOfTheToolkitIsToldInOneLine() {
    Problem problem = Toolkit.refused(new UnsatisfiedLinkError("no libX\nand more"));

    assertEquals("JavaFX does not start: no libX", problem.what());
  }
}
