package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.fleet.FleetMessage.Piece;
import dev.hindsight.trainer.fleet.FleetMessage.Wanted;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/// Holds what other processes may fetch, and sends them the pieces that they ask for.
final class PieceShelf extends AbstractBehavior<PieceShelf.Message> {
  /// What lies here, by what it is.
  private final Map<String, Map<PieceHash, Piece>> all = new LinkedHashMap<>();

  /// What the shelf is told.
  sealed interface Message permits Put, Wanted {}

  /// Puts something here in place of what had the same name.
  ///
  /// @param name what it is; nothing with that name is kept besides
  /// @param bytes not written to afterwards
  record Put(String name, PieceManifest manifest, byte[] bytes) implements Message {}

  private PieceShelf(ActorContext<Message> context) {
    super(context);
  }

  static Behavior<Message> empty() {
    return Behaviors.setup(PieceShelf::new);
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Put.class, this::put)
        .onMessage(Wanted.class, this::send)
        .build();
  }

  private Behavior<Message> put(Put put) {
    all.put(put.name(), pieces(put.manifest(), put.bytes()));
    return this;
  }

  /// The pieces of something, by their hashes.
  static Map<PieceHash, Piece> pieces(PieceManifest manifest, byte[] bytes) {
    Map<PieceHash, Piece> pieces = new HashMap<>();
    for (int p = 0; p < manifest.pieces().size(); p++) {
      PieceHash hash = manifest.pieces().get(p);
      pieces.put(hash, new Piece(hash, bytes, p * PieceManifest.PIECE, manifest.length(p)));
    }
    return pieces;
  }

  /// Whoever asks for something that has been replaced meanwhile gets nothing.
  private Behavior<Message> send(Wanted wanted) {
    for (PieceHash hash : wanted.pieces()) {
      all.values().stream()
          .filter(pieces -> pieces.containsKey(hash))
          .findFirst()
          .map(pieces -> pieces.get(hash))
          .ifPresent(piece -> wanted.to().tell(piece));
    }
    return this;
  }
}
