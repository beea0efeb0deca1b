package dev.hindsight.trainer.learn.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OnnxRunnerTest {
  @Test
  void theReasonStandsFirstAndNotThePlaceInItsCode() {
    assertEquals(
        "Unsupported model IR version: 13, max supported IR version: 10",
        OnnxRunner.reason(
            "Error code - ORT_FAIL - message: /onnxruntime_src/onnxruntime/core/graph/model.cc:181"
                + " onnxruntime::Model::Model(onnx::ModelProto&&, const onnxruntime::PathString&,"
                + " const onnxruntime::IOnnxRuntimeOpSchemaRegistryList*, const"
                + " onnxruntime::logging::Logger&, const onnxruntime::ModelOptions&) Unsupported"
                + " model IR version: 13, max supported IR version: 10"));
    assertEquals(
        "Status Message: it was false",
        OnnxRunner.reason(
            "Error code - ORT_FAIL - message: Status Message:"
                + " /onnxruntime_src/onnxruntime/core/a.h:45 bool a::B::c(std::function<void(int)>,"
                + " bool) const it was false"));
    assertEquals("no such file", OnnxRunner.reason("no such file"));
  }
}
