package dev.hindsight.inspector;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A recording with numbers changed afterwards: for planting faults.
public final class AlteredRollout implements ForwardingRollout {
  private final Rollout right;
  private final Map<String, NumberEdit> edits = new HashMap<>();
  private Optional<Summary> summary;
  private Manifest manifest;

  /// @param right the original; closed with this
  public AlteredRollout(Rollout right) {
    this.right = right;
    this.summary = right.summary();
    this.manifest = right.manifest();
  }

  /// Gives the new value of a number.
  @FunctionalInterface
  public interface NumberEdit {
    /// @param value the original value
    double of(int tick, int index, double value);
  }

  /// Changes a channel.
  public AlteredRollout with(String channel, NumberEdit numberEdit) {
    edits.put(channel, numberEdit);
    return this;
  }

  /// Replaces the summary.
  public AlteredRollout with(Summary closing) {
    summary = Optional.of(closing);
    return this;
  }

  /// Changes the manifest.
  public AlteredRollout with(UnaryOperator<Manifest> declared) {
    manifest = declared.apply(manifest);
    return this;
  }

  @Override
  public Manifest manifest() {
    return manifest;
  }

  private Channel edited(Channel channel) {
    NumberEdit numberEdit = edits.get(channel.spec().name());
    return numberEdit == null ? channel : new EditedChannel(channel, numberEdit);
  }

  @Override
  public Rollout real() {
    return right;
  }

  @Override
  public Optional<Channel> channel(String name) {
    return right.channel(name).map(this::edited);
  }

  @Override
  public List<Channel> channels() {
    return right.channels().stream().map(this::edited).toList();
  }

  @Override
  public Optional<Summary> summary() {
    return summary;
  }

  private record EditedChannel(Channel right, NumberEdit edit) implements Channel {
    @Override
    public ChannelSpec spec() {
      return right.spec();
    }

    @Override
    public int[] rowShape() {
      return right.rowShape();
    }

    @Override
    public int rowLength() {
      return right.rowLength();
    }

    @Override
    public double value(int tick, int index) {
      return edit.of(tick, index, right.value(tick, index));
    }
  }
}
