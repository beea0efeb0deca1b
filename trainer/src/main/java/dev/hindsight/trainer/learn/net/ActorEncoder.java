package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.index.NDIndex;
import dev.hindsight.trainer.observation.ObservationLayout;
import java.util.List;

/// Gives an encoder the numbers that the actor may see and none of those behind them, which only
/// the critic sees.
///
/// @param seen the encoder of what the actor sees
/// @param inputs D, numbers in a whole observation
public record ActorEncoder(Encoder seen, int inputs) implements Encoder {
  /// The encoder for whole observations; the given one itself if the actor sees all of them.
  ///
  /// @param seen made for [ObservationLayout#forActor]
  public static Encoder of(Encoder seen, ObservationLayout layout) {
    return CriticOnly.of(layout).count() == 0 ? seen : new ActorEncoder(seen, layout.size());
  }

  @Override
  public int width() {
    return seen.width();
  }

  @Override
  public List<Parameter> parameters() {
    return seen.parameters();
  }

  @Override
  public List<FirstLayer> firstLayers() {
    return seen.firstLayers();
  }

  @Override
  public Encoding learning(NamedWeights namedWeights) {
    return cut(seen.learning(namedWeights));
  }

  @Override
  public Encoding acting(NamedWeights namedWeights) {
    return cut(seen.acting(namedWeights));
  }

  private Encoding cut(Encoding encoding) {
    NDIndex visible = new NDIndex().addAllDim().addSliceDim(0, seen.inputs());
    return observation -> encoding.encode(observation.get(visible));
  }
}
