package dev.hindsight.inspector.compare;

import dev.hindsight.render.Palette;
import dev.hindsight.render.film.FrameSource;
import dev.hindsight.render.film.SceneFrames;
import dev.hindsight.render.film.Shot;
import dev.hindsight.render.film.SideBySideFrames;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SketchSettings;
import dev.hindsight.trainer.scene.Tone;
import java.util.stream.IntStream;

/// Frames of a film of two recordings: one frame for each tick of the first, with the corresponding
/// tick of the second. No toolkit; any thread.
///
/// @param one A
/// @param other B
/// @param sketch draws A
/// @param drawn draws B
/// @param alignment from A's ticks to B's; a tick without a counterpart shows the last one before
///   it
/// @param agents the paired agents
public record PairFrames(
    Rollout one,
    Rollout other,
    Sketch sketch,
    Sketch drawn,
    Alignment alignment,
    AgentPairs agents) {

  /// The same frames with settings for both pictures.
  public PairFrames choosing(SketchSettings sketchSettings) {
    return new PairFrames(
        one,
        other,
        sketch.choosing(sketchSettings),
        drawn.choosing(sketchSettings),
        alignment,
        agents);
  }

  /// Each recording in one half of the picture, with the same camera and the name of its file.
  ///
  /// @param ticks of A
  /// @throws dev.hindsight.trainer.Problem if A has no such ticks or agents
  public FrameSource sideBySide(Span ticks, Shot shot, Palette palette) {
    GhostSketch.Names names = names();
    SceneFrames left =
        new SceneFrames(one, ticks, shot, new NamedSketch(sketch, names.one()), palette);
    int[] others = IntStream.range(ticks.from(), ticks.to()).map(alignment::shown).toArray();
    Shot same =
        new Shot(
            agents.camera(shot.camera()),
            shot.overlays(),
            agents.other(shot.agent()).orElse(Moment.NO_AGENT));
    SceneFrames right =
        new SceneFrames(other, others, same, new NamedSketch(drawn, names.other()), palette);
    return new SideBySideFrames(left, right, palette.rgb(Tone.TEXT_MUTED));
  }

  /// B as outlines over A.
  ///
  /// @param shot must show ghosts
  public FrameSource overlaid(Span ticks, Shot shot, Palette palette) {
    Sketch both = new GhostSketch(sketch, drawn, other, alignment, agents, names());
    return new SceneFrames(one, ticks, shot, both, palette);
  }

  private GhostSketch.Names names() {
    return GhostSketch.Names.of(one, other);
  }
}
