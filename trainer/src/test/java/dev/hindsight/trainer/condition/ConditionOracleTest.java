package dev.hindsight.trainer.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Random conditions have the same meaning here as in CEL: its own checker and evaluator get the
/// same question for every tick and agent. Where CEL fails (a division by 0) nothing is compared.
class ConditionOracleTest {
  private static final int EXPRESSIONS = 150;
  private static final int DEPTH = 4;

  private final Random random = new Random(20260);
  private final Cel cel =
      CelFactory.legacyCelBuilder()
          .addVar("a", SimpleType.INT)
          .addVar("tick", SimpleType.INT)
          .addVar("gear", ListType.create(SimpleType.INT))
          .addVar("speed", ListType.create(SimpleType.DOUBLE))
          .addVar("value", ListType.create(SimpleType.DOUBLE))
          .addVar("removed", ListType.create(SimpleType.BOOL))
          .build();

  @Test
  void randomConditionsHoldWhereCelSaysThatTheyDo() throws Exception {
    Signals signals = ConditionSample.signals(ConditionSample.rollout());
    long compared = 0;
    long held = 0;
    for (int i = 0; i < EXPRESSIONS; i++) {
      String text = truth(DEPTH);
      CelRuntime.Program program = cel.createProgram(cel.compile(text).getAst());
      Condition condition = Condition.of(text, signals.vocabulary());
      Condition.Evaluator asked =
          condition.evaluator(
              name -> signals.open(name, new dev.hindsight.trainer.task.Cancellation()));
      for (int tick = 0; tick < ConditionSample.TICKS; tick++) {
        for (int agent = 0; agent < ConditionSample.AGENTS; agent++) {
          boolean expected;
          try {
            expected = (boolean) program.eval(variables(signals, tick, agent));
          } catch (CelEvaluationException _) {
            continue;
          }
          assertEquals(expected, asked.holds(tick, agent), text + " at " + tick + ":" + agent);
          compared++;
          held += expected ? 1 : 0;
        }
      }
    }

    assertTrue(compared > 3000 && held > 700 && compared - held > 700, held + " of " + compared);
  }

  private Map<String, Object> variables(Signals signals, int tick, int agent) {
    List<Long> gear = new ArrayList<>();
    List<Double> speed = new ArrayList<>();
    List<Double> value = new ArrayList<>();
    List<Boolean> removed = new ArrayList<>();
    IntStream.range(0, ConditionSample.AGENTS)
        .forEach(i -> {
          gear.add((long) read(signals, "gear", tick, i));
          speed.add(read(signals, "speed", tick, i));
          value.add(read(signals, "value", tick, i));
          removed.add(read(signals, "removed", tick, i) > 0);
        });
    return Map.of(
        "a",
        (long) agent,
        "tick",
        (long) tick,
        "gear",
        gear,
        "speed",
        speed,
        "value",
        value,
        "removed",
        removed);
  }

  private static double read(Signals signals, String name, int tick, int agent) {
    return signals.open(name, new dev.hindsight.trainer.task.Cancellation()).at(tick, agent, 0);
  }

  private String truth(int depth) {
    if (depth == 0) {
      return random.nextInt(4) == 0 ? "true" : "removed[" + agent() + "]";
    }
    return switch (random.nextInt(8)) {
      case 0 -> "(" + truth(depth - 1) + " && " + truth(depth - 1) + ")";
      case 1 -> "(" + truth(depth - 1) + " || " + truth(depth - 1) + ")";
      case 2 -> "!" + truth(depth - 1);
      case 3 -> "(" + truth(depth - 1) + " ? " + truth(depth - 1) + " : " + truth(depth - 1) + ")";
      case 4 -> "(" + whole(depth - 1) + " in [" + whole(0) + ", " + whole(depth - 1) + "])";
      case 5 -> "(" + real(depth - 1) + sign() + real(depth - 1) + ")";
      case 6 -> "(" + truth(depth - 1) + (random.nextBoolean() ? " == " : " != ") + truth(0) + ")";
      default -> "(" + whole(depth - 1) + sign() + whole(depth - 1) + ")";
    };
  }

  private String whole(int depth) {
    if (depth == 0) {
      return switch (random.nextInt(4)) {
        case 0 -> Integer.toString(random.nextInt(12));
        case 1 -> "tick";
        case 2 -> "a";
        default -> "gear[" + agent() + "]";
      };
    }
    return switch (random.nextInt(5)) {
      case 0 -> "(" + whole(depth - 1) + " / " + whole(depth - 1) + ")";
      case 1 -> "(" + whole(depth - 1) + " % " + whole(depth - 1) + ")";
      case 2 -> "int(" + real(depth - 1) + ")";
      case 3 -> "(-" + whole(depth - 1) + ")";
      default -> "(" + whole(depth - 1) + plus() + whole(depth - 1) + ")";
    };
  }

  private String real(int depth) {
    if (depth == 0) {
      return switch (random.nextInt(3)) {
        case 0 -> random.nextInt(8) + ".5";
        case 1 -> "value[" + agent() + "]";
        default -> "speed[" + agent() + "]";
      };
    }
    return switch (random.nextInt(3)) {
      case 0 -> "double(" + whole(depth - 1) + ")";
      case 1 -> "(" + real(depth - 1) + " / " + real(depth - 1) + ")";
      default -> "(" + real(depth - 1) + plus() + real(depth - 1) + ")";
    };
  }

  private String agent() {
    return random.nextInt(3) > 0 ? "a" : Integer.toString(random.nextInt(ConditionSample.AGENTS));
  }

  private String sign() {
    return List.of(" == ", " != ", " < ", " <= ", " > ", " >= ").get(random.nextInt(6));
  }

  private String plus() {
    return List.of(" + ", " - ", " * ").get(random.nextInt(3));
  }
}
