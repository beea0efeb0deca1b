package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.fleet.FleetMessage.Piece;
import dev.hindsight.trainer.fleet.FleetMessage.Wanted;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/// Fetches what another process holds on its [PieceShelf]. Pieces that do not come are asked for
/// again.
final class PieceFetcher extends AbstractBehavior<PieceFetcher.Message> {
  /// Name of this actor: what it is sent goes through the channel for large messages.
  static final String NAME = "pieces";

  /// After how long pieces are asked for again.
  private static final Duration AGAIN = Duration.ofSeconds(3);

  private final Map<String, Going> going = new HashMap<>();

  /// What was fetched last, by name: its pieces need not be sent again.
  private final Map<String, Map<PieceHash, Piece>> known = new HashMap<>();

  /// What the fetcher is told.
  sealed interface Message permits Fetch, Piece, AskAgain {}

  /// Fetches something in place of what had the same name.
  ///
  /// @param name what it is
  /// @param from where it is
  /// @param into receives the bytes, from its first on; not shorter than what is announced. Whoever
  ///   fetches the like again and again uses one array again, so that the collector need not copy
  ///   it: that is half of the time of a large batch
  /// @param keep whether the next thing of that name may consist of the same pieces in part; then
  ///   `into` is not used again
  /// @param whole gets `into`, on this actor's thread
  record Fetch(
      String name,
      PieceManifest manifest,
      ActorRef<PieceShelf.Message> from,
      byte[] into,
      boolean keep,
      Consumer<byte[]> whole)
      implements Message {}

  /// It is time to ask again for what has not come.
  record AskAgain() implements Message {}

  /// What is being fetched, and what of it is here.
  private record Going(Fetch fetch, PieceDownload download) {
    void ask(List<PieceHash> pieces, ActorRef<Message> to) {
      if (!pieces.isEmpty()) {
        fetch.from().tell(new Wanted(pieces, to));
      }
    }
  }

  private PieceFetcher(ActorContext<Message> context) {
    super(context);
  }

  static Behavior<Message> idle() {
    return Behaviors.setup(context ->
        Behaviors.withTimers(timers -> {
          timers.startTimerWithFixedDelay(new AskAgain(), AGAIN);
          return new PieceFetcher(context);
        }));
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Fetch.class, this::fetch)
        .onMessage(Piece.class, this::arrived)
        .onMessage(AskAgain.class, _ -> askAgain())
        .build();
  }

  private Behavior<Message> fetch(Fetch fetch) {
    PieceDownload download =
        new PieceDownload(
            fetch.manifest(), known.getOrDefault(fetch.name(), Map.of()), fetch.into());
    Going begun = new Going(fetch, download);
    going.put(fetch.name(), begun);
    goOn(begun);
    return this;
  }

  private Behavior<Message> arrived(Piece piece) {
    // A copy: what is whole is taken out, and who gets it may fetch the next thing.
    for (Going each : List.copyOf(going.values())) {
      if (each.equals(going.get(each.fetch().name())) && each.download().accept(piece)) {
        goOn(each);
      }
    }
    return this;
  }

  /// Asks for what is missing, or hands over what is whole.
  private void goOn(Going one) {
    Fetch fetch = one.fetch();
    PieceDownload download = one.download();
    if (!download.whole()) {
      one.ask(download.next(), getContext().getSelf());
      return;
    }
    going.remove(fetch.name());
    if (fetch.keep()) {
      known.put(fetch.name(), PieceShelf.pieces(fetch.manifest(), download.bytes()));
    }
    fetch.whole().accept(download.bytes());
  }

  private Behavior<Message> askAgain() {
    going.values().forEach(each -> each.ask(each.download().underWay(), getContext().getSelf()));
    return this;
  }
}
