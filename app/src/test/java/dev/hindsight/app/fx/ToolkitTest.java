package dev.hindsight.app.fx;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
}
