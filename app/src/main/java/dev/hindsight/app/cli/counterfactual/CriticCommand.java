package dev.hindsight.app.cli.counterfactual;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.critic.ActionSurface;
import dev.hindsight.inspector.critic.CriticReading;
import dev.hindsight.inspector.critic.CriticReading.Question;
import dev.hindsight.inspector.critic.CriticSource;
import dev.hindsight.inspector.critic.MemberAdvantage;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.BodyNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight critic`: what the critics of a checkpoint expect of what a group did at a tick, and
/// what each member's action was worth.
@Command(name = "critic")
public final class CriticCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "CriticCommand.file")
  private Path file;

  @Option(
      names = "--at",
      paramLabel = "TICK|TRIAL:TICK",
      required = true,
      descriptionKey = "CriticCommand.at")
  private String at;

  @Option(
      names = "--agent",
      paramLabel = "N",
      defaultValue = "0",
      descriptionKey = "CriticCommand.agent")
  private int agent;

  @Option(names = "--checkpoint", paramLabel = "C", descriptionKey = "CriticCommand.checkpoint")
  private Optional<String> checkpoint = Optional.empty();

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = noted(RecordingOpener.open(file));
        CriticSource source = new CriticSource(rollout)) {
      AgentNumber.check(agent, rollout.manifest(), file);
      int tick = TickAddress.of(at, rollout.trials(), rollout.ticks());
      CriticReading reading =
          source.compute(
              checkpoint,
              learner -> CriticReading.of(rollout, learner, Question.about(agent, tick)));
      result(json(reading), words(rollout, reading));
    }
    return OK;
  }

  /// @param group the agents that decide together, in order
  /// @param q of what was done, by critic, in units of reward; the lower one counts below
  /// @param best the best of the actions that the picture shows
  /// @param samples drawn actions of each member; 0 if the means are exact
  private record CriticJson(
      String rollout,
      int tick,
      int agent,
      List<Integer> group,
      List<Double> q,
      double done,
      String best,
      double bestQ,
      int samples,
      List<MemberJson> members) {}

  /// @param expected mean Q over the member's own policy, with all others as they acted
  /// @param standardError of that mean; 0 if it is exact
  /// @param advantage Q of what was done minus that mean
  private record MemberJson(int agent, double expected, double standardError, double advantage) {
    static MemberJson of(MemberAdvantage member) {
      return new MemberJson(member.agent(), member.expected(), member.error(), member.advantage());
    }
  }

  private CriticJson json(CriticReading reading) {
    ActionSurface surface = reading.surface();
    return new CriticJson(
        file.toString(),
        reading.moment().tick(),
        agent,
        reading.moment().members(),
        reading.byCritic(),
        surface.done(),
        surface.words(surface.best()),
        surface.most(),
        surface.across().continuous() ? MemberAdvantage.SAMPLES : 0,
        reading.members().stream().map(MemberJson::of).toList());
  }

  private static String words(Rollout rollout, CriticReading reading) {
    ActionSurface surface = reading.surface();
    StringBuilder words =
        new StringBuilder(
            wording(
                "CriticCommand.what_was_done",
                TickWords.of(rollout.trials(), reading.moment().tick()),
                NumberWords.significant(surface.done(), 4),
                surface.words(surface.best()),
                NumberWords.significant(surface.most(), 4)));
    for (MemberAdvantage member : reading.members()) {
      words.append(
          wording(
              "CriticCommand.member",
              BodyNames.titled(rollout, member.agent()),
              NumberWords.signedSignificant(member.advantage(), 3),
              NumberWords.significant(member.expected(), 4)));
    }
    if (surface.across().continuous()) {
      words.append(wording("CriticCommand.drawn", MemberAdvantage.SAMPLES));
    }
    return words.toString();
  }
}
