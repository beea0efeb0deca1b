package dev.hindsight.trainer.policy.program;

/// How a policy was saved together with its code.
public enum ProgramFormat {
  /// A file of `torch.jit.save`.
  TORCHSCRIPT("torchscript", "TorchScript"),
  /// A file of `torch.onnx.export` and others.
  ONNX("onnx", "ONNX");

  private final String id;
  private final String title;

  ProgramFormat(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /// The name in recordings: `torchscript`.
  public String id() {
    return id;
  }

  /// The name for people: `TorchScript`.
  public String title() {
    return title;
  }
}
