package dev.hindsight.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Titles of tabs.
class TabTitleTest {
  @ParameterizedTest
  @CsvSource({
    "crossing.rollout, crossing.rollout",
    "a.rollout ↔ b.rollout, a.rollout ↔ b.rollout",
    "intersection-2-scripted-seed-1.rollout ↔ intersection-2-scripted-seed-2.rollout, intersecti…1.rollout ↔ intersecti…2.rollout",
    "a-recording-whose-name-is-longer-than-a-tab.rollout, a-recording-whose…an-a-tab.rollout"
  })
  void longNamesLoseTheirMiddle(String title, String shown) {
    assertEquals(shown, TabTitle.shortened(title));
  }
}
