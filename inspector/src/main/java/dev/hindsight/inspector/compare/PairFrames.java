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

/// Two recordings to be filmed together: one frame for each tick of the one, with what of the other
/// belongs to it. No toolkit; any thread.
///
/// @param one A
/// @param other B
/// @param sketch how A is drawn
/// @param drawn how B is drawn
/// @param alignment from A's ticks to B's; a tick without a counterpart shows the last one before
///   it
/// @param agents which agents are the same
public record PairFrames(
    Rollout one,
    Rollout other,
    Sketch sketch,
    Sketch drawn,
    Alignment alignment,
    AgentPairs agents) {

  /// The same with something chosen about the pictures of both.
  public PairFrames choosing(SketchSettings sketchSettings) {
    return new PairFrames(
        one,
        other,
        sketch.choosing(sketchSettings),
        drawn.choosing(sketchSettings),
        alignment,
        agents);
  }

  /// Each in a half of the picture, by the same camera, under the name of its file.
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
  /// @param shot must show the ghosts
  public FrameSource overlaid(Span ticks, Shot shot, Palette palette) {
    Sketch both = new GhostSketch(sketch, drawn, other, alignment, agents, names());
    return new SceneFrames(one, ticks, shot, both, palette);
  }

  private GhostSketch.Names names() {
    return GhostSketch.Names.of(one, other);
  }
}
