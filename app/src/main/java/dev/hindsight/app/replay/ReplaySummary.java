package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.learn.replay.ReplayContents;
import dev.hindsight.trainer.learn.replay.StoredEpisode;

/// A replay buffer in a few numbers.
///
/// @param steps complete steps that it holds
/// @param capacity the most before it removes an episode
/// @param bytes of its episodes
/// @param episodes that hold a complete step
/// @param added steps that were ever added
/// @param removed episodes that were removed to make room
/// @param batches that were drawn
/// @param leastPriority NaN without priorities
/// @param meanPriority NaN without priorities
/// @param largestPriority NaN without priorities
/// @param neverDrawn share of the steps that can be drawn which never were, 0 to 1; NaN if none can
public record ReplaySummary(
    long steps,
    int capacity,
    long bytes,
    int episodes,
    long added,
    long removed,
    long batches,
    double leastPriority,
    double meanPriority,
    double largestPriority,
    double neverDrawn) {
  /// The numbers of a buffer.
  public static ReplaySummary of(ReplayContents contents) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    double sum = 0;
    long count = 0;
    for (StoredEpisode episode : contents.episodes()) {
      for (int start = 0; episode.prioritised() && start < episode.starts(); start++) {
        double priority = episode.priority(start);
        least = Math.min(least, priority);
        most = Math.max(most, priority);
        sum += priority;
        count++;
      }
    }
    long starts = contents.starts();
    return new ReplaySummary(
        contents.steps(),
        contents.rule().capacity(),
        contents.bytes(),
        (int) contents.episodes().stream().filter(episode -> episode.length() > 0).count(),
        contents.counts().added(),
        contents.counts().removed(),
        contents.counts().batches(),
        count == 0 ? Double.NaN : least,
        count == 0 ? Double.NaN : sum / count,
        count == 0 ? Double.NaN : most,
        starts == 0 ? Double.NaN : (double) contents.neverDrawn() / starts);
  }

  /// In one sentence.
  public String words() {
    String priorities =
        Double.isNaN(meanPriority)
            ? wording("ReplaySummary.without_priorities")
            : wording(
                "ReplaySummary.priorities",
                NumberWords.significant(leastPriority, 3),
                NumberWords.significant(largestPriority, 3),
                NumberWords.significant(meanPriority, 3));
    String drawn =
        Double.isNaN(neverDrawn)
            ? wording("ReplaySummary.nothing_to_draw")
            : wording(
                "ReplaySummary.never_drawn",
                NumberWords.percent(neverDrawn),
                NumberWords.count(batches));
    return wording(
        "ReplaySummary.buffer",
        NumberWords.count(steps),
        NumberWords.count(capacity),
        NumberWords.bytes(bytes),
        NumberWords.count(episodes),
        NumberWords.count(removed),
        priorities,
        drawn);
  }
}
