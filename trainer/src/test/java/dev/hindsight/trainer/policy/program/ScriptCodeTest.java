package dev.hindsight.trainer.policy.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What the code of a TorchScript program says about its arrays.
class ScriptCodeTest {
  private static List<String> inputs(String signature) {
    String code =
        "class P(Module):\n  def forward(" + signature + ") -> Tensor:\n    return observation\n";
    return ScriptCode.inputs(code, "P", "x.pt").stream().map(ProgramSlot::name).toList();
  }

  @Test
  void theModuleIsNoInputWhateverTheAuthorCallsIt() {
    assertEquals(List.of("observation"), inputs("self: __torch__.P,\n    observation: Tensor"));
    assertEquals(List.of("observation"), inputs("s: __torch__.P,\n    observation: Tensor"));
    assertEquals(
        List.of("observation", "state.0", "state.1"),
        inputs("m: __torch__.P, observation: Tensor, state: Tuple[Tensor, Tensor]"));
  }
}
