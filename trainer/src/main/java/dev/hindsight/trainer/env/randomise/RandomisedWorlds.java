package dev.hindsight.trainer.env.randomise;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.rollout.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// Creates environments whose episodes are of one bucket each.
///
/// @param worlds creates the environments themselves
/// @param buckets what is randomised
/// @param shape that of the environments, with the column of the bucket before their own
public record RandomisedWorlds(Worlds worlds, Buckets buckets, EnvironmentShape shape)
    implements EnvironmentFactory {
  /// Creates environments that read their randomised settings from a bucket.
  public interface Worlds extends EnvironmentFactory {
    /// A new environment, already reset.
    ///
    /// @param bucket that of its episodes; it begins one whenever an episode begins
    Environment create(long seed, EpisodeBucket bucket);

    @Override
    default Environment create(long seed) {
      return create(seed, EpisodeBucket.none());
    }
  }

  /// The environments of a configuration: those that the factory creates by itself, unless
  /// something is randomised.
  ///
  /// @throws dev.hindsight.trainer.Problem if a sensor that is randomised observes nothing
  public static EnvironmentFactory of(Worlds worlds, Buckets buckets) {
    if (buckets.off()) {
      return worlds;
    }
    Sensors.check(worlds.shape().observation(), buckets);
    List<Column> columns = new ArrayList<>();
    columns.add(new Column(buckets.spec(), List.of()));
    columns.addAll(worlds.shape().stateColumns());
    return new RandomisedWorlds(worlds, buckets, worlds.shape().withColumns(columns));
  }

  @Override
  public int egos() {
    return worlds.egos();
  }

  @Override
  public List<Double> partnerShares() {
    return IntStream.range(0, buckets.count())
        .mapToObj(buckets::partnerShare)
        .flatMap(share -> share.stream().boxed())
        .toList();
  }

  @Override
  public OptionalDouble partnerShare(long seed) {
    return buckets.partnerShare(buckets.drawn(seed, 0));
  }

  @Override
  public Map<String, Integer> namedActions() {
    return worlds.namedActions();
  }

  @Override
  public SettingValues effective() {
    return worlds.effective();
  }

  @Override
  public Environment create(long seed) {
    EpisodeBucket bucket = new EpisodeBucket(buckets, seed);
    return new RandomisedEnvironment(worlds.create(seed, bucket), bucket, shape);
  }
}
