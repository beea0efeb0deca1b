package dev.hindsight.trainer.env;

/// The action that replaces an invalid one. It changes nothing; an environment that has such an
/// action declares it.
///
/// @param joint the joint action, in a discrete space; in a continuous one all numbers are 0
public record NeutralAction(int joint) {
  /// Writes it as an agent's action. Hot: allocates nothing.
  public void write(Actions actions, int agent) {
    if (actions.continuous.length > 0) {
      int k = actions.continuous.length / actions.joint.length;
      java.util.Arrays.fill(actions.continuous, agent * k, agent * k + k, 0);
    } else {
      actions.joint[agent] = joint;
    }
  }
}
