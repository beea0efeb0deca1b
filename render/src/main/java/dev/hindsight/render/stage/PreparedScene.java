package dev.hindsight.render.stage;

import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.rollout.LiveGrowth;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.OtherMomentMarks;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SubjectWeights;
import dev.hindsight.trainer.scene.Viewpoint;
import dev.hindsight.trainer.scene.WeightMarks;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A moment prepared for display: everything that had to be read from the recording.
///
/// @param request what it was prepared for
/// @param recordingData the recording's backdrop and counts
/// @param marks bottom to top
/// @param sentence the moment in words, for users who do not see it
/// @param text laid out for the view that the request names; empty if that shows nothing
/// @param crowd the marks drawn for that view, if they are a crowd
/// @param counted false if the metrics are left out because counting takes longer
record PreparedScene(
    Request request,
    RecordingData recordingData,
    List<Mark> marks,
    Captions captions,
    String sentence,
    Optional<SceneTextLayout.PlacedText> text,
    Optional<RasterView.DrawnImage> crowd,
    boolean counted) {
  /// Ticks counted in one step: well under a frame's time.
  private static final int COUNT_AT_ONCE = 2000;

  /// What to show.
  ///
  /// @param known data of the previous picture, which can usually be reused
  ///
  /// @param view where the text is laid out ahead
  ///
  /// @param pointed what to highlight over everything else
  /// @param weights how much things matter to the policy, if that is known of this moment
  record Request(
      Moment moment,
      Sketch sketch,
      Set<Overlay> overlays,
      Set<MarkSubject> pointed,
      SubjectWeights weights,
      RequestedView view,
      Optional<RecordingData> known) {}

  /// Cached results per recording.
  ///
  /// @param ticks number of ticks that the recording had when its backdrop was made
  record RecordingData(
      Rollout rollout, int ticks, Sketch sketch, Scene backdrop, RunningCounts counts) {
    boolean serves(Request request) {
      return rollout.equals(request.moment.rollout()) && sketch.equals(request.sketch);
    }

    /// The same, but with present bounds: without a map, they are around the places of bodies so
    /// far.
    RecordingData renewed() {
      int length = rollout.ticks();
      if (!LiveGrowth.outdates(rollout, ticks)) {
        return this;
      }
      Scene now = sketch.backdrop(rollout);
      return new RecordingData(
          rollout, length, sketch, now.bounds().equals(backdrop.bounds()) ? backdrop : now, counts);
    }

    private Viewpoint seen(Moment moment, RequestedView view) {
      return Viewpoint.of(view.camera(), backdrop.bounds(), moment, view.width(), view.height());
    }
  }

  /// Reads the recording; any thread.
  static PreparedScene of(Request request) {
    RecordingData set =
        request
            .known
            .filter(known -> known.serves(request))
            .map(RecordingData::renewed)
            .orElseGet(() -> setting(request));
    Moment moment = request.moment;
    Set<Overlay> overlays = request.overlays;
    boolean counted = true;
    if (overlays.contains(Overlay.METRICS)) {
      int missing = set.counts.missing(moment.tick());
      if (missing > COUNT_AT_ONCE) {
        set.counts.readTo(moment.tick() - missing + COUNT_AT_ONCE);
        counted = false;
        overlays = EnumSet.copyOf(overlays);
        overlays.remove(Overlay.METRICS);
      }
    }
    List<Mark> marks = new ArrayList<>(request.sketch.at(moment, request.overlays));
    marks.addAll(WeightMarks.of(request.sketch, moment, request.weights));
    if (!request.pointed.isEmpty() && moment.tick() < moment.rollout().ticks()) {
      marks.addAll(request.sketch.pointed(moment, request.pointed));
      marks.addAll(OtherMomentMarks.of(request.sketch, moment, request.pointed));
    }
    Captions captions =
        Captions.of(moment, overlays, set.counts).under(request.sketch.legend(moment, overlays));
    RequestedView view = request.view;
    Optional<Viewpoint> seen =
        Optional.of(view).filter(RequestedView::visible).map(_ -> set.seen(moment, view));
    return new PreparedScene(
        request,
        set,
        marks,
        captions,
        request.sketch.narrate(moment),
        seen.map(viewpoint ->
            view.textLayout().of(marks, captions, set.backdrop.unit(), view.frame(viewpoint))),
        seen.filter(_ -> CrowdLayer.isCrowd(marks))
            .map(viewpoint -> view.crowdLayer().draw(marks, viewpoint, view.device())),
        counted);
  }

  private static RecordingData setting(Request request) {
    Rollout rollout = request.moment.rollout();
    int length = rollout.ticks();
    return new RecordingData(
        rollout,
        length,
        request.sketch,
        request.sketch.backdrop(rollout),
        new RunningCounts(rollout));
  }
}
