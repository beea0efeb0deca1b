package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.fleet.FleetMessage.Piece;
import dev.hindsight.trainer.fleet.FleetMessage.Wanted;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
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

  private final Map<String, Fetch> fetches = new HashMap<>();
  private final Map<String, PieceDownload> downloads = new HashMap<>();

  /// What was fetched last, by name: its pieces need not be sent again.
  private final Map<String, Map<PieceHash, Piece>> known = new HashMap<>();

  /// What the fetcher is told.
  sealed interface Message permits Fetch, Piece, AskAgain {}

  /// Fetches something in place of what had the same name.
  ///
  /// @param name what it is
  /// @param from where it is
  /// @param keep whether the next thing of that name may consist of the same pieces in part
  /// @param whole gets the bytes, on this actor's thread
  record Fetch(
      String name,
      PieceManifest manifest,
      ActorRef<PieceShelf.Message> from,
      boolean keep,
      Consumer<byte[]> whole)
      implements Message {}

  /// It is time to ask again for what has not come.
  record AskAgain() implements Message {}

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
    String name = fetch.name();
    fetches.put(name, fetch);
    downloads.put(name, new PieceDownload(fetch.manifest(), known.getOrDefault(name, Map.of())));
    goOn(name);
    return this;
  }

  private Behavior<Message> arrived(Piece piece) {
    for (String name : List.copyOf(downloads.keySet())) {
      PieceDownload download = downloads.get(name);
      if (download != null && download.accept(piece)) {
        goOn(name);
      }
    }
    return this;
  }

  /// Asks for what is missing, or hands over what is whole.
  private void goOn(String name) {
    Fetch fetch = fetches.get(name);
    PieceDownload download = downloads.get(name);
    if (fetch == null || download == null) {
      return;
    }
    if (!download.whole()) {
      ask(fetch, download.next());
      return;
    }
    fetches.remove(name);
    downloads.remove(name);
    if (fetch.keep()) {
      known.put(name, PieceShelf.pieces(fetch.manifest(), download.bytes()));
    }
    fetch.whole().accept(download.bytes());
  }

  private void ask(Fetch fetch, List<PieceHash> pieces) {
    if (!pieces.isEmpty()) {
      fetch.from().tell(new Wanted(pieces, getContext().getSelf()));
    }
  }

  private Behavior<Message> askAgain() {
    for (Iterator<Fetch> all = fetches.values().iterator(); all.hasNext(); ) {
      Fetch fetch = all.next();
      PieceDownload download = downloads.get(fetch.name());
      if (download != null) {
        ask(fetch, download.underWay());
      }
    }
    return this;
  }
}
