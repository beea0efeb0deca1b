package dev.hindsight.trainer.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class EditTest {
  private static final int TICKS = 50;

  /// One of every kind.
  static final List<Edit> KINDS =
      List.of(
          new Edit.Action(3, 1, new ForcedAction.Joint(45)),
          new Edit.Action(3, 1, new ForcedAction.Numbers(List.of(0.1f, -1f))),
          new Edit.ActionSequence(
              3, 1, List.of(new ForcedAction.Joint(0), new ForcedAction.Joint(90))),
          new Edit.Pose(3, 1, 1.1f, -2.7f, 3.1f),
          new Edit.Presence(3, 1, Edit.Presence.Way.OFF),
          new Edit.Presence(3, 1, Edit.Presence.Way.BACK),
          new Edit.ObservedNumber(3, 1, 7, 0.3f),
          new Edit.Wipe(3, Edit.ALL),
          new Edit.Slot(3, 1, 2, MemoryErasure.ZERO),
          new Edit.Slot(3, 1, 2, MemoryErasure.CLOSE),
          new Edit.Ablate(
              3,
              1,
              new Ablation(
                  Set.of(new Ablation.Head(1, 2)),
                  new LinkedHashSet<>(
                      List.of(
                          new Ablation.Keys.WholeTrial(0),
                          new Ablation.Keys.Ticks(new Span(3, 20)),
                          new Ablation.Keys.Slots(new Span(0, 1)),
                          new Ablation.Keys.EarlierTrials(),
                          new Ablation.Keys.LimboTicks(),
                          new Ablation.Keys.Others())),
                  Ablation.Fill.MEAN),
              Map.of(new Ablation.Head(1, 2), List.of(0.1f, -1.7e-9f, 3.4e38f))),
          new Edit.Ablate(3, 1, Ablation.NONE, Map.of()),
          new Edit.PolicyChange(3, "drive-near", "00ff"));

  @Test
  void everyKindIsReadAsItWasWritten() {
    assertEquals(KINDS, EditJson.read(EditJson.write(KINDS), "test"));
  }

  @Test
  void anEditActsToItsLastTickAndAblationsAndPoliciesUntilTheyEnd() {
    for (Edit edit : KINDS) {
      Edits one = new Edits(List.of(edit));
      boolean lasts =
          edit instanceof Edit.PolicyChange
              || (edit instanceof Edit.Ablate ablate && !ablate.ablation().isNone());
      boolean two = edit instanceof Edit.ActionSequence;
      assertTrue(one.actFrom(0) && one.actFrom(3), edit.toString());
      assertEquals(lasts || two, one.actFrom(4), edit.toString());
      assertEquals(lasts, one.actFrom(5), edit.toString());
    }
    Ablation closed = Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.Others());
    Edits lifted =
        new Edits(
            List.of(
                new Edit.Ablate(3, 1, closed, Map.of()),
                new Edit.Ablate(6, 1, Ablation.NONE, Map.of())));
    assertTrue(lifted.actFrom(6));
    assertFalse(lifted.actFrom(7));
    assertTrue(lifted.and(List.of(new Edit.Ablate(4, 0, closed, Map.of()))).actFrom(7));
  }

  @Test
  void everyKindIsWrittenWithTheseKeysInThisOrder() {
    String expected =
        """
        {"kind":"action","tick":3,"agent":1,"do":45}
        {"kind":"action","tick":3,"agent":1,"do":[0.1,-1.0]}
        {"kind":"wheel","tick":3,"agent":1,"do":[0,90]}
        {"kind":"pose","tick":3,"agent":1,"x":1.1,"y":-2.7,"heading":3.1}
        {"kind":"off","tick":3,"agent":1}
        {"kind":"back","tick":3,"agent":1}
        {"kind":"observation","tick":3,"agent":1,"dimension":7,"value":0.3}
        {"kind":"wipe","tick":3,"agent":-1}
        {"kind":"slot","tick":3,"agent":1,"moment":2,"how":"zero"}
        {"kind":"slot","tick":3,"agent":1,"moment":2,"how":"close"}
        {"kind":"ablate","tick":3,"agent":1,"without":["head 2.3","trial 1","ticks 3-19",\
        "slots 0-0","earlier-trials","limbo","others"],"by":"mean",\
        "means":{"2.3":[0.1,-1.7E-9,3.4E38]}}
        {"kind":"ablate","tick":3,"agent":1,"without":[],"by":"zero"}
        {"kind":"checkpoint","tick":3,"file":"drive-near","sha256":"00ff"}
        """;
    List<String> written = new ArrayList<>();
    EditJson.write(KINDS).forEach(edit -> written.add(edit.toString()));
    assertEquals(expected.lines().toList(), written);
  }

  @Test
  void aKindThatIsNotKnownIsNamed() {
    var list = EditJson.write(List.of(new Edit.Wipe(3, 1)));
    ((ObjectNode) list.get(0)).put("kind", "teleport");
    Problem problem = assertThrows(Problem.class, () -> EditJson.read(list, "b.json"));
    assertTrue(problem.getMessage().contains("'teleport'"), problem.getMessage());
    assertTrue(problem.getMessage().contains("edit 1 of b.json"), problem.getMessage());
  }

  /// What is not there: agents, ticks, actions, dimensions, moments.
  static final List<Edit> REFUSED =
      List.of(
          new Edit.Action(3, 99, new ForcedAction.Joint(45)),
          new Edit.Action(3, -1, new ForcedAction.Joint(45)),
          new Edit.Action(TICKS, 1, new ForcedAction.Joint(45)),
          new Edit.Action(-1, 1, new ForcedAction.Joint(45)),
          new Edit.Action(3, 1, new ForcedAction.Joint(91)),
          new Edit.Action(3, 1, new ForcedAction.Numbers(List.of(0f, 0f))),
          new Edit.ActionSequence(
              3, 1, List.of(new ForcedAction.Joint(0), new ForcedAction.Joint(-1))),
          new Edit.ObservedNumber(3, 1, 1_000_000, 0),
          new Edit.ObservedNumber(3, 1, 0, Float.NaN),
          new Edit.Slot(3, 1, 3, MemoryErasure.ZERO),
          new Edit.Slot(3, 1, -1, MemoryErasure.ZERO),
          new Edit.Wipe(3, 99),
          new Edit.Pose(3, 99, 0, 0, 0),
          new Edit.Ablate(3, 99, Ablation.NONE, Map.of()),
          new Edit.Ablate(
              3, 1, Ablation.of(Ablation.Fill.MEAN, List.of(new Ablation.Head(0, 0))), Map.of()),
          new Edit.PolicyChange(3, " ", ""));

  @ParameterizedTest
  @FieldSource("REFUSED")
  void whatIsNotThereIsRefusedInOneLine(Edit edit) {
    Edits edits = new Edits(List.of(edit));
    Problem problem = assertThrows(Problem.class, () -> edits.check(drive(Map.of()), TICKS));
    assertTrue(problem.getMessage().contains("tick " + edit.tick()), problem.getMessage());
  }

  @Test
  void numbersOfAContinuousActionAreCountedAndBounded() {
    EnvironmentShape shape = drive(Map.of("action_type", "continuous"));
    new Edits(List.of(KINDS.get(1))).check(shape, TICKS);
    for (List<Float> wrong :
        List.of(List.of(0f), List.of(0f, 1.01f), List.of(0f, Float.NaN), List.of(0f, 0f, 0f))) {
      Edits edits = new Edits(List.of(new Edit.Action(3, 1, new ForcedAction.Numbers(wrong))));
      assertThrows(Problem.class, () -> edits.check(shape, TICKS), wrong.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "45, 45",
    "brake 4 m/s², 6",
    "'brake 4', 6",
    "'brake 4 m/s², steer left 0.5 rad', 9",
    "'STEER LEFT 0.5', 48"
  })
  void actionsAreReadByNumberOrByWords(String text, int action) {
    assertEquals(new ForcedAction.Joint(action), EditText.action(text, drive(Map.of()).actions()));
  }

  @Test
  void wordsThatNameNoneOrSeveralAreRefusedWithWhatThereIs() {
    ActionSpace space = drive(Map.of()).actions();
    Problem several = assertThrows(Problem.class, () -> EditText.action("brake", space));
    assertTrue(several.getMessage().contains("several actions"), several.getMessage());
    assertTrue(several.getMessage().contains("brake 4 m/s²"), several.getMessage());
    Problem none = assertThrows(Problem.class, () -> EditText.action("jump", space));
    assertTrue(none.getMessage().contains("no action has this name"), none.getMessage());
  }

  @Test
  void aLevelThatIsAWholeNumberIsNamedWithOrWithoutADecimal() {
    ActionSpace.Discrete gears =
        new ActionSpace.Discrete(
            List.of(new ActionSpace.Factor("gear", "", List.of(1f, 2f, 2.5f, 10f))));
    assertEquals(List.of("gear 1", "gear 2", "gear 2.5", "gear 10"), gears.descriptions());
    for (String text : List.of("gear 1", "gear 1.0", "gear 1.", "Gear 1")) {
      assertEquals(new ForcedAction.Joint(0), EditText.action(text, gears), text);
    }
    assertEquals(new ForcedAction.Joint(2), EditText.action("gear 2.5", gears));
  }

  @Test
  void theLaterEditOfTheSameThingHasTheLastWord() {
    EnvironmentShape shape = drive(Map.of());
    var actions = new Actions(shape);
    new Edits(
            List.of(
                new Edit.ActionSequence(
                    3, 1, List.of(new ForcedAction.Joint(1), new ForcedAction.Joint(2)))))
        .and(List.of(new Edit.Action(4, 1, new ForcedAction.Joint(7))))
        .actions(4, actions);
    assertEquals(7, actions.joint[1]);
  }

  @Test
  void dimensionsAreKnownByNameAndByNumber() {
    var layout = drive(Map.of()).observation();
    assertEquals(5, EditText.dimension("5", layout));
    assertEquals(20, EditText.dimension(layout.nameOf(20), layout));
    assertThrows(Problem.class, () -> EditText.dimension("ego.mood", layout));
  }

  private static EnvironmentShape drive(Map<String, String> settings) {
    EnvironmentType drive = BuiltInEnvironments.named("drive");
    return drive
        .prepare(
            drive.settings().parse(settings, "test"),
            Optional.of(BuiltInMaps.resolve("intersection-1")))
        .shape();
  }

  @Test
  void ofSeveralPoliciesAtOneTickTheLastActs() {
    Edits edits =
        new Edits(List.of(policy(3, "a"), policy(10, "x"), policy(10, "y"), policy(20, "later")));
    assertEquals("y", edits.checkpoint(10).orElseThrow().file());
    assertEquals("y", edits.actingBefore(20).orElseThrow().file());
    assertEquals("a", edits.actingBefore(10).orElseThrow().file());
    assertEquals(Optional.empty(), edits.actingBefore(3));
  }

  private static Edit policy(int tick, String file) {
    return new Edit.PolicyChange(tick, file, "");
  }
}
