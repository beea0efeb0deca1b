package dev.hindsight.trainer.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTextTest {
  @Test
  void aValueEndsBeforeTheNextName() {
    assertEquals(Map.of("a", "1", "b", "2"), SettingsText.parse(" a=1, b=2 ", ""));
    assertEquals(
        Map.of("eval_maps", "one, two", "policy", "mlp"),
        SettingsText.parse("eval_maps=one, two policy=mlp", ""));
    assertEquals(Map.of(), SettingsText.parse("  ", ""));
    assertEquals(Map.of("a", ""), SettingsText.parse("a=", ""));
  }

  @Test
  void whatWasWrittenIsReadAsItWas() {
    Map<String, String> settings = new LinkedHashMap<>();
    List<String> values =
        List.of(
            "",
            "1e-3",
            "no",
            "a b",
            "a, b",
            "x y=2",
            "\"",
            "a\"b",
            "a,",
            "collision > 0.5 && t==1",
            "break: limbo_mass[a] < 0.01",
            "é=ü",
            "k=v",
            "C:\\maps\\my map.bin");
    for (int i = 0; i < values.size(); i++) {
      settings.put("s" + i, values.get(i));
    }
    Map<String, String> read = SettingsText.parse(SettingsText.of(settings), "");
    assertEquals(List.copyOf(settings.entrySet()), List.copyOf(read.entrySet()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"size", "=5", "size a=1", "a=\"1", "a=1 a=2"})
  void whatIsNoSettingIsRefused(String typed) {
    Problem problem = assertThrows(Problem.class, () -> SettingsText.parse(typed, "settings"));
    assertTrue(problem.getMessage().contains("settings"), problem.getMessage());
  }
}
