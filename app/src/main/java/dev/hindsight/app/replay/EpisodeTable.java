package dev.hindsight.app.replay;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.NumberWords;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.TableColumn;

/// Lists the episodes of a replay buffer; the selected one stays selected when the buffer has
/// changed. FX thread.
final class EpisodeTable extends ReplayTable<ReplayRow> {
  private final TableColumn<ReplayRow, ReplayRow> member;

  EpisodeTable() {
    super(
        "replay.episodes",
        wording("EpisodeTable.episodes"),
        wording("EpisodeTable.no_episode_yet"));
    column(wording("EpisodeTable.episode"), 70, row -> "" + row.number(), ReplayRow::number);
    member =
        column(wording("EpisodeTable.member"), 75, row -> "" + row.buffer(), ReplayRow::buffer);
    column(
        wording("EpisodeTable.environment"),
        110,
        row -> "" + row.environment(),
        ReplayRow::environment);
    column(
        wording("EpisodeTable.agents"),
        65,
        row -> ReplayText.agents(row.agents()),
        row -> row.agents().getFirst());
    column(wording("EpisodeTable.ticks"), 95, ReplayText::ticks, ReplayRow::firstTick);
    column(
        wording("EpisodeTable.steps"),
        60,
        row -> NumberWords.count(row.stored().length()),
        row -> row.stored().length());
    column(
        wording("EpisodeTable.return"),
        70,
        row -> ReplayText.number(row.stored().sumOfRewards()),
        row -> row.stored().sumOfRewards());
    column(
        wording("EpisodeTable.end"),
        90,
        row -> ReplayText.end(row.stored().end()),
        row -> row.stored().end().code());
    column(
        wording("EpisodeTable.age_in_steps"),
        95,
        row -> NumberWords.count(row.steps()),
        ReplayRow::steps);
    column(
        wording("EpisodeTable.age_in_updates"),
        110,
        row -> NumberWords.count(row.updates()),
        ReplayRow::updates);
    column(
        wording("EpisodeTable.mean_priority"),
        105,
        row -> ReplayText.number(row.stored().meanPriority()),
        row -> row.stored().meanPriority());
    column(
        wording("EpisodeTable.largest_priority"),
        70,
        row -> ReplayText.number(row.stored().largestPriority()),
        row -> row.stored().largestPriority());
    column(
        wording("EpisodeTable.probability"),
        90,
        row -> ReplayText.share(row.probability()),
        ReplayRow::probability);
    column(
        wording("EpisodeTable.draws"),
        65,
        row -> NumberWords.count(row.stored().draws()),
        row -> row.stored().draws());
    column(
        wording("EpisodeTable.last_drawn"),
        130,
        row -> ReplayText.drawn(row.stored().since()),
        row -> ReplayOrder.ofDraw(row.stored().since()));
    column(
        wording("EpisodeTable.bytes"),
        75,
        row -> NumberWords.bytes(row.stored().bytes()),
        row -> row.stored().bytes());
  }

  /// Shows other episodes.
  void show(List<ReplayRow> rows) {
    Optional<ReplayRow> before = selected();
    member.setVisible(rows.stream().anyMatch(row -> row.buffer() > 0));
    show(rows, row -> before.filter(row::same).isPresent());
  }
}
