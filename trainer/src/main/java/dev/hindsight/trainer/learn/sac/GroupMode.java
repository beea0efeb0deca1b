package dev.hindsight.trainer.learn.sac;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What the members of a group share when they learn and when they act.
enum GroupMode {
  /// Centralised training, decentralised execution: each member acts on its own observation; the
  /// critics see what all members observe and do, and learn the sum of their rewards.
  CTDE,
  /// Centralised training and execution: one network acts for all members on all their
  /// observations, with critics as in [#CTDE].
  CTCE,
  /// Decentralised training and execution: each member learns its own rewards, with critics and a
  /// buffer of its own, from what it observes and does itself.
  DTDE;

  /// The word of a setting.
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static GroupMode named(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }

  static List<String> ids() {
    return Arrays.stream(values()).map(GroupMode::id).toList();
  }
}
