package dev.hindsight.app.cli;

import dev.hindsight.app.cli.console.BuildVersion;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.app.selftest.PassedStep;
import dev.hindsight.app.selftest.SelfTest;
import dev.hindsight.app.selftest.ShippedSteps;
import dev.hindsight.trainer.NumberWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/// `hindsight --self-test`: whether this installation works.
@Command(
    name = "self-test",
    aliases = "--self-test",
    description =
        "Test everything once with the shipped files: a line for each step, exit code 0"
            + " if all works.")
final class SelfTestCommand extends CommandBase {
  @Override
  public Integer call() throws Exception {
    List<PassedStep> passed = done(new SelfTest(ShippedSteps.all(), this::tell));
    double seconds = passed.stream().mapToDouble(PassedStep::seconds).sum();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("version", BuildVersion.text());
    fields.put("steps", passed);
    fields.put("seconds", seconds);
    console()
        .result(
            format(),
            fields,
            "All " + passed.size() + " work, in " + NumberWords.seconds(seconds) + ".");
    return OK;
  }

  private void tell(PassedStep step) {
    if (format() == OutputFormat.WORDS) {
      console().line(step.toString());
    }
  }
}
