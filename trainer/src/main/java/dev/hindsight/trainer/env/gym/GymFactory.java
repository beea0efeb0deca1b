package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.rollout.Column;
import dev.hindsight.trainer.rollout.EnvironmentSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Starts Python, asks what the environment is, and tries whether it repeats.
final class GymFactory implements EnvironmentFactory {
  /// Steps of an episode without a limit, for the length of recordings.
  static final int USUAL_STEPS = 1000;

  private static final int LEAST_FRAME = 256;

  private final GymSettings settings;
  private final GymProcesses processes;
  private final GymSpaces spaces;
  private final EnvironmentShape shape;
  private final int frameBytes;
  private final boolean unscored;
  private final GymSettings.Repeats repeats;

  GymFactory(GymSettings settings) {
    this(settings, GymScript.command(settings));
  }

  /// @param command starts a process that speaks the protocol
  /// @throws Problem if it fails, or if the environment is known not to repeat
  GymFactory(GymSettings settings, GymScript.Command command) {
    this.settings = settings;
    processes = new GymProcesses(settings, command);
    if (settings.repeats() == GymSettings.Repeats.NO) {
      throw new Problem(
          wording("GymFactory.it_does_not_repeat"),
          settings.id(),
          wording("GymFactory.what_does_not_repeat_still_plays"));
    }
    GymProcess first;
    synchronized (processes) {
      first = processes.fresh();
    }
    spaces = first.spaces();
    GymTrial trial = new GymTrial(spaces);
    int measured = settings.frameBytes();
    boolean unknown = settings.repeats() == GymSettings.Repeats.TEST;
    boolean unmeasured = measured == 0 && spaces.render();
    if (unknown || unmeasured) {
      GymTrial.Outcome one;
      GymTrial.Outcome other;
      synchronized (processes) {
        one = trial.run(first, GymTrial.Pictures.DRAWN);
        other = unknown ? trial.run(processes.fresh(), GymTrial.Pictures.NONE) : one;
      }
      repeats =
          one.digests().equals(other.digests()) ? GymSettings.Repeats.YES : GymSettings.Repeats.NO;
      measured = measured == 0 ? one.frameBytes() : measured;
      unscored = one.unscored();
    } else {
      unscored = false;
      repeats = settings.repeats();
    }
    frameBytes = spaces.render() ? Math.max(LEAST_FRAME, measured) : 0;
    shape = describe();
  }

  private EnvironmentShape describe() {
    List<Column> columns = new ArrayList<>();
    if (frameBytes > 0) {
      columns.add(RenderedFrame.column(frameBytes));
    }
    columns.add(StateParts.column(GymWorld.PARTS));
    int limit = settings.limit() > 0 ? settings.limit() : spaces.limit();
    int usual = limit > 0 ? limit : USUAL_STEPS;
    int ticks = settings.episodeTicks() > 0 ? settings.episodeTicks() : usual;
    EnvironmentShape described =
        new EnvironmentShape(
                spaces.agents().size(),
                spaces.layout(),
                spaces.actions(),
                spaces.tickSeconds(),
                1,
                ticks,
                columns)
            .withTimeLimit()
            .withEvents(List.of());
    if (spaces.padded() && ActionMask.of(settings.values()) != ActionMask.APPLIES) {
      throw new Problem(
          wording("GymFactory.agents_have_different_numbers_of_actions"),
          settings.id(),
          wording("GymFactory.keep_to_the_mask"));
    }
    return spaces.masked() == 0 ? described : described.with(ActionMask.of(settings.values()));
  }

  @Override
  public EnvironmentShape shape() {
    return shape;
  }

  /// As far as a short trial showed, if there was one.
  @Override
  public boolean unscored() {
    return unscored;
  }

  @Override
  public Map<String, JsonNode> manifestEntries() {
    Map<String, JsonNode> entries = new LinkedHashMap<>();
    if (!spaces.spec().isEmpty()) {
      entries.put(EnvironmentSpec.KEY, TextNode.valueOf(spaces.spec()));
    }
    if (!spaces.actionSpace().isEmpty()) {
      entries.put(EnvironmentSpec.ACTIONS, TextNode.valueOf(spaces.actionSpace()));
    }
    return entries;
  }

  @Override
  public SettingValues effective() {
    return settings.effective(frameBytes, repeats);
  }

  @Override
  public Environment create(long seed) {
    return new GymWorld(
        shape, spaces, processes, frameBytes, repeats == GymSettings.Repeats.YES, seed);
  }
}
