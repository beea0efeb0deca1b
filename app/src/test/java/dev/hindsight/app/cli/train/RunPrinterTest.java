package dev.hindsight.app.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.trainer.run.UpdateProgress.Phase;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.session.PolicyScores;
import dev.hindsight.trainer.run.session.TrainingEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a run prints while it goes on.
class RunPrinterTest {
  private static final TrainingEvent HALF = new TrainingEvent.Progressed(3, Phase.LEARN, 8, 16);
  private static final Gate GATE = new Gate("engine", Gate.Status.PASS, "fine");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void onATerminalTheProgressOfAnUpdateIsALineThatDisappears() {
    RunPrinter printer = printer(Watcher.PERSON, OutputFormat.WORDS);
    printer.accept(new TrainingEvent.GateChecked(GATE));
    assertEquals("", text(err), "nothing to remove");
    printer.accept(HALF);
    assertTrue(text(err).endsWith("update 3: learning step 8 of 16"), text(err));
    int before = text(err).length();
    printer.accept(new TrainingEvent.GateChecked(GATE));
    assertEquals("", text(err).substring(before).strip());
    assertTrue(text(err).endsWith("\r"));
    assertEquals(2, text(out).lines().count());
  }

  @Test
  void aProgramAndAFileSeeNoneOfIt() {
    for (OutputFormat format : OutputFormat.values()) {
      printer(Watcher.FILE, format).accept(HALF);
    }
    printer(Watcher.PERSON, OutputFormat.JSON).accept(HALF);
    assertEquals("", text(out) + text(err));
  }

  @Test
  void anEvaluationWithOneTrialHasNoGain() {
    RunPrinter printer = printer(Watcher.FILE, OutputFormat.WORDS);
    RunPrinter program = printer(Watcher.FILE, OutputFormat.JSON);
    for (List<Double> scores : List.of(List.of(0.15), List.of(0.25, 0.5))) {
      TrainingEvent evaluated =
          new TrainingEvent.Evaluated(1, new PolicyScores(scores, Map.of()), false);
      printer.accept(evaluated);
      program.accept(evaluated);
    }
    List<String> lines = text(out).lines().toList();
    assertEquals("evaluated after update 1: scores 0.150", lines.get(0));
    assertTrue(!lines.get(1).contains("adaDelta"), lines.get(1));
    assertEquals("evaluated after update 1: scores 0.250 0.500, gain +0.250", lines.get(2));
    assertTrue(lines.get(3).contains("\"adaDelta\":0.25"), lines.get(3));
  }

  private enum Watcher {
    PERSON,
    FILE
  }

  private RunPrinter printer(Watcher watcher, OutputFormat format) {
    return new RunPrinter(
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            watcher == Watcher.PERSON),
        format);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }
}
