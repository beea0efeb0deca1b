package dev.hindsight.trainer.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The meaning of conditions, and the errors of invalid ones.
class ConditionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          removed[a] && tick < 8                     | 6:1 7:1
          removed[a] == 1 && tick < 7                | 6:1
          removed[a] + 1 == 2 && tick < 7            | 6:1
          removed[1] && tick == 9                    | 9:0
          tick == 3                                  | 3:0
          tick == 3 && a >= 1                        | 3:1 3:2
          trial == 1 && trial_tick == 0              | 6:0
          speed[a] == 2                              | 2:0 1:2
          gear[a] == 6.0                             | 6:1 3:2
          gear[a] / 4 == 2 && a == 1                 | 8:1 9:1 10:1 11:1
          gear[a] % 5 == 4                           | 4:1 9:1 2:2 7:2
          abs(speed[a] - 5) < 0.4                    | 5:0 4:2
          min(speed[a], 3, gear[a]) == 3 && tick < 5 | 3:1 4:1 2:2 3:2 4:2
          max(tick, 10) == 11                        | 11:0
          nan(a)                                     | 4:2
          nan(value[a])                              | 4:2
          value[a] != value[a]                       | 4:2
          action[a] != action_prev[a] && a == 0      | 3:0 6:0 9:0
          action[a] in [3] && removed[a]             | 9:1 10:1 11:1
          observation[a][3] == 507                   | 5:1
          observation[a]["ego.near"] == 507          | 5:1
          observation[2][tick - 8] == 1111           | 11:0
          attention_layer0[a][1][0] == 6 && tick < 1 | 0:1
          agents.exists(b, removed[b]) && tick < 8   | 6:0 7:0
          agents.all(b, speed[b] > 10)               | 11:0
          agents.filter(b, gear[b] > 9).size() == 2  | 10:0 11:0
          agents.exists(b, b != a && removed[b]) && tick == 6 | 6:0 6:2
          tick == 2 ? a == 1 : tick == 4 && a == 2   | 2:1 4:2
          speed[a + 1] == 11.5 && true               | 11:0
          """)
  void holdsWhereItShould(String text, String expected) {
    String found = found(text);

    assertEquals(sorted(expected), sorted(found));
  }

  private static String found(String text) {
    return ConditionSample.found(text);
  }

  private static java.util.List<String> sorted(String moments) {
    return java.util.Arrays.stream(moments.split(" ")).sorted().toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          remved[a]                | 1  | there is no name 'remved' | removed
          removed[a] && speed[a]   | 15 | '&&' needs true or false, but speed[a] is a number | speed[a] != 0
          speed[a] + 1             | 10 | a condition must be true or false, but this is a number | > 0
          removed                  | 1  | removed is a number for each agent | removed[a]
          observation[a] > 0       | 1  | observation[a] is 4 numbers | observation[a][0]
          observation[a][4] > 0    | 16 | observation[a] has 4 numbers, but no number 4 | 0 to 3
          removed[3]               | 9  | removed has 3 agents, but no number 3 | 0 to 2
          removed[0.5]             | 9  | removed needs an agent, but 0.5 is a number | removed[a]
          observation[a]["x"] > 0  | 16 | no number of the observation is named | ego.x
          speed[a] = 3             | 10 | '=' is not an operator | ==
          speed[a] > 1 and tick    | 14 | 'and' is not an operator | &&
          tick == 9223372036854775808 | 9 | the whole number 9223372036854775808 is too large | decimal
          tick 9223372036854775807 | 6  | '9223372036854775807' is not allowed here | join
          speed[a] > 🚗            | 12 | '🚗' is not allowed here | remove it
          speed[a] >               | 11 | it ends too early | finish
          (speed[a] > 1            | 14 | it ends too early | finish
          speed[a] > 1)            | 13 | ')' closes nothing | remove it
          speed.x > 1              | 6  | '.x' is not part of anything | brackets
          sqrt(speed[a]) > 1       | 5  | there is no function 'sqrt' | abs
          abs(1, 2) > 1            | 4  | abs needs one value | abs(x)
          speed[a] % 2 == 0        | 10 | % needs whole numbers | int(x)
          tick[a] > 1              | 1  | tick has no parts | remove the brackets
          agents.any(b, true)      | 11 | agents have no 'any' | all
          agents.exists(a, true)   | 14 | .exists needs a new name | agents.exists(b,
          state_hash == 7          | 1  | there is no name 'state_hash' | did you mean
          """)
  void saysWhatIsWrongAndWhere(String text, int column, String what, String remedy) {
    ConditionError conditionError = ConditionSample.fault(text);

    assertEquals(column, conditionError.column(), conditionError.sentence());
    assertTrue(conditionError.what().startsWith(what), conditionError.sentence());
    assertTrue(conditionError.remedy().contains(remedy), conditionError.sentence());
  }

  /// CEL has bytes and messages, which conditions have no use for.
  @Test
  void aLiteralOfBytesIsRefusedLikeAnyMistake() {
    for (String text : java.util.List.of("b\"abc\" == b\"abc\"", "b'' == b''", "size(b'ab') > 1")) {
      assertTrue(
          Condition.check(text, ConditionSample.vocabulary())
              instanceof Condition.CheckResult.Invalid,
          text);
    }
  }

  @Test
  void emptyConditionIsToldWhatToWrite() {
    assertEquals("the condition is empty", ConditionSample.fault(" ").what());
  }

  @Test
  void wrongConditionIsAProblemInOneLine() {
    Problem problem =
        Assertions.assertThrows(
            Problem.class, () -> Condition.of("remved[a]", ConditionSample.vocabulary()));

    assertEquals(
        "condition, column 1: there is no name 'remved' - did you mean removed, speed," + " gear?",
        problem.getMessage().replaceAll("removed,.*", "removed, speed, gear?"));
  }

  @Test
  void conditionAboutTicksIsAskedOnceATick() {
    assertFalse(
        Condition.of("agents.exists(b, removed[b])", ConditionSample.vocabulary()).perAgent());
    assertEquals(1, ConditionSample.hits("removed[1]").agents());
    assertEquals(3, ConditionSample.hits("removed[a]").agents());
  }

  @Test
  void namesOfLackingSignalsAreToldWithTheReason() {
    Vocabulary known = ConditionSample.vocabulary();
    Vocabulary lacking =
        new Vocabulary(
            known.signals(),
            java.util.Map.of("entropy", "nobody looked back"),
            known.agents(),
            known.observation());

    Condition.CheckResult checkResult = Condition.check("entropy[a] < 1", lacking);

    assertTrue(
        checkResult instanceof Condition.CheckResult.Invalid(ConditionError conditionError)
            && conditionError.what().equals("there is no entropy here: nobody looked back"));
  }
}
