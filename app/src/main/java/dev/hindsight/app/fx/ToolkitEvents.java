package dev.hindsight.app.fx;

import com.sun.glass.ui.Application;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Receives the system's events for the whole program: handles requests to open files, and leaves
/// the rest to the toolkit. This class cannot even be loaded if the internals of JavaFX are closed.
/// FX thread.
final class ToolkitEvents extends Application.EventHandler {
  private final Application.EventHandler toolkit;
  private final Consumer<List<Path>> open;

  private ToolkitEvents(Application.EventHandler toolkit, Consumer<List<Path>> open) {
    this.toolkit = toolkit;
    this.open = open;
  }

  /// Puts itself before the toolkit; earlier requests arrive at once.
  static void listen(Consumer<List<Path>> open) {
    Application system = Application.GetApplication();
    system.setEventHandler(new ToolkitEvents(system.getEventHandler(), open));
  }

  @Override
  public void handleOpenFilesAction(Application system, long time, String[] files) {
    open.accept(Arrays.stream(files).map(Path::of).toList());
  }

  @Override
  public void handleWillFinishLaunchingAction(Application system, long time) {
    toolkit.handleWillFinishLaunchingAction(system, time);
  }

  @Override
  public void handleDidFinishLaunchingAction(Application system, long time) {
    toolkit.handleDidFinishLaunchingAction(system, time);
  }

  @Override
  public void handleWillBecomeActiveAction(Application system, long time) {
    toolkit.handleWillBecomeActiveAction(system, time);
  }

  @Override
  public void handleDidBecomeActiveAction(Application system, long time) {
    toolkit.handleDidBecomeActiveAction(system, time);
  }

  @Override
  public void handleWillResignActiveAction(Application system, long time) {
    toolkit.handleWillResignActiveAction(system, time);
  }

  @Override
  public void handleDidResignActiveAction(Application system, long time) {
    toolkit.handleDidResignActiveAction(system, time);
  }

  @Override
  public void handleDidReceiveMemoryWarning(Application system, long time) {
    toolkit.handleDidReceiveMemoryWarning(system, time);
  }

  @Override
  public void handleWillHideAction(Application system, long time) {
    toolkit.handleWillHideAction(system, time);
  }

  @Override
  public void handleDidHideAction(Application system, long time) {
    toolkit.handleDidHideAction(system, time);
  }

  @Override
  public void handleWillUnhideAction(Application system, long time) {
    toolkit.handleWillUnhideAction(system, time);
  }

  @Override
  public void handleDidUnhideAction(Application system, long time) {
    toolkit.handleDidUnhideAction(system, time);
  }

  @Override
  public void handleQuitAction(Application system, long time) {
    toolkit.handleQuitAction(system, time);
  }

  @Override
  public void handlePreferencesChanged(Map<String, Object> preferences) {
    toolkit.handlePreferencesChanged(preferences);
  }
}
