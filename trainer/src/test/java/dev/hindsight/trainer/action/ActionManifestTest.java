package dev.hindsight.trainer.action;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.observation.Quantity;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ActionManifestTest {
  static Stream<Arguments> spaces() {
    return Stream.of(
        Arguments.of(
            new ActionSpace.Discrete(
                List.of(
                    new ActionSpace.Factor("turn", "rad", List.of(-0.1f, 0f, 0.1f)),
                    new ActionSpace.Factor("horn", "", List.of(0f, 1f), List.of("off", "on")))),
            """
            {"factors":[{"name":"turn","unit":"rad","levels":[-0.1,0.0,0.1]},\
            {"name":"horn","unit":"","levels":[0.0,1.0],"words":["off","on"]}]}\
            """),
        Arguments.of(
            new ActionSpace.Continuous(List.of("push")), "{\"numbers\":[{\"name\":\"push\"}]}"),
        Arguments.of(
            new ActionSpace.Continuous(List.of("push"), List.of(Quantity.measured("N", 4))),
            "{\"numbers\":[{\"name\":\"push\",\"unit\":\"N\",\"factor\":4.0}]}"));
  }

  @ParameterizedTest
  @MethodSource("spaces")
  void theManifestHasTheseKeysInThisOrder(ActionSpace space, String json) {
    assertEquals(json, String.valueOf(ActionManifest.of(space).get(ActionManifest.KEY)));
  }
}
