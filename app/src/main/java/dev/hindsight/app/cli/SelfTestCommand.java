package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.BuildVersion;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.OutputFormat;
import dev.hindsight.app.selftest.PassedStep;
import dev.hindsight.app.selftest.SelfTest;
import dev.hindsight.app.selftest.ShippedSteps;
import dev.hindsight.trainer.NumberWords;
import java.util.List;
import picocli.CommandLine.Command;

/// `hindsight --self-test`: checks this installation.
@Command(name = "self-test", aliases = "--self-test")
final class SelfTestCommand extends CommandBase {
  @Override
  public Integer call() throws Exception {
    List<PassedStep> passed = done(new SelfTest(ShippedSteps.all(), this::tell));
    double seconds = passed.stream().mapToDouble(PassedStep::seconds).sum();
    console()
        .result(
            format(),
            new SelfTestJson(BuildVersion.text(), passed, seconds),
            wording("SelfTestCommand.all_work_in", passed.size(), NumberWords.seconds(seconds)));
    return OK;
  }

  private record SelfTestJson(String version, List<PassedStep> steps, double seconds) {}

  private void tell(PassedStep step) {
    if (format() == OutputFormat.WORDS) {
      console().line(step.toString());
    }
  }
}
