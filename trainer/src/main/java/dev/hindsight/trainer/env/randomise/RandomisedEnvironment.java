package dev.hindsight.trainer.env.randomise;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StorableState;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.rollout.FixedArray;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An environment whose episodes are of one bucket each, and what sensors make of its observations.
/// The environment itself reads the settings of its world from the bucket; everything else is here.
/// Hot loop: [#step] allocates nothing. One owner thread.
final class RandomisedEnvironment implements Environment {
  private final Environment world;
  private final EpisodeBucket bucket;
  private final EnvironmentShape shape;
  private final StepBuffer buffer;
  private final Sensors sensors;

  /// Bucket of the episode in which the last action was taken.
  private int acted;

  RandomisedEnvironment(Environment world, EpisodeBucket bucket, EnvironmentShape shape) {
    this.world = world;
    this.bucket = bucket;
    this.shape = shape;
    buffer = new StepBuffer(shape);
    buffer.finalObservation();
    sensors = new Sensors(shape.observation(), bucket, shape.agents());
    acted = bucket.id();
    show();
  }

  @Override
  public EnvironmentShape shape() {
    return shape;
  }

  @Override
  public StepBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    bucket.rewind();
    world.reset();
    sensors.reset();
    acted = bucket.id();
    show();
  }

  @Override
  public void step(Actions actions) {
    int before = bucket.id();
    bucket.tick();
    try {
      world.step(actions);
    } catch (RuntimeException refused) {
      bucket.back();
      throw refused;
    }
    acted = before;
    sensors.advance(world.buffer());
    show();
  }

  /// Writes what agents observe now to the buffer.
  private void show() {
    buffer.copyFrom(world.buffer());
    buffer.bucket = bucket.id();
    buffer.partnerShare[0] = bucket.partnerShare();
    sensors.observe(world.buffer(), buffer, acted);
  }

  @Override
  public long stateHash() {
    return SplitMix64.mix(world.stateHash() ^ bucket.digest() ^ SplitMix64.mix(sensors.digest()));
  }

  @Override
  public Snapshot snapshot() {
    return new RandomisedSnapshot(world.snapshot(), bucket.moment(), sensors.memory(), acted);
  }

  @Override
  public void restore(Snapshot snapshot) {
    if (!(snapshot instanceof RandomisedSnapshot copy)) {
      throw new IllegalArgumentException("a snapshot of an environment that is not randomised");
    }
    bucket.restore(copy.moment);
    world.restore(copy.world);
    sensors.restore(copy.memory);
    acted = copy.acted;
    show();
  }

  private record RandomisedSnapshot(
      Snapshot world, EpisodeBucket.BucketMoment moment, Sensors.SensorMemory memory, int acted)
      implements Snapshot {}

  @Override
  public Optional<StorableState> storable() {
    return world
        .storable()
        .map(state ->
            StorableState.of(
                state.origin() + " " + bucket.buckets(),
                stream -> {
                  bucket.transfer(stream);
                  acted = stream.within(acted, 0, bucket.buckets().count() - 1);
                  state.transfer(stream);
                  sensors.transfer(stream);
                },
                this::show));
  }

  @Override
  public Optional<WorldEditor> editable() {
    return world.editable().map(RandomisedEditor::new);
  }

  /// Changes the world by hand; afterwards agents observe the change as their sensors show it.
  private final class RandomisedEditor implements WorldEditor {
    private final WorldEditor editor;

    RandomisedEditor(WorldEditor editor) {
      this.editor = editor;
    }

    @Override
    public void place(int agent, float x, float y, float heading) {
      editor.place(agent, x, y, heading);
      show();
    }

    @Override
    public void remove(int agent) {
      editor.remove(agent);
      show();
    }

    @Override
    public void bring(int agent) {
      editor.bring(agent);
      show();
    }
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    if (column == 0) {
      row.putInt(bucket.id());
    } else {
      world.writeState(column - 1, row);
    }
  }

  @Override
  public List<FixedArray> fixedArrays() {
    return world.fixedArrays();
  }

  @Override
  public AgentNames agentNames() {
    return world.agentNames();
  }

  @Override
  public Map<String, Double> totals() {
    return world.totals();
  }

  @Override
  public List<TrialTotals> trialTotals() {
    return world.trialTotals();
  }
}
