package dev.hindsight.trainer.task;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/// Creates daemon threads called `name-1`, `name-2`, ...
final class NamedDaemons implements ThreadFactory {
  private final String name;
  private final AtomicInteger made = new AtomicInteger();

  NamedDaemons(String name) {
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable work) {
    return Thread.ofPlatform()
        .name(name + "-" + made.incrementAndGet())
        .daemon(true)
        .unstarted(work);
  }
}
