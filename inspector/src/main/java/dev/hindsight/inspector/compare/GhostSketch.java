package dev.hindsight.inspector.compare;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SketchAround;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/// Draws one recording, with bodies of another as outlines where the two differ: each ghost is
/// hollow, with a dashed line from the body to it. The ghost of the selected agent, or of every
/// agent while numbers are shown, is labelled with the letter of its recording and its number:
/// `B7`, or `A7` in the picture of B.
///
/// A body at exactly the same place in both recordings has no ghost, so a picture without outlines
/// means that there is no difference.
///
/// @param own draws the first recording
/// @param drawn draws the second recording
/// @param other the second recording
/// @param alignment from the first recording's ticks to the second's
/// @param agents the paired agents
/// @param names the names of the two recordings
public record GhostSketch(
    Sketch own, Sketch drawn, Rollout other, Alignment alignment, AgentPairs agents, Names names)
    implements SketchAround {
  /// The subject kind of ghosts when they are picked; the index is that of the second recording's
  /// agent.
  public static final String GHOST = "ghost";

  private static final Mark.Stroke TIE = Mark.Stroke.solid(0, 1.2f).dashed();
  private static final float LETTERS = 12;

  /// @param one name of the first recording: `A · a.rollout`
  /// @param other name of the second recording
  public record Names(String one, String other) {
    /// Names made from the files' names.
    public static Names of(Rollout one, Rollout other) {
      return new Names("A · " + one.file().getFileName(), "B · " + other.file().getFileName());
    }

    /// The same names with the recordings swapped.
    Names swapped() {
      return new Names(other, one);
    }

    /// The letter of the second recording.
    private String letter() {
      return other.substring(0, 1);
    }
  }

  @Override
  public Sketch around(Sketch other) {
    return new GhostSketch(other, drawn, this.other, alignment, agents, names);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    List<Mark> marks = own.at(moment, overlays);
    if (!overlays.contains(Overlay.GHOSTS) || other.ticks() == 0) {
      return marks;
    }
    List<Mark> all = new ArrayList<>(marks);
    Map<MarkSubject, Mark.Box> bodies = new HashMap<>();
    for (Mark mark : marks) {
      if (mark instanceof Mark.Box box && isBody(box)) {
        bodies.put(box.subject(), box);
      }
    }
    Moment there = new Moment(other, alignment.shown(moment.tick()), Moment.NO_AGENT);
    for (Mark mark : drawn.at(there, Set.of())) {
      if (mark instanceof Mark.Box box && isBody(box)) {
        ghost(box, Optional.ofNullable(bodies.get(here(box.subject()))), moment, overlays, all);
      }
    }
    return all;
  }

  private static boolean isBody(Mark.Box box) {
    return box.subject().kind().equals(MarkSubject.AGENT)
        || box.subject().kind().equals(MarkSubject.OTHER);
  }

  /// The subject in the first recording that corresponds to one in the second.
  private MarkSubject here(MarkSubject there) {
    if (!there.kind().equals(MarkSubject.AGENT)) {
      return there;
    }
    OptionalInt agent = agents.one(there.index());
    return agent.isPresent() ? MarkSubject.agent(agent.getAsInt()) : MarkSubject.NONE;
  }

  private void ghost(
      Mark.Box box,
      Optional<Mark.Box> body,
      Moment moment,
      Set<Overlay> overlays,
      List<Mark> marks) {
    boolean same =
        body.isPresent()
            && body.get().x() == box.x()
            && body.get().y() == box.y()
            && body.get().heading() == box.heading()
            && body.get().fill() == box.fill();
    if (same) {
      return;
    }
    boolean agent = box.subject().kind().equals(MarkSubject.AGENT);
    MarkSubject markSubject =
        agent ? new MarkSubject(GHOST, box.subject().index()) : MarkSubject.NONE;
    body.filter(from -> Math.hypot(from.x() - box.x(), from.y() - box.y()) > box.width() / 2)
        .ifPresent(from ->
            marks.add(
                new Mark.Polyline(
                    new float[] {from.x(), from.y(), box.x(), box.y()},
                    TIE,
                    Tone.GHOST,
                    MarkSubject.NONE)));
    marks.add(box.drawn(Mark.Fill.HOLLOW, Tone.GHOST, markSubject));
    int index = here(box.subject()).index();
    boolean labelled =
        agent
            && (overlays.contains(Overlay.LABELS)
                || (moment.agent() != Moment.NO_AGENT && index == moment.agent()));
    if (labelled) {
      marks.add(
          new Mark.Text(
              box.x(),
              box.y(),
              0.5f * box.length(),
              names.letter() + box.subject().index(),
              LETTERS,
              Tone.GHOST,
              MarkSubject.NONE));
    }
  }

  @Override
  public String describe(Moment moment, MarkSubject markSubject) {
    if (!markSubject.kind().equals(GHOST)) {
      return own.describe(moment, markSubject);
    }
    Moment there = new Moment(other, alignment.shown(moment.tick()), markSubject.index());
    return wording(
        "GhostSketch.in",
        names.letter(),
        drawn.describe(there, MarkSubject.agent(markSubject.index())));
  }

  @Override
  public List<String> legend(Moment moment, Set<Overlay> overlays) {
    Stream<String> whose =
        overlays.contains(Overlay.GHOSTS)
            ? Stream.of(
                "filled:  " + names.one(),
                wording("GhostSketch.outline", names.other(), where(moment)))
            : Stream.of(names.one());
    // The outer sketch already names the recording.
    Sketch bare = own instanceof NamedSketch named ? named.own() : own;
    return Stream.concat(whose, bare.legend(moment, overlays).stream()).toList();
  }

  private String where(Moment moment) {
    int shown = alignment.shown(moment.tick());
    if (alignment.paired(moment.tick()).isEmpty()) {
      return wording("GhostSketch.waits_at_tick", shown);
    }
    return shown == moment.tick() ? "" : wording("GhostSketch.tick", shown);
  }
}
