package dev.hindsight.app.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a page holds, in the order in which its JSON has it. Ticks, trials, episodes and agents
/// count from 0, as in recordings; frames are the ticks that the page shows, in order.
///
/// @param ticks the tick of every frame
/// @param tickSeconds seconds per tick; 0 if the recording does not tell
/// @param unit metres per unit of the scale bar
/// @param step metres per step of positions
/// @param bounds of the map, metres: left, bottom, right, top
/// @param actions names of discrete actions by number; empty if actions are other numbers
/// @param tones colour of each tone, `0xRRGGBB`, by the name of the palette
/// @param backdrop marks that all frames share
/// @param frames the marks of each frame
/// @param links marks of the attention on neighbours, shown while its agent is selected
/// @param pool all marks; the other lists hold places in it
/// @param colours of grids, `0xAARRGGBB`
/// @param grids differences of grids
/// @param trials where trials begin
/// @param numbers columns by name, `[frame][agent * width]`, NaN as null
/// @param attention the stored attention of one agent; its weights are in a block of their own
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record PageData(
    String format,
    int version,
    String title,
    String environment,
    String policy,
    String producer,
    List<Integer> ticks,
    int recorded,
    double tickSeconds,
    List<String> agents,
    List<String> actions,
    int selected,
    double unit,
    double step,
    List<Double> bounds,
    Map<String, List<Integer>> tones,
    List<Integer> backdrop,
    List<List<Integer>> frames,
    List<List<Integer>> links,
    List<List<Object>> pool,
    List<Integer> colours,
    List<List<Integer>> grids,
    List<PageTrial> trials,
    List<PageScore> scores,
    List<PageEvent> events,
    List<PageBookmark> bookmarks,
    Map<String, List<List<Optional<Number>>>> numbers,
    Optional<PageAttention> attention) {
  /// The value of [#format()].
  static final String FORMAT = "hindsight-page";

  /// The newest layout.
  static final int VERSION = 1;

  /// One trial.
  ///
  /// @param start its first tick
  /// @param end exclusive
  record PageTrial(int episode, int number, int start, int end) {}

  /// How one trial went.
  ///
  /// @param score mean of the egos; absent if unknown
  record PageScore(
      int episode,
      int trial,
      int start,
      int ticks,
      boolean ended,
      Optional<Double> score,
      List<PageAgentScore> agents) {}

  /// How one agent did in a trial; what the recording does not tell is absent.
  record PageAgentScore(
      int agent,
      boolean ego,
      Optional<Double> score,
      Optional<Double> earned,
      Optional<Integer> goals) {}

  /// One event.
  ///
  /// @param colour `0xRRGGBB` by meaning: tone of the palette
  record PageEvent(int tick, int agent, String title, String words, String colour) {}

  /// One bookmark.
  ///
  /// @param agent -1 without one
  record PageBookmark(int tick, int ticks, String name, String note, int agent, int colour) {}

  /// The attention of one agent: a byte per weight, `255 * sqrt(weight)`, `[layer * heads +
  /// head][frame][slot]`.
  ///
  /// @param heads 1 and averaged if all heads would be too much
  /// @param since the tick of slot 0 at each frame: the first one since the memory was wiped
  record PageAttention(
      int agent, int layers, int heads, int slots, boolean averaged, List<Integer> since) {}
}
