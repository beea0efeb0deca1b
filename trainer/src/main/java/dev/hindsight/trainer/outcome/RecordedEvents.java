package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The events that a recording can hold: those that its manifest declares for the column `event`,
/// and those that columns of their own show. Without a declaration, as in older recordings, the
/// column means the [EventKind#SHARED] events. Immutable; any thread.
public final class RecordedEvents {
  private final boolean declared;
  private final List<EventKind> noted;
  private final List<EventKind> all;
  private final List<EventKind> failures;
  private final int bits;
  private final int places;

  private RecordedEvents(Rollout rollout) {
    Optional<List<EventKind>> found =
        AgentColumn.of(rollout, EventDeclaration.COLUMN)
            .flatMap(column -> EventDeclaration.read(column.channel().spec()));
    declared = found.isPresent();
    boolean sector = AgentColumn.of(rollout, EventKind.LOSS.column()).isPresent();
    noted =
        found.orElseGet(() ->
            EventKind.SHARED.stream()
                .map(kind ->
                    sector && kind.equals(EventKind.OFFROAD) ? EventKind.LEFT_ELSEWHERE : kind)
                .toList());
    all = Stream.concat(noted.stream(), EventKind.DERIVED.stream()).toList();
    failures = noted.stream().filter(EventKind::fails).toList();
    bits = noted.stream().mapToInt(EventKind::bit).reduce(0, (sum, bit) -> sum | bit);
    places = Math.max(EventKind.FIRST_OWN, Integer.SIZE - Integer.numberOfLeadingZeros(bits));
  }

  /// Those of a recording.
  public static RecordedEvents of(Rollout rollout) {
    return rollout.derived(RecordedEvents.class, RecordedEvents::new);
  }

  /// Whether the manifest declares them.
  public boolean areDeclared() {
    return declared;
  }

  /// Those of the column `event`, by number.
  public List<EventKind> noted() {
    return noted;
  }

  /// All, those with a column of their own last.
  public List<EventKind> all() {
    return all;
  }

  /// Those that spoil a trial.
  public List<EventKind> failures() {
    return failures;
  }

  /// The recording's own event of a name; empty if it has none.
  public Optional<EventKind> named(String name) {
    return all.stream().filter(kind -> kind.name().equals(name)).findFirst();
  }

  /// The sum of the bits of [#noted].
  public int bits() {
    return bits;
  }

  /// One more than the largest number in the column `event`.
  int places() {
    return places;
  }
}
