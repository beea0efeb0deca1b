package dev.hindsight.trainer.learn.net;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A size of the networks that read an excavation, named as in the reference. Of its larger ones
/// the channels, blocks and features of [#MEDIUM] and [#LARGE] and the features of the deep ones
/// are known, and the number of parameters of each; their other widths are inferred from it.
@SuppressWarnings("ImmutableEnumChecker") // its lists are those of List.of
public enum NetworkSize {
  /// 537,689 parameters with `resnet_delayed` and trunks.
  BASE(List.of(16, 32, 32), 2, 128, 128, List.of(128, 32), List.of(256, 32)),
  /// 951,081 parameters.
  MEDIUM(List.of(24, 48, 64), 2, 192, 160, List.of(160, 48), List.of(320, 64)),
  /// 3,157,145 parameters.
  LARGE(List.of(32, 64, 96, 128), 3, 256, 256, List.of(192, 64), List.of(512, 128)),
  /// 2,135,385 parameters.
  MEDIUM_DEEP(List.of(24, 48, 80, 112), 3, 224, 192, List.of(192, 64), List.of(384, 96)),
  /// 9,958,521 parameters.
  LARGE_DEEP(List.of(48, 96, 384), 3, 512, 256, List.of(384, 96), List.of(512, 128));

  private final List<Integer> stages;
  private final int blocks;
  private final int features;
  private final int common;
  private final List<Integer> head;
  private final List<Integer> local;

  NetworkSize(
      List<Integer> stages,
      int blocks,
      int features,
      int common,
      List<Integer> head,
      List<Integer> local) {
    this.stages = stages;
    this.blocks = blocks;
    this.features = features;
    this.common = common;
    this.head = head;
    this.local = local;
  }

  /// Its name in settings.
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The one with a name in settings.
  ///
  /// @throws IllegalArgumentException if there is none
  public static NetworkSize named(String id) {
    return Arrays.stream(values())
        .filter(size -> size.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(id));
  }

  /// Channels of each stage of residual blocks.
  List<Integer> stages() {
    return stages;
  }

  /// Blocks in a stage.
  int blocks() {
    return blocks;
  }

  /// Widths of the two layers behind residual blocks.
  List<Integer> features() {
    return List.of(features, features);
  }

  /// Widths of the two layers over sums around the machine.
  List<Integer> local() {
    return local;
  }

  /// Two layers for each head.
  public ActorCriticHeads.Sizes layers() {
    return new ActorCriticHeads.Sizes(List.of(), head, head);
  }

  /// Three layers in common, then two of a trunk and two of a head for each.
  public ActorCriticHeads.Sizes trunks() {
    List<Integer> own = List.of(2 * common, common, head.getFirst(), head.getLast());
    return new ActorCriticHeads.Sizes(List.of(2 * common, common, common), own, own);
  }
}
