package dev.hindsight.trainer.learn;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.FirstLayer;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import java.util.List;
import java.util.Optional;

/// Wraps an encoder so that gradients can be cut at its output: an output that does not depend on
/// the encoding of a tick does not depend on the observation of that tick. One owner thread.
final class GradientStopEncoder implements Encoder {
  private final Encoder inner;
  private Optional<NDArray> leaf = Optional.empty();
  private boolean tapped;

  GradientStopEncoder(Encoder inner) {
    this.inner = inner;
  }

  /// Cuts gradients at the next encoding.
  void tap() {
    tapped = true;
  }

  /// The encoding at the cut, `[N, d]`; can be taken once.
  NDArray leaf() {
    NDArray found = leaf.orElseThrow(() -> new IllegalStateException("nothing was tapped"));
    leaf = Optional.empty();
    return found;
  }

  @Override
  public int inputs() {
    return inner.inputs();
  }

  @Override
  public int width() {
    return inner.width();
  }

  @Override
  public List<Parameter> parameters() {
    return inner.parameters();
  }

  @Override
  public List<FirstLayer> firstLayers() {
    return inner.firstLayers();
  }

  @Override
  public Encoding learning(NamedWeights namedWeights) {
    Encoding encoding = inner.learning(namedWeights);
    return observation -> {
      NDArray encoded = encoding.encode(observation);
      if (!tapped) {
        return encoded;
      }
      tapped = false;
      NDArray end = encoded.stopGradient();
      end.setRequiresGradient(true);
      leaf = Optional.of(end);
      return end;
    };
  }

  @Override
  public Encoding acting(NamedWeights namedWeights) {
    return inner.acting(namedWeights);
  }
}
