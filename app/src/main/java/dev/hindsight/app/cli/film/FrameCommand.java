package dev.hindsight.app.cli.film;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.app.recording.FramePlan;
import dev.hindsight.render.Palette;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight frame`: saves one tick of a recording as a PNG, as the window's scene shows it.
@Command(name = "frame")
public final class FrameCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", descriptionKey = "FrameCommand.file")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "X.png",
      required = true,
      descriptionKey = "FrameCommand.out")
  private Path out;

  @Option(
      names = "--tick",
      paramLabel = "TICK",
      required = true,
      descriptionKey = "FrameCommand.tick")
  private int tick;

  @Mixin private PictureOptions picture;

  @Option(names = "--agent", paramLabel = "AGENT", descriptionKey = "FrameCommand.agent")
  private Optional<Integer> agent;

  @Option(
      names = "--follow",
      paramLabel = "AGENT",
      arity = "0..1",
      preprocessor = FollowedAgent.class,
      descriptionKey = "FrameCommand.follow")
  private Optional<Integer> follow = Optional.empty();

  @Option(names = "--heading-up", descriptionKey = "FrameCommand.headingUp")
  private boolean headingUp;

  @ExcludesOption(
      value = {"--follow", "--heading-up", "--look"},
      whyKey = "FrameCommand.what_it_observes_is_drawn_in_one_way")
  @Option(names = "--eyes", descriptionKey = "FrameCommand.eyes")
  private boolean eyes;

  @Option(
      names = "--overlays",
      paramLabel = "NAME",
      split = ",",
      descriptionKey = "FrameCommand.overlays")
  private List<Overlay> overlays = List.of();

  @Option(names = "--light", descriptionKey = "FrameCommand.light")
  private boolean light;

  @Override
  public Integer call() throws Exception {
    CameraCheck.check(camera(), file);
    FramePlan plan =
        new FramePlan(
            file,
            out,
            tick,
            picture.width(),
            picture.height(),
            selected(),
            camera(),
            eyes ? FramePlan.Perspective.EYES : FramePlan.Perspective.WORLD,
            overlays.isEmpty() ? Optional.empty() : Optional.of(EnumSet.copyOf(overlays)),
            picture.chosen(),
            light ? Palette.LIGHT : Palette.DARK);
    noted(file);
    FilmReport report = done(plan);
    result(
        new FrameJson(
            report.file().toString(), tick, report.width(), report.height(), report.bytes()),
        wording("FrameCommand.tick_x", report.file(), tick, report.width(), report.height()));
    return OK;
  }

  private record FrameJson(String picture, int tick, int width, int height, long bytes) {}

  /// Takes the number of an agent only if one comes next: without it, the option follows the
  /// selected agent, and what comes next may be the recording.
  static final class FollowedAgent implements IParameterPreprocessor {
    /// Stands for the selected agent.
    static final int SELECTED = -1;

    @Override
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> about) {
      if (arguments.isEmpty() || !arguments.peek().matches("\\d{1,9}")) {
        arguments.push(Integer.toString(SELECTED));
      }
      return false;
    }
  }

  private int selected() {
    Optional<Integer> named = follow.filter(number -> number != FollowedAgent.SELECTED);
    return agent
        .or(() -> named)
        .orElse(follow.isPresent() || headingUp || eyes ? 0 : Moment.NO_AGENT);
  }

  private Camera camera() {
    if (eyes || !(follow.isPresent() || headingUp)) {
      return new Camera.WholeMap();
    }
    Camera.Up up = headingUp ? Camera.Up.HEADING : Camera.Up.NORTH;
    int followed = follow.filter(number -> number != FollowedAgent.SELECTED).orElse(selected());
    return new Camera.Follow(followed, FilmPlan.USUAL_SPAN, up);
  }
}
