package dev.hindsight.trainer.env.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActionCheckTest {
  @ParameterizedTest
  @ValueSource(ints = {-1, 91, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void anActionThereIsNotIsRefusedByAgentAndValueBeforeAnythingChanges(int action) {
    DriveEnvironment environment = TestDrives.environment(TestMap.busy());
    Actions actions = TestDrives.all(environment, TestDrives.COAST);
    actions.joint[2] = action;
    long before = environment.stateHash();
    Problem problem = assertThrows(Problem.class, () -> environment.step(actions));
    assertEquals("agent 2", problem.where());
    assertEquals("action " + action + " is not one of the 91 actions", problem.what());
    assertEquals(before, environment.stateHash());
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, 1.001f, Float.NEGATIVE_INFINITY})
  void aNumberThatIsNoneOrOutOfRangeIsRefused(float value) {
    DriveEnvironment environment = TestDrives.environment(TestMap.busy(), "action_type=continuous");
    Actions actions = new Actions(environment.shape());
    actions.continuous[3] = value;
    long before = environment.stateHash();
    Problem problem = assertThrows(Problem.class, () -> environment.step(actions));
    assertEquals("agent 1", problem.where());
    assertEquals("action " + value + " is not in [-1, 1]", problem.what());
    assertEquals(before, environment.stateHash());
  }

  @Test
  void theBordersOfTheRangeAreInIt() {
    DriveEnvironment environment = TestDrives.environment(TestMap.busy(), "action_type=continuous");
    Actions actions = new Actions(environment.shape());
    actions.continuous[0] = 1;
    actions.continuous[1] = -1;
    environment.step(actions);
    assertEquals(1, environment.buffer().trialTick);
  }
}
