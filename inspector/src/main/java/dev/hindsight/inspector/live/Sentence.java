package dev.hindsight.inspector.live;

import javafx.scene.control.Label;

/// Words that are never cut off: they break into lines, and keep the height these want. FX thread.
public final class Sentence extends Label {
  private Sentence(String id, String style) {
    setId(id);
    setWrapText(true);
    setMinHeight(USE_PREF_SIZE);
    getStyleClass().add(style);
  }

  /// What a panel has to say before all.
  public static Sentence of(String id) {
    return new Sentence(id, "hs-sentence");
  }

  /// What is told beside it: of a place pointed at, of where numbers come from.
  public static Sentence muted(String id) {
    return new Sentence(id, "text-muted");
  }

  /// Plain words.
  public static Sentence plain(String id) {
    return new Sentence(id, "text");
  }

  /// What is wrong; nothing is shown while nothing is.
  public static Sentence wrong(String id) {
    Sentence sentence = new Sentence(id, "danger");
    sentence.managedProperty().bind(sentence.visibleProperty());
    sentence.visibleProperty().bind(sentence.textProperty().isNotEmpty());
    return sentence;
  }
}
