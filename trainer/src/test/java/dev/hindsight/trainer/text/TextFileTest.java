package dev.hindsight.trainer.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextFileTest {
  /// A tensor of a checkpoint could be named "w\nPASS parity".
  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\f", "\u000b", "\u0085", "\u2028", "\u2029"})
  void aNameFromAFileDoesNotBeginALine(String lineBreak) {
    assertEquals(
        "w PASS parity holds no PyTorch",
        TrainerText.wording("TorchSearch.holds_no_pytorch", "w" + lineBreak + "PASS parity"));
  }
}
