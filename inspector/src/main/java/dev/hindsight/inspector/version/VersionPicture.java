package dev.hindsight.inspector.version;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.version.VersionComparison.BehaviourChange;
import dev.hindsight.trainer.NumberWords;
import java.util.List;
import java.util.Optional;

/// The picture of ticks by versions, and what can be said of it.
///
/// @param change the first change of behaviour between neighbouring versions
record VersionPicture(Request request, VersionMatrix matrix, Optional<BehaviourChange> change) {
  /// What to draw.
  record Request(
      VersionComparison comparison, VersionMeasure measure, int reference, List<String> labels) {}

  /// Where behaviour changes first.
  String changeWords() {
    return change
        .map(first ->
            wording(
                "VersionPicture.behaviour_first_changes_at",
                first.first(),
                request.labels.get(first.from()),
                request.labels.get(first.to()),
                first.others(),
                first.ticks(),
                NumberWords.significant(first.mean(), 3)))
        .orElse(wording("VersionPicture.all_versions_prefer_the_same"));
  }

  /// The number at a tick of a version.
  String pointed(int tick, int version) {
    return wording(
        "VersionPicture.tick_version",
        tick,
        matrix.labels().get(version),
        words(matrix.rows()[version][tick - matrix.span().from()]));
  }

  /// What the darkest and the brightest colour mean.
  String legend() {
    return wording("VersionPicture.dark_is_bright_is", words(matrix.least()), words(matrix.most()));
  }

  private String words(double value) {
    return VersionTable.words(matrix.measure(), request.comparison, value);
  }
}
